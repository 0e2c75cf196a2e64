import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { ToBeMended } from '../settings.ts'
import { refuseUnfit } from './fit.ts'
import { withoutLimits } from './patience.ts'
import type { Db, Tx, WayBack } from './types.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Every migration of this version, in the order in which they run. A landed one is never changed. */
export const migrationNames: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted()

const load = (name: string): Promise<Migration & { back?: WayBack }> => import(new URL(`${name}.ts`, FOLDER).href)

/** Returns how a migration is undone; undefined: it can't be. */
export const wayBackOf = async (name: string): Promise<WayBack | undefined> => (await load(name)).back

async function loadMigrations(): Promise<Record<string, Migration>> {
  return Object.fromEntries(await Promise.all(migrationNames.map(async (name) => [name, await load(name)])))
}

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: loadMigrations } })

const UNDEFINED_TABLE = '42P01'
/** Any number that nobody else uses: the lock of whoever changes the schema, held by its connection. */
export const SCHEMA_LOCK = 7_203_413

/** An upgrade that is about to begin: the migrations that have run, and those that are due. */
export interface Upgrade {
  done: readonly string[]
  due: readonly string[]
}

/** @throws ToBeMended with one line for people when a newer version has been here */
export function refuseNewerThan(done: readonly string[]): void {
  const unknown = done.find((name) => !migrationNames.includes(name))
  if (unknown !== undefined)
    throw new ToBeMended(
      `the database is of a newer Clinical eLog, with the migration ${unknown}: start that version, let it go back (npm run db:back), or put a backup of before the upgrade back into an empty place (npm run restore). Nothing was changed`,
    )
}

/**
 * Brings the database to this version's schema. One of several starting processes does it, and the others wait.
 * `beforehand` is called first where migrations have run before; what it throws stops the upgrade.
 * @throws Error with one line for people when a newer version has been here; then nothing was written
 */
export async function upgrade(db: Db, beforehand?: (upgrade: Upgrade) => Promise<void>): Promise<void> {
  const found = await migrationsIn(db).catch(async (error: unknown) => {
    // Not even to be read: who may, is said in a line.
    await refuseUnfit(db)
    throw error
  })
  if (isDeepStrictEqual(found, migrationNames)) return
  refuseNewerThan(found)
  await refuseUnfit(db)
  await withoutLimits(db, (unlimited) => whileLocked(unlimited, () => migrateAll(unlimited, beforehand)))
}

/** Makes the schema of a new database, or brings an old one to it without further ado. */
export const migrate = (db: Db): Promise<void> => upgrade(db)

async function migrateAll(db: Db, beforehand?: (upgrade: Upgrade) => Promise<void>): Promise<void> {
  // Another process may have been first.
  const done = await migrationsIn(db)
  refuseNewerThan(done)
  const due = migrationNames.filter((name) => !done.includes(name))
  if (due.length === 0) return
  if (done.length > 0) await beforehand?.({ done, due })
  const { error } = await migratorOf(db).migrateToLatest()
  if (error) throw error
}

/** The lock goes with the connection, should the process end. */
async function whileLocked(connection: Db, work: () => Promise<void>): Promise<void> {
  await sql`select pg_advisory_lock(${SCHEMA_LOCK})`.execute(connection)
  try {
    await work()
  } finally {
    await sql`select pg_advisory_unlock(${SCHEMA_LOCK})`.execute(connection)
  }
}

/** Makes the schema as it was after this migration, or as it is today, in a transaction of the caller's. */
export async function migrateWithin(tx: Tx, last?: string): Promise<void> {
  const migrator = migratorOf(tx)
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
}

/** Which migrations have run. In one statement, where the migrator asks many, for the many starts that have nothing to do. */
export async function migrationsIn(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}
