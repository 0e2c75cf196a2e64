import { sql } from 'kysely'
import type { Db, Tables } from '../db/types.ts'

/** The column that names a kept file, in whatever table. The sweep looks for it, so that no table is forgotten. */
const COLUMN = 'storage_key'

/** Tables whose rows keep files, by their `storage_key`. */
export type FileHolder = { [T in keyof Tables]: Tables[T] extends { storage_key: string } ? T : never }[keyof Tables]

/** Which of these keys an administrator has set aside to make room. Their rows stay. */
export async function setAsideAmong(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('set_aside_files')
    .select('file_key')
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute()
  return new Set(rows.map(({ file_key }) => file_key))
}

/** Which of these keys a row of some holder knows. */
export async function knownAmong(db: Db, holders: readonly FileHolder[], keys: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const holder of holders) {
    const rows = await db
      .selectFrom(holder)
      .select('storage_key')
      .where(sql<boolean>`storage_key = any(${keys})`)
      .execute()
    for (const { storage_key } of rows) known.add(storage_key)
  }
  return known
}

/** @throws Error when a table has files that no holder names: a sweep would take them for nobody's */
export async function refuseForgottenHolders(db: Db, holders: readonly FileHolder[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = ${COLUMN} and not a.attisdropped and c.relkind in ('r', 'p', 'f')
      and pg_table_is_visible(c.oid) order by 1`.execute(db)
  const forgotten = rows.map((row) => row.name).filter((name) => !holders.some((holder) => holder === name))
  if (forgotten.length > 0)
    throw new Error(
      `The files are not swept: ${forgotten.join(', ')} has files too and is not in holdsFiles of a feature.ts.`,
    )
}
