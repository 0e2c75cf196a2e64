import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { within } from '../../core/scope.ts'
import { type Days, wasAskedIn } from '../memberships/days.reads.ts'

interface CountedTasks {
  student_id: number
  assigned: number
  submitted: number
}

export const every = (conditions: RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`

/** The rows that count of a table with departments: those of the chosen one, and for staff of a department the own only. */
export function departmentCounts(
  caller: Caller,
  departmentId: number | undefined,
  column: string,
): RawBuilder<SqlBool> {
  const own = [within(caller, { department: column })]
  return every(departmentId === undefined ? own : [...own, sql`${sql.ref(column)} = ${departmentId}`])
}

export type Students = RawBuilder<{ student_id: number }>

const WITH_WORK = sql`join task_groups given on given.group_id = link.group_id
    join tasks on tasks.id = given.task_id
    left join lateral (select id, status from task_submissions
      where task_id = tasks.id and student_id = who.student_id offset 0) work on true`

/**
 * The tasks that are active, or that the student has handed in, of the groups that each student is in now (`who`, `link`,
 * `tasks`, and the student's `work` if there is some).
 */
export const tasksGivenTo = (students: Students) => sql`${students} who
    cross join lateral (select group_id, department_id from student_groups
      where student_id = who.student_id and status = 'active' offset 0) link
    ${WITH_WORK}
    where (tasks.status = 'active' or work.id is not null)`

/** The same of the groups of these days, asked on one of them. A task with a last day is set inactive after it. */
const tasksAskedIn = (students: Students, days: Days, zone: string) => sql`${students} who
    cross join lateral (select group_id, department_id, first_day, status, left_on from student_groups
      where student_id = who.student_id offset 0) link
    ${WITH_WORK}
    where (tasks.status = 'active' or work.id is not null or (tasks.status = 'inactive' and tasks.end_date is not null))
      and ${wasAskedIn('link', days, zone)}`

/** Counts these tasks for all students at once. Returned work is not handed in until it is sent again. */
export const countTasks = (
  caller: Caller,
  {
    department_id,
    group_id,
    days,
  }: { department_id?: number | undefined; group_id?: number | undefined; days?: Days | undefined },
  students: Students,
) =>
  sql<CountedTasks>`(select who.student_id, count(distinct tasks.id) as assigned,
      count(distinct tasks.id) filter (where work.status = 'submitted') as submitted
    from ${days ? tasksAskedIn(students, days, caller.zone) : tasksGivenTo(students)}
      and ${departmentCounts(caller, department_id, 'link.department_id')}
      and ${every(group_id === undefined ? [] : [sql`link.group_id = ${group_id}`])}
    group by who.student_id)`.as<'work'>('work')
