import { type Kysely, sql } from 'kysely'

/** A login that the college's identity provider vouched for: its person was asked for no password here, nor is for a new one. */
const statements = ['alter table logins add column by_provider boolean not null default false']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
