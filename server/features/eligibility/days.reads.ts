import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedOf } from '../attendance/record.reads.ts'
import { countsIn, isInBatchIn, onDay } from '../memberships/days.reads.ts'
import { tasksGivenTo } from '../student-reports/tasks.reads.ts'

// Eligibility of a former day (docs/decisions/0088-eligibility-of-a-day.md). Without a day each part is that of now.

/** True of links of `student_groups` that count on the day. */
export const inGroupOn = (link: string, day: string | undefined) =>
  day === undefined ? sql<SqlBool>`${sql.ref(`${link}.status`)} = 'active'` : countsIn(link, onDay(day))

/** True of links of `student_batches` that count on the day. */
export const inBatchOn = (link: string, day: string | undefined, zone: string) =>
  day === undefined ? sql<SqlBool>`${sql.ref(`${link}.status`)} = 'active'` : isInBatchIn(link, onDay(day), zone)

/** Selects a group's sessions that are, or were on the day, still to come. */
export const plannedOn = (group: RawBuilder<unknown>, day: string | undefined, zone: string) =>
  day === undefined
    ? plannedOf(group, zone)
    : sql`select id from attendance_sessions
        where group_id = ${group} and status <> 'cancelled' and activity_date > ${day}::date offset 0`

/** Selects a student's entries by department: the sums that are kept, or counted until the day. */
export const heldUntil = (student: RawBuilder<unknown>, day: string | undefined) =>
  day === undefined
    ? sql`select department_id, present, absent, leave from attendance_standings where student_id = ${student} offset 0`
    : sql`select session.department_id, count(*) filter (where entry.status = 'present') as present,
          count(*) filter (where entry.status = 'absent') as absent, count(*) filter (where entry.status = 'leave') as leave
        from attendance_submissions entry join attendance_sessions session on session.id = entry.attendance_session_id
        where entry.student_id = ${student} and session.status = 'completed' and session.activity_date <= ${day}::date
        group by session.department_id`

/** True of requirements (`task`) that are asked, or were on the day. One with a last day is set inactive after it. */
export const isAskedOn = (task: string, day: string | undefined, zone: string) => {
  const column = (name: string) => sql.ref(`${task}.${name}`)
  if (day === undefined) return sql<SqlBool>`${column('status')} = 'active'`
  return sql<SqlBool>`(${column('status')} = 'active' or ${column('end_date')} is not null)
    and coalesce(${column('start_date')}, (${column('created_at')} at time zone ${zone})::date) <= ${day}::date`
}

/** The tasks of each student (`who`, `link`, `tasks`, `work`) by the groups of the day, with what was handed in by then. */
export const tasksGivenOn = (day: string | undefined, zone: string) =>
  day === undefined
    ? tasksGivenTo(sql`chosen`)
    : sql`chosen who join linked link on link.student_id = who.student_id
        join task_groups given on given.group_id = link.group_id
        join tasks on tasks.id = given.task_id
        left join lateral (select status from task_submissions where task_id = tasks.id and student_id = who.student_id
          and (date_time at time zone ${zone})::date <= ${day}::date offset 0) work on true
        where (work.status is not null or ${isAskedOn('tasks', day, zone)})`

/** True where work is, or was on the day, handed in or can be. */
export const isPossibleOn = (day: string | undefined) =>
  sql<SqlBool>`(tasks.status = 'active' or work.status = 'submitted'
    or ${day === undefined ? sql`false` : sql`coalesce(tasks.end_date >= ${day}::date, false)`})`

/** True of exemptions (`given`) that stand, or stood at the end of the day. */
export const standsOn = (day: string | undefined, zone: string) =>
  day === undefined
    ? sql<SqlBool>`given.withdrawn_at is null`
    : sql<SqlBool>`(given.granted_at at time zone ${zone})::date <= ${day}::date
        and coalesce((given.withdrawn_at at time zone ${zone})::date > ${day}::date, true)`
