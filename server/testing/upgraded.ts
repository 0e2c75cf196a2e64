import { chmodSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { grantApp } from '../db/roles.ts'
import type { Db } from '../db/types.ts'
import { contentsOf, emptyDatabase, scratch } from './backups.ts'
import { databaseConfig } from './cluster.ts'
import { loadFormer, schemaOf } from './upgrades.ts'

type Rows = Record<string, unknown>[]
export type Contents = Record<string, Rows>

/** The changes that a migration is meant to make of the rows of before, and why. */
const RENAMED: Record<string, string> = { sessions: 'logins' }
const MEANT: Record<string, string> = {
  kysely_migration: 'the migrations that have run are more',
  kysely_migration_lock: 'Kysely’s own',
  feedback_participants: '0042 keeps who has answered by 32 neighbours',
  login_failures: '0009 forgets the failures of the version before: they counted for fifteen minutes',
}

/**
 * Tables that the server changes by itself once it runs, in its sweeps or at a sign-in: only `migrate` is held to
 * these.
 */
export const FLEETING: readonly string[] = [
  'logins',
  'password_resets',
  'email_links',
  'login_failures',
  'forgotten_calls',
  'known_devices',
  'idempotency_keys',
  'costly_calls',
  'day_amounts',
  'security_log',
  'library_uploads',
  // Downloads are counted.
  'library_downloads',
  'library_entries',
  'troubles',
  'feedback_waiting_responses',
  'feedback_anonymous_responses',
  'feedback_surveys',
  'users',
]

/** A former state in a database of its own, with a plain role for the app, and its data directory. */
export async function formerCollege(state: string) {
  const { db, config: owned } = await emptyDatabase()
  const { config, app } = inject('cluster')
  const { rows } = await sql<{ name: string; owner: string }>`
    select current_database() as name, current_user as owner`.execute(db)
  const [{ name = '', owner = '' } = {}] = rows
  const dataDir = scratch()
  chmodSync(dataDir, 0o777)
  const files = await loadFormer(state, owned, dataDir)
  const environment = {
    DATA_DIR: dataDir,
    UPGRADE_WITHOUT_BACKUP: 'yes',
    DATABASE_OWNER_URL: addressOf(owned),
    DATABASE_URL: addressOf(databaseConfig(config, name, app)),
  }
  return { db, owned, files, dataDir, environment, roles: { owner, app: app.user }, before: await contentsOf(db) }
}

/** An address of the test cluster's database, also where the cluster is on a socket. */
export function addressOf({ connectionString, host, port, user, password, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`
}

/** The schema of a new installation, with the app's rights. */
export async function freshSchema(): Promise<string[]> {
  const { db } = await emptyDatabase()
  const { app } = inject('cluster')
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(db)
  await migrate(db)
  await grantApp(db, app.user)
  return schemaOf(db, { owner: rows[0]?.owner ?? '', app: app.user })
}

/** The rows of before that are missing or have another value, by table. */
export async function lostIn(db: Db, before: Contents, except: readonly string[] = []): Promise<Contents> {
  const after = await contentsOf(db)
  const { rows: keys } = await sql<{ table: string; columns: string[] }>`
    select conrelid::regclass::text as table, array(select attname::text from pg_attribute
      where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace`.execute(db)
  const lost: Contents = {}
  for (const [former, rows] of Object.entries(before)) {
    const table = RENAMED[former] ?? former
    if (table in MEANT || except.includes(table)) continue
    const columns = keys.find((key) => key.table === table)?.columns ?? []
    const keyOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]))
    const byKey = new Map(after[table]?.map((row) => [keyOf(row), row]))
    const gone = rows.filter((row) => {
      const now = byKey.get(keyOf(row))
      return !now || Object.entries(row).some(([column, value]) => !same(now[column], value))
    })
    if (gone.length > 0) lost[table] = gone
  }
  return lost
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The sequences whose next id is taken already. */
export async function takenIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select d.refobjid::regclass::text as table, attname::text as column, d.objid::regclass::text as sequence
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_attribute on attrelid = d.refobjid and attnum = d.refobjsubid
    where d.deptype in ('i', 'a') and s.relnamespace = 'public'::regnamespace`.execute(db)
  const taken: string[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await sql<{ behind: boolean }>`select coalesce(max(${sql.ref(column)}), 0) >=
      (select last_value + is_called::int from ${sql.table(sequence)}) as behind from ${sql.table(table)}`.execute(db)
    if (found[0]?.behind) taken.push(sequence)
  }
  return taken
}
