import { type Kysely, sql } from 'kysely'

const counted = (rows: string, sign = '') => `select assessment_id, ${sign}count(*) as results,
  ${sign}count(marks) as marked, ${sign}count(*) filter (where status = 'absent') as absent,
  ${sign}count(criteria_marks) as criteria
  from ${rows} group by assessment_id`

const addTo = (sign: '+' | '-', source: string) => `update assessments assessment set
  result_count = assessment.result_count ${sign} change.results,
  marked_count = assessment.marked_count ${sign} change.marked,
  absent_count = assessment.absent_count ${sign} change.absent,
  criteria_count = assessment.criteria_count ${sign} change.criteria
  from (${source}) change where assessment.id = change.assessment_id`

/**
 * An assessment may have criteria, and a result marks for each of them. The assessment carries how many results have
 * any: these keep its criteria as they are.
 */
const statements = [
  `alter table assessments
    add column criteria jsonb constraint assessments_criteria_check
      check (jsonb_typeof(criteria) = 'array' and jsonb_array_length(criteria) between 1 and 40),
    add column criteria_count integer not null default 0`,
  `alter table assessment_results
    add column criteria_marks jsonb constraint assessment_results_criteria_marks_check
      check (jsonb_typeof(criteria_marks) = 'array' and jsonb_array_length(criteria_marks) between 1 and 40),
    add constraint assessment_results_absent_criteria check (status <> 'absent' or criteria_marks is null)`,

  `create or replace function assessments_count_results() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${addTo('+', counted('added'))};
      elsif tg_op = 'DELETE' then ${addTo('-', counted('removed'))};
      else ${addTo(
        '+',
        `select assessment_id, sum(results) as results, sum(marked) as marked, sum(absent) as absent,
            sum(criteria) as criteria
          from (${counted('added')} union all ${counted('removed', '- ')}) both_sides group by assessment_id
          having sum(results) <> 0 or sum(marked) <> 0 or sum(absent) <> 0 or sum(criteria) <> 0`,
      )};
      end if;
      return null;
    end
  $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
