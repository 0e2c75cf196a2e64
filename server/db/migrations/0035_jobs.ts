import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

/** The tables of the job queue, in a schema of their own, and the queues (ADR 0041). */
const text = readFileSync(new URL('0035_jobs.sql', import.meta.url), 'utf8')

const queues = [
  `select jobs.create_queue('mail', '{"policy": "standard"}')`,
  // At most one job of a sweep waits or runs.
  `select jobs.create_queue('sweeps', '{"policy": "exclusive"}')`,
]

/** The schema may be there already, made by somebody who may, for an owner who may not. */
async function ensureSchema(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ is_there: boolean; may_make: boolean; role: string }>`
    select exists (select from pg_namespace where nspname = 'jobs') as is_there, current_user as role,
      has_database_privilege(current_database(), 'create') as may_make`.execute(db)
  const [found] = rows
  if (!found || found.is_there) return
  if (!found.may_make)
    throw new Error(
      `the role ${found.role} may not make the schema of the job queue: create schema jobs authorization ${found.role}`,
    )
  await sql`create schema jobs`.execute(db)
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await ensureSchema(db)
  for (const statement of [text, ...queues]) await sql.raw(statement).execute(db)
}
