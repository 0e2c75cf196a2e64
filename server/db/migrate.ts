import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { withoutLimits } from './patience.ts'
import type { Db, Tx } from './types.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Every migration of this version, in the order in which they run. A landed one is never changed. */
export const migrationNames: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted()

async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = migrationNames.map(async (name) => [name, await import(new URL(`${name}.ts`, FOLDER).href)])
  return Object.fromEntries(await Promise.all(loaded))
}

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: loadMigrations } })

const UNDEFINED_TABLE = '42P01'

/**
 * Brings the database to this version's schema. Kysely's lock lets one of several starting processes do it.
 * @throws Error with one line for people when a newer version has been here; then nothing was written
 */
export async function migrate(db: Db): Promise<void> {
  const done = await migrationsIn(db)
  if (isDeepStrictEqual(done, migrationNames)) return
  const unknown = done.find((name) => !migrationNames.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `the database is of a newer Clinical eLog, with the migration ${unknown}: start that version, or put a backup of before the upgrade back into an empty place (npm run restore). Nothing was changed`,
    )
  const { error } = await withoutLimits(db, (unlimited) => migratorOf(unlimited).migrateToLatest())
  if (error) throw error
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
