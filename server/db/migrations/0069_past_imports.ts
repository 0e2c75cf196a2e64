import { type Kysely, sql } from 'kysely'

/** Imports of past results and past attendance, with the assessments and sessions that they made or set evaluated. */
const statements = [
  'alter table imports drop constraint imports_kind_check',
  `alter table imports add constraint imports_kind_check
    check (kind in ('students', 'staff', 'skills', 'results', 'attendance'))`,
  'alter table import_rows drop constraint import_rows_entity_check',
  `alter table import_rows add constraint import_rows_entity_check
    check (entity in ('student', 'staff', 'skill', 'batch', 'department', 'designation', 'group', 'assessment',
      'assessment_result', 'attendance_session', 'attendance_submission'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
