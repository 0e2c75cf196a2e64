import { type Kysely, sql } from 'kysely'

/**
 * The columns and indexes of the dashboard's day: since when a person has not seen the news, the work that has no marks
 * by task and since when it waits, and the assessments that have no results.
 */
const statements = [
  `create table news_seen (
    user_id integer not null references users (id) on delete cascade,
    kind text not null check (kind in ('new-marks', 'new-results')),
    seen_at timestamptz(3) not null,
    primary key (user_id, kind)
  )`,
  'create index task_submissions_ungraded on task_submissions (task_id, date_time) where marks is null',
  `create index assessments_unmarked on assessments (department_id, id) where status = 'active' and marked_count = 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
