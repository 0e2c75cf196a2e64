import { type Kysely, sql } from 'kysely'

/** An index of those who are here now: of ten years of students, most have left. */
const statements = [`create index students_active on students (id) where status = 'active'`]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
