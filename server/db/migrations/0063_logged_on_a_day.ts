import { type Kysely, sql } from 'kysely'

/** Each logging counts what its student has logged today: without this index it looks at all that came before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index log_entries_created_at on log_entries (student_id, created_at)`.execute(db)
}
