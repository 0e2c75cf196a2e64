import { type Kysely, sql } from 'kysely'

/** A single task may have criteria, and a submission marks for each of them. */
const statements = [
  `alter table tasks
    add column criteria jsonb constraint tasks_criteria_check
      check (jsonb_typeof(criteria) = 'array' and jsonb_array_length(criteria) between 1 and 40),
    add constraint tasks_bulk_criteria check (task_type = 'single' or criteria is null)`,
  `alter table task_submissions
    add column criteria_marks jsonb constraint task_submissions_criteria_marks_check
      check (jsonb_typeof(criteria_marks) = 'array' and jsonb_array_length(criteria_marks) between 1 and 40)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
