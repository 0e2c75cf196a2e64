import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { counted } from '../../shared/labels.ts'
import { type Alone, connectAlone } from '../db/alone.ts'
import { migrateWithin } from '../db/migrate.ts'
import { type Manifest, type TableOf, tableFile } from './manifest.ts'
import { numberText, progressOf } from './progress.ts'
import type { Source } from './source.ts'
import { copyInText, tablesOf } from './tables.ts'
import { unpackSummed } from './writing.ts'

const quoted = pg.escapeIdentifier

/** @throws Error with one line for people when there is a table already */
export async function refuseTables(config: pg.PoolConfig): Promise<void> {
  const { client, close } = await connectAlone(config)
  try {
    await refuseTablesOf(client)
  } finally {
    await close()
  }
}

async function refuseTablesOf(client: pg.Client): Promise<void> {
  const tables = await tablesOf(client)
  if (tables.length > 0)
    throw new Error(`the database is in use: it has ${counted(tables.length, 'table')}. Restore into an empty one`)
}

/**
 * A constraint that is taken off while rows are loaded, and put on again, so that it is checked for all rows at once.
 */
interface Constraint {
  table: string
  name: string
  definition: string
}

async function foreignKeysOf(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  return rows
}

/** The tables to load, and the source of their rows. */
export interface Loading extends Pick<Manifest, 'migrations' | 'tables' | 'sequences'> {
  /** Leads the rows of a table into the database; the answer is the SHA-256 of what came, as it was noted. */
  lead(table: TableOf, target: Writable): Promise<string | undefined>
  /** Looks at what was loaded, before anybody else can. */
  check?(client: pg.Client): Promise<void>
  /** Changes what is not to be as it was, once the newer migrations have run. */
  settle?(client: pg.Client): Promise<void>
  say(line: string): void
}

/**
 * The tables emptied by a restore: logins and the devices told by them, links for a forgotten password, and the answers kept for calls that come
 * twice. Some were ended since the backup was made, perhaps because they were stolen, and it can't tell which.
 */
export const ENDED: readonly string[] = ['logins', 'push_devices', 'password_resets', 'email_links', 'idempotency_keys']

/** Empties the tables of `ENDED`. */
export async function endLogins(client: pg.Client): Promise<void> {
  await client.query(`truncate ${ENDED.map(quoted).join(', ')}`)
}

/** Out of a backup. */
export const fromBackup = (backup: Source, manifest: Manifest, say: Loading['say']): Loading => ({
  ...manifest,
  lead: async (table, target) => {
    const stored = await backup.read(tableFile(table.name))
    return stored && (await unpackSummed(stored, target)).sha256
  },
  settle: endLogins,
  say,
})

/**
 * Makes the schema as it was where the rows come from, loads every table into it, and then lets the newer migrations run:
 * all in one transaction. It takes the owner of the database, and no superuser: foreign keys are taken off and put on
 * again, and triggers, which would do again what is in the rows already, are off.
 */
export async function loadTables(config: pg.PoolConfig, loading: Loading): Promise<void> {
  const alone = await connectAlone(config)
  try {
    // A server that starts meanwhile waits for the migrator's lock, which is this transaction's.
    await alone.db.transaction().execute(async (tx) => {
      await refuseTablesOf(alone.client)
      await migrateWithin(tx, loading.migrations.at(-1))
      await sql`set constraints all immediate`.execute(tx)
      await load(alone, loading)
      await loading.check?.(alone.client)
      await migrateWithin(tx)
      await loading.settle?.(alone.client)
    })
    await alone.client.query('analyze')
  } finally {
    await alone.close()
  }
}

async function load({ client }: Alone, { tables, sequences, lead, say }: Loading): Promise<void> {
  const names = (await tablesOf(client)).map(({ name }) => name)
  const unknown = tables.filter(({ name }) => !names.includes(name))
  const lacking = names.filter((name) => !tables.some((table) => table.name === name))
  if (unknown.length + lacking.length > 0)
    throw new Error(
      `there are other tables than this version has: ${[...unknown.map(({ name }) => name), ...lacking].join(', ')}`,
    )

  const keys = await foreignKeysOf(client)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  // Rows that migrations put there go; they come with the rest, as they were.
  await client.query(`truncate ${names.map(quoted).join(', ')}`)
  const tell = progressOf(say)
  let rows = 0
  for (const table of tables) {
    const sha256 = await lead(table, client.query(copyFrom(copyInText(table))))
    const { rows: counts } = await client.query(`select count(*)::int as count from ${quoted(table.name)}`)
    if (sha256 !== table.sha256 || counts[0]?.count !== table.rows)
      throw new Error(`the table ${table.name} did not come as it was`)
    rows += table.rows
    tell(() => `  ${numberText(rows)} rows`)
  }
  for (const { name, last, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoted(name)}`, last, called])
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`)
}
