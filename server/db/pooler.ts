import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { isDatabaseGone } from './database-errors.ts'
import type { Db } from './types.ts'

/** Any number; several processes that start at once would fail over each other. */
const ROLE_LOCK = 7_014

const TRIES = 5
const AGAIN_MS = 300
const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where usename = current_user and datname = current_database()`

const POOLER = 'set DATABASE_POOLER=transaction where a pooler such as PgBouncer stands in between'

/** A pooler's refusal of what a connection says at connecting, with what to do about it. */
export function withPoolerHint(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /startup parameter/.test(text) ? `${text}: ${POOLER}` : text
}

/** @throws Error with one line for people when what a connection was to have is not what it has */
export function refuseIgnored(settings: Record<string, string>, found: Record<string, string>): void {
  const ignored = Object.keys(settings).filter((name) => found[name] !== settings[name])
  if (ignored.length > 0) throw new Error(`it does not take the ${ignored.join(', ')} of a connection: ${POOLER}`)
}

/**
 * Makes the settings that a connection would have said at connecting the role's own, in this database. A role may do so
 * for itself. The pooler's connections of before have others: they are ended, once, and requests on them answered 503.
 * @throws Error with one line for people when connections have other settings all the same
 */
export async function settleRole(db: Db, pool: pg.Pool, settings: Record<string, string>): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await setForRole(db, settings)
      const other = await otherThan(pool, settings)
      if (other.length === 0) return
      if (left === 0)
        throw new Error(`its connections have another ${other.join(', ')} than their role: let the pooler connect anew`)
      // This one among them, so that it ends with an error.
      await pool.query(END_ALL).catch(() => undefined)
    } catch (error) {
      // Another process that starts has ended this connection too.
      if (left === 0 || !isDatabaseGone(error)) throw error
    }
    await sleep(AGAIN_MS)
  }
}

/** Does nothing when they are set, as at most starts. */
async function setForRole(db: Db, settings: Record<string, string>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ROLE_LOCK})`.execute(tx)
    const { rows } = await sql<{ role: string; database: string; kept: string[] | null }>`
      select current_user as role, current_database() as database, (select setconfig from pg_db_role_setting
        where setrole = current_user::regrole and setdatabase = d.oid) as kept
      from pg_database d where datname = current_database()`.execute(tx)
    const [{ role, database, kept } = { role: '', database: '', kept: null }] = rows
    const known = new Set(kept?.map((one) => one.toLowerCase()))
    for (const [name, value] of Object.entries(settings))
      if (!known.has(`${name}=${value}`.toLowerCase()))
        await sql`alter role ${sql.id(role)} in database ${sql.id(database)}
          set ${sql.id(name)} to ${sql.lit(value)}`.execute(tx)
  })
}

/** The names of what a connection of the pooler has otherwise. */
async function otherThan(pool: pg.Pool, settings: Record<string, string>): Promise<string[]> {
  const names = Object.keys(settings)
  const { rows } = await pool.query<{ found: string[] }>(
    'select array(select current_setting(name) from unnest($1::text[]) with ordinality as t (name, at) order by at) as found',
    [names],
  )
  return names.filter((name, at) => rows[0]?.found[at] !== settings[name])
}
