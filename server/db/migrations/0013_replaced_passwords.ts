import { type Kysely, sql } from 'kysely'

/** Who gave the account a new initial password after its person had signed in; told to the person until they choose one. */
const statements = ['alter table users add column password_replaced_by text']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
