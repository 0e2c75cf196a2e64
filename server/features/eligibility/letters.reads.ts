import { sql } from 'kysely'
import type { ConditionStanding } from '../../../shared/contract/eligibility.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { all, within } from '../../core/scope.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import { plannedOf } from '../attendance/record.reads.ts'
import { countsTowards } from '../logbook/counting.reads.ts'
import { tasksGivenTo } from '../student-reports/tasks.reads.ts'

/** The day by which a student can do something for a condition in a department, `YYYY-MM-DD`. */
export interface KnownDay {
  student_id: number
  department_id: number
  condition: Extract<ConditionStanding['condition'], 'attendance' | 'logbook' | 'tasks'>
  day: string
}

/**
 * Returns the day of the last planned session, and the next last day of requirements that are not reached and of work
 * that is not handed in. Assessments have no day. One statement, which asks each index by student, group or requirement.
 */
export async function readKnownDays(
  db: Db,
  caller: Caller,
  students: readonly { student_id: number }[],
): Promise<KnownDay[]> {
  const today = sql`${dayIn(caller.zone)}::date`
  const own = within(caller, { department: 'link.department_id', student: all })
  const { rows } = await sql<KnownDay>`
    with chosen as materialized (select unnest(${students.map(({ student_id }) => student_id)}::int[]) as student_id),
    linked as materialized (select chosen.student_id, link.group_id, link.department_id
      from chosen cross join lateral (select group_id, department_id from student_groups
        where student_id = chosen.student_id and status = 'active' offset 0) link
      where ${own}),
    plans as materialized (select theirs.group_id, max(session.activity_date) as day
      from (select distinct group_id from linked) theirs
      cross join lateral (${plannedOf(sql`theirs.group_id`, caller.zone)}) planned
      join attendance_sessions session on session.id = planned.id group by theirs.group_id),
    days as (
      select linked.student_id, linked.department_id, 'attendance' as condition, max(plan.day) as day
        from linked join plans plan using (group_id) group by linked.student_id, linked.department_id
      union all
      select asked.student_id, task.department_id, 'logbook', min(task.end_date)
        from (select distinct linked.student_id, given.task_id
            from linked join task_groups given on given.group_id = linked.group_id) asked
          join tasks task on task.id = asked.task_id and task.status = 'active' and task.required_count is not null
            and task.end_date >= ${today}
          join skills skill on skill.id = task.skill_id
          cross join lateral (${countsTowards(sql`asked.student_id`)}) counts
        where counts.counted < task.required_count
        group by asked.student_id, task.department_id
      union all
      select who.student_id, link.department_id, 'tasks', min(tasks.end_date)
        from ${tasksGivenTo(sql`chosen`)} and ${own} and tasks.required_count is null
          and tasks.status = 'active' and tasks.end_date >= ${today} and work.status is distinct from 'submitted'
        group by who.student_id, link.department_id)
    select student_id, department_id, condition, to_char(day, 'YYYY-MM-DD') as day from days`.execute(db)
  return rows
}

/** The same for a file, with minutes to do it. */
export const readKnownDaysForExport = (...[db, ...of]: Parameters<typeof readKnownDays>) =>
  patiently(db, (reader) => readKnownDays(reader, ...of))
