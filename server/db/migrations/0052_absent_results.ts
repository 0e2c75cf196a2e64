import { type Kysely, sql } from 'kysely'

/** Counts an assessment's results, those with marks and those of absent students, of a statement's rows. */
const counted = (rows: string, sign = '') => `select assessment_id, ${sign}count(*) as results,
  ${sign}count(marks) as marked, ${sign}count(*) filter (where status = 'absent') as absent
  from ${rows} group by assessment_id`

const addTo = (sign: '+' | '-', source: string) => `update assessments assessment set
  result_count = assessment.result_count ${sign} change.results,
  marked_count = assessment.marked_count ${sign} change.marked,
  absent_count = assessment.absent_count ${sign} change.absent
  from (${source}) change where assessment.id = change.assessment_id`

/** Adds what the rows of this source count for; `n` is 1 for each that is there, and -1 for each that has gone. */
const keep = (source: string) => `insert into assessment_counts as known
    (group_id, status, department_id, batch_id, assessments, results, absent)
  select group_id, status, department_id, batch_id, sum(n), sum(n * result_count), sum(n * absent_count)
  from (${source}) counted group by group_id, status, department_id, batch_id
  having sum(n) <> 0 or sum(n * result_count) <> 0 or sum(n * absent_count) <> 0
  order by group_id, status
  on conflict (group_id, status) do update set assessments = known.assessments + excluded.assessments,
    results = known.results + excluded.results, absent = known.absent + excluded.absent`

const ADDED = 'select added.*, 1 as n from added'
const REMOVED = 'select removed.*, -1 as n from removed'

/**
 * A result may be that of an absent student, which has no marks. Assessments, and groups by status, carry how many
 * these are, so that lists of results in one status are counted as fast as before.
 */
const statements = [
  `alter table assessment_results
    drop constraint assessment_results_status_check,
    add constraint assessment_results_status_check check (status in ('submitted', 'absent')),
    add constraint assessment_results_absent_marks check (status <> 'absent' or marks is null)`,
  'alter table assessments add column absent_count integer not null default 0',
  'alter table assessment_counts add column absent integer not null default 0',

  `create or replace function assessments_count_results() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${addTo('+', counted('added'))};
      elsif tg_op = 'DELETE' then ${addTo('-', counted('removed'))};
      else ${addTo(
        '+',
        `select assessment_id, sum(results) as results, sum(marked) as marked, sum(absent) as absent
          from (${counted('added')} union all ${counted('removed', '- ')}) both_sides group by assessment_id
          having sum(results) <> 0 or sum(marked) <> 0 or sum(absent) <> 0`,
      )};
      end if;
      return null;
    end
  $$`,

  `create or replace function assessments_keep_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${keep(ADDED)};
      elsif tg_op = 'UPDATE' then ${keep(`${ADDED} union all ${REMOVED}`)};
      else ${keep(REMOVED)};
      end if;
      return null;
    end
  $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
