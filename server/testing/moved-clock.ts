import { sql } from 'kysely'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * Moves the clock of the app and that of its database so many days on, as if they had passed. Every login is over then.
 * A statement of the app finds a `now` of ours before that of the system; what the database made of it before, as the
 * defaults of columns, keeps to the real one.
 */
export async function moveClock({ db }: TestApp, days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000, shouldAdvanceTime: true })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`create schema moved`.execute(db)
  await sql`create function moved.now() returns timestamptz language sql stable
    as ${sql.lit(`select pg_catalog.now() + interval '${days} days'`)}`.execute(db)
  await sql`grant usage on schema moved to public`.execute(db)
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path = moved, pg_catalog, public`.execute(db)
  // Connections that are open already have the former path.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`.execute(db)
}
