import { type Kysely, sql } from 'kysely'

/** A login is named by a number, so that its person can end it from elsewhere: neither token nor hash leaves the server. */
const statements = ['alter table logins add column id integer generated always as identity, add unique (id)']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
