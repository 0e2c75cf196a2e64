import { type RawBuilder, sql } from 'kysely'

/** The greatest minimum of attendance that rule sets ask for, and whether they hold instead of the college's own. */
export interface AskedAttendance {
  asked: number | null
  is_based: boolean
}

/** Selects it for a student in a department: of the batch's rule set, else the college's, and of those of the department. */
export const askedAttendance = (department: RawBuilder<unknown>, student: RawBuilder<unknown>) =>
  sql<AskedAttendance>`(with own as (select batch_id from student_batches where student_id = ${student} and status = 'active')
    select json_build_object('asked', max(rule.attendance), 'is_based', coalesce(bool_or(rule.department_id is null), false))
    from eligibility_rule_sets rule
    where (rule.department_id = ${department} and (rule.batch_id is null or rule.batch_id in (select batch_id from own)))
      or rule.id = (select base.id from eligibility_rule_sets base where base.department_id is null
        and (base.batch_id is null or base.batch_id in (select batch_id from own)) order by base.batch_id nulls last limit 1))`
