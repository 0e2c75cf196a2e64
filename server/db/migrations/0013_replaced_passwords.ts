import { type Kysely, sql } from 'kysely'

/**
 * The name of the person who gave the account a new initial password after its owner had signed in; told to the owner
 * until they choose one.
 */
const statements = ['alter table users add column password_replaced_by text']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
