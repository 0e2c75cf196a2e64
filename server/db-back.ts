// `npm run db:back -- <the former version's directory, or its last migration>`: takes the database back to the schema of a
// former version, which can then be started again. It keeps all that was written since, or refuses.

import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { connectAlone } from './db/alone.ts'
import { SCHEMA_LOCK } from './db/migrate.ts'
import { embeddedDirectory } from './db/reach.ts'
import type { Tx } from './db/types.ts'
import { oldestReached, undoTo } from './db/way-back.ts'
import { refuseHalfRestored, refuseMoved } from './machine/data-directory.ts'
import { startEmbedded } from './machine/embedded.ts'
import { readSettings, type Settings } from './settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Opens the database as its owner; an embedded one is started for this, which a server that runs does not allow. */
async function openOwned(settings: Settings): Promise<{ config: pg.PoolConfig; close(): Promise<void> }> {
  const url = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL
  if (url) return { config: { connectionString: url }, close: async () => undefined }
  const { host, port, user, database, stop } = await startEmbedded(embeddedDirectory(settings.DATA_DIR))
  return { config: { host, port, user, database }, close: stop }
}

/** The last migration of the version to go back to: it is named, or the version's directory is. */
async function targetOf(given: string | undefined): Promise<string> {
  if (!given)
    throw new Error(
      `say to where: npm run db:back -- <the former version’s directory, or its last migration>. This version goes back as far as ${await oldestReached()}`,
    )
  const migrations = join(resolve(given), 'server/db/migrations')
  if (!existsSync(migrations)) return given
  const names = readdirSync(migrations).filter((name) => name.endsWith('.ts'))
  return names.toSorted().at(-1)?.slice(0, -'.ts'.length) ?? ''
}

/**
 * Refuses to go on beside a server, and keeps any other from starting until the transaction ends.
 * @throws Error with one line for people
 */
async function refuseServed(tx: Tx): Promise<void> {
  const { rows: locks } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${SCHEMA_LOCK}) as free`.execute(tx)
  if (!locks[0]?.free) throw new Error('a server is just being started: stop it first')
  await sql`lock table kysely_migration in access exclusive mode`.execute(tx)
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and application_name like 'clinical-elog%' and pid <> pg_backend_pid()`.execute(tx)
  if (rows.length > 0) throw new Error('a server runs on this database: stop it first, and all others that do')
}

async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2)
  const target = await targetOf(rest.length > 0 ? undefined : given)
  const settings = readSettings(process.env)
  refuseHalfRestored(settings.DATA_DIR)
  refuseMoved(settings)
  const { config, close } = await openOwned(settings)
  try {
    const alone = await connectAlone(config)
    try {
      const { undone, forgotten } = await alone.db.transaction().execute(async (tx) => {
        await refuseServed(tx)
        return undoTo(tx, target)
      })
      // An upgrade that changed no schema is gone back from in the same way.
      say(undone.length > 0 ? `Undone: ${undone.join(', ')}.` : 'There is nothing to undo.')
      for (const words of forgotten) say(`Forgotten: ${words}.`)
      say(`The database is as ${target} has left it, with everything written since. Start that version.`)
    } finally {
      await alone.close()
    }
  } finally {
    await close()
  }
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`Nothing was changed: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  },
)
