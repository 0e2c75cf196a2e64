import { type Kysely, sql } from 'kysely'

/** A sign-in opens a login. A session is what attendance is taken of, and nothing else. */
const statements = [
  'alter table sessions rename to logins',
  'alter table logins rename constraint sessions_pkey to logins_pkey',
  'alter table logins rename constraint sessions_user_id_fkey to logins_user_id_fkey',
  'alter index sessions_user_id rename to logins_user_id',
  'alter index sessions_expires_at rename to logins_expires_at',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
