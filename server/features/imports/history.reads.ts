import { type SqlBool, sql } from 'kysely'
import type { ImportKind, PastImport } from '../../../shared/contract/imports.ts'
import { IMPORT_UNDO_DAYS } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { RowsKind } from './kinds.ts'
import { readPasswordSealsOf, readSealsOf } from './seals.reads.ts'

/** Any number; imports, and the undoing of one, wait for each other here. */
const IMPORT_LOCK = 7_003

export const holdImports = (tx: Tx) => sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx)

const LISTED = 10

/** The imports of a kind of the last days that the caller may undo, newest first: the own ones, an administrator all. */
const ownImports = (db: Db, kind: ImportKind, caller: Caller) => {
  const query = db
    .selectFrom('imports')
    .select([
      'id',
      'file_name',
      'actor_name as imported_by',
      'imported_at',
      'created',
      'updated',
      'unchanged',
      'undone_at',
      'undone_by',
    ])
    .where('kind', '=', kind)
    .where(sql<SqlBool>`imported_at > now() - make_interval(days => ${IMPORT_UNDO_DAYS})`)
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
  return caller.roles.includes('admin') ? query : query.where('actor_id', '=', caller.id)
}

export const listImports = (db: Db, kind: ImportKind, caller: Caller): Promise<PastImport[]> =>
  ownImports(db, kind, caller).limit(LISTED).execute()

export const findImport = (db: Db, kind: ImportKind, caller: Caller, id: number): Promise<PastImport | undefined> =>
  ownImports(db, kind, caller).where('id', '=', id).executeTakeFirst()

/** The key among the former values under which a row has the seal that its import left. */
export const SEAL = 'sealed_as'
/** The same for the password that somebody new was given. */
export const PASSWORD_SEAL = 'password_sealed_as'

/** Returns what an import did, in the order of its lines; what was made for the rows comes first. */
export const listDone = (db: Db, importId: number) =>
  db
    .selectFrom('import_rows')
    .select([
      'line',
      'entity',
      'entity_id',
      'action',
      'name',
      sql<Record<string, unknown> | null>`nullif(before - array[${SEAL}, ${PASSWORD_SEAL}], '{}'::jsonb)`.as('before'),
      sql<string | null>`before ->> ${SEAL}::text`.as('seal'),
      sql<string | null>`before ->> ${PASSWORD_SEAL}::text`.as('password_seal'),
      'links',
      'after_at',
    ])
    .where('import_id', '=', importId)
    .orderBy('line')
    .orderBy('entity_id')
    .execute()
export type Done = Awaited<ReturnType<typeof listDone>>[number]

/** Returns those of these rows whose records say something else than their import wrote. */
export async function findChanged<R extends Done>(
  db: Db,
  rows: readonly {
    row: R
    now: (Pick<Present, 'updated_at'> & Partial<Pick<Present, 'is_account_touched'>>) | undefined
  }[],
): Promise<Set<R>> {
  const touched = rows.flatMap(({ row, now }) => {
    if (!now || row.after_at === null) return []
    const isTouched = now.updated_at !== row.after_at || (row.action === 'create' && now.is_account_touched)
    return isTouched ? [row] : []
  })
  const sealOf = await readSealsOf(db, touched)
  return new Set(touched.filter((row) => row.seal === null || row.seal !== sealOf(row)))
}

/** Returns those of these rows whose new people have another password than their import gave them. */
export async function findOtherPasswords<R extends Done>(
  db: Db,
  rows: readonly { row: R; now: Present | undefined }[],
): Promise<Set<R>> {
  const touched = rows.flatMap(({ row, now }) => (row.action === 'create' && now?.is_account_touched ? [row] : []))
  const sealOf = await readPasswordSealsOf(db, touched)
  return new Set(touched.filter((row) => row.password_seal === null || row.password_seal !== sealOf(row)))
}

/** The present state of a record that an import wrote. */
interface Present {
  id: number
  updated_at: string
  /** Its account was changed since it was made: its name, its email or its password. */
  is_account_touched: boolean
  has_signed_in: boolean
  has_other_role: boolean
}

const NO_ACCOUNT = { is_account_touched: false, has_signed_in: false, has_other_role: false }

/** Returns those of an import's records that are still there. */
export async function listPresent(
  db: Db,
  kind: RowsKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Present>> {
  if (kind !== 'students' && kind !== 'staff') {
    const among = sql<SqlBool>`id = any(${[...ids]})`
    const rows = await db.selectFrom(kind).select(['id', 'updated_at']).where(among).execute()
    return new Map(rows.map((row) => [row.id, { ...row, ...NO_ACCOUNT }]))
  }
  const { rows } = await sql<Present>`
    select person.id, person.updated_at, users.signed_in_at is not null as has_signed_in,
      users.updated_at <> users.created_at as is_account_touched,
      exists (select from user_roles held where held.user_id = users.id
        and held.role_id is distinct from person.role_id) as has_other_role
    from ${sql.table(kind)} person join users on users.id = person.user_id
    where person.id = any(${[...ids]})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns whether a transaction takes more statements: after a constraint has said no, it takes none. */
export const canGoOn = (tx: Tx): Promise<boolean> =>
  sql`select`.execute(tx).then(
    () => true,
    () => false,
  )
