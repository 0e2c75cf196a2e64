import { type Kysely, sql } from 'kysely'

/**
 * Anonymous responses that the results do not show yet are sealed, and lie in a table of their own: readable ones would
 * be those of the last few students who answered. No version had the column `is_counted`, so there are no waiting
 * responses to move: what a developer's database has of them is shown, where it is enough.
 */
const statements = [
  `create table feedback_waiting_responses (
    feedback_survey_id integer not null references feedback_surveys,
    id uuid not null,
    sealed bytea not null,
    primary key (feedback_survey_id, id)
  )`,
  // Nothing sealed can be compressed.
  'alter table feedback_waiting_responses alter column sealed set storage external',
  'drop index feedback_anonymous_responses_waiting',
  'alter table feedback_anonymous_responses drop column is_counted',

  // The keys by which a sending is known when it comes again, sorted, so that nothing tells which came when.
  `alter table feedback_participants add column send_keys uuid[] not null default '{}'
    check (array_position(send_keys, null) is null)`,
  // Students who have answered since the results last went on, sorted, for surveys that a student may answer several
  // times.
  `alter table feedback_participants add column recent_ids integer[] not null default '{}'
    check (array_position(recent_ids, null) is null)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
