import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AttendanceCounts, DepartmentRecord } from '../../../shared/contract/attendance.ts'
import type { Caller } from '../../core/caller.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { type AskedAttendance, askedAttendance } from '../eligibility/asked.reads.ts'
import { endsAt } from './reads.ts'

type Standing = AttendanceCounts & Pick<DepartmentRecord, 'department' | 'planned'> & { rules: AskedAttendance }

/**
 * Selects the planned sessions of a group that have not ended. The fence (`offset 0`) keeps to the group's own: the
 * plans of the whole college are never read for one student.
 */
export const plannedOf = (group: RawBuilder<unknown>, zone: string) => sql`select id from attendance_sessions
  where group_id = ${group} and status = 'pending' and activity_date >= (now() at time zone ${zone})::date - 1
    and ${endsAt('attendance_sessions')} > now() at time zone ${zone} offset 0`

/**
 * Returns a student's entries in completed sessions and the number of planned sessions of the own groups, for each
 * department where there is either or an active group, with what rule sets ask for. A student sees the own alone.
 */
export async function readStandings(db: Db, caller: Caller, studentId: number): Promise<Standing[]> {
  const { zone } = caller
  const shown = within(caller, { department: 'd.id', student: ({ id }) => id === studentId })
  const { rows } = await sql<Standing>`
    with held as (
      select department_id, present, absent, leave from attendance_standings
      where student_id = ${studentId} and present + absent + leave > 0
    ), planned as (
      select link.department_id, count(s.id) as planned
      from student_groups link left join lateral (${plannedOf(sql`link.group_id`, zone)}) s on true
      where link.student_id = ${studentId} and link.status = 'active'
      group by link.department_id
    )
    select json_build_object('id', d.id, 'name', d.name) as department, coalesce(held.present, 0) as present,
      coalesce(held.absent, 0) as absent, coalesce(held.leave, 0) as leave, coalesce(planned.planned, 0) as planned,
      ${askedAttendance(sql`d.id`, sql`${studentId}::int`)} as rules
    from held full join planned using (department_id) join departments d on d.id = department_id
    where ${shown} order by d.name, d.id`.execute(db)
  return rows
}

/** Returns the days of a student's first and last counted session, `YYYY-MM-DD`; nothing while there is none. */
export async function findCountedDays(db: Db, caller: Caller, studentId: number) {
  const shown = within(caller, { department: 'entry.department_id', student: ({ id }) => id === studentId })
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(min(session.activity_date), 'YYYY-MM-DD') as first,
      to_char(max(session.activity_date), 'YYYY-MM-DD') as last
    from attendance_submissions entry join attendance_sessions session on session.id = entry.attendance_session_id
    where entry.student_id = ${studentId} and session.status = 'completed' and ${shown}`.execute(db)
  const { first, last } = rows[0] ?? {}
  return first && last ? { first, last } : undefined
}

/** True when a standing is below the minimum, by the exact share and not by the rounded percentage. */
export const isBelow = (minimum: number) =>
  sql<SqlBool>`standing.present * 100 < ${minimum}::int * (standing.present + standing.absent + standing.leave)`
