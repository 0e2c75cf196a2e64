import { type Kysely, sql } from 'kysely'

/**
 * Results of anonymous surveys are shown when they have ended, of all responses at once. Waiting responses stay sealed
 * until somebody looks: also those of ended surveys that the rule of before has never shown. The students who have
 * answered are kept by 32 neighbours, so that one more response writes no more of it than that; and the keys of
 * sendings, which name nobody, in rows of their own.
 */
const statements = [
  'alter table feedback_surveys add column is_shown boolean not null default false',

  `create table feedback_send_keys (
    feedback_survey_id integer not null references feedback_surveys on delete cascade,
    send_key uuid not null,
    primary key (feedback_survey_id, send_key)
  )`,
  `insert into feedback_send_keys
    select feedback_survey_id, unnest(send_keys) from feedback_participants order by 1, 2`,

  `alter table feedback_participants
    drop constraint feedback_participants_pkey, drop column send_keys, drop column recent_ids,
    add column neighbours integer,
    add column day date,
    add column day_ids integer[] not null default '{}' check (array_position(day_ids, null) is null)`,
  `insert into feedback_participants (feedback_survey_id, neighbours, student_ids)
    select feedback_survey_id, student / 32, array_agg(student order by student)
    from (select feedback_survey_id, unnest(student_ids) as student from feedback_participants) as answered
    group by 1, 2 order by 1, 2`,
  'delete from feedback_participants where neighbours is null',
  'alter table feedback_participants add primary key (feedback_survey_id, neighbours)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
