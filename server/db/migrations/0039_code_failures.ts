import { type Kysely, sql } from 'kysely'

/** Which failures were at a code of the second factor: what proves only the password does not forget them. */
const statements = ['alter table login_failures add column of_code boolean not null default false']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
