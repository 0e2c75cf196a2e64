import { type Kysely, sql } from 'kysely'

/** When students were last reminded of a survey, and the surveys of which it is told what was changed. */
const statements = [
  'alter table feedback_surveys add column reminded_at timestamptz(3)',
  `create index feedback_surveys_changes_at on feedback_surveys (changes_at desc, id desc)
    where changes_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
