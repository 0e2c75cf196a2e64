import { sql } from 'kysely'
import type { StudentReport } from '../../../shared/contract/student-reports.ts'
import type { Caller } from '../../core/caller.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { startsAt } from '../attendance/reads.ts'
import { ENTRIES_BY_STATUS, isOfDays, type ReportOf } from './reads.ts'
import { withSummary } from './rules.ts'
import { countTasks, departmentCounts } from './tasks.reads.ts'

type StudentReportOf = Pick<ReportOf, 'department_id' | 'status' | 'days'>

/** Sessions in a student's report, and in its export, which is kept: all of five years and more. */
const RECENT = 10
export const EXPORTED_SESSIONS = 2000

/** A student's entries of the sessions that count. */
const entriesOf = (caller: Caller, studentId: number, { department_id, status = 'completed', days }: StudentReportOf) =>
  sql`from attendance_submissions entry
    join attendance_sessions on attendance_sessions.id = entry.attendance_session_id
    where entry.student_id = ${studentId} and attendance_sessions.status = ${status}
      and ${departmentCounts(caller, department_id, 'attendance_sessions.department_id')}
      and ${isOfDays({ days }, 'attendance_sessions.activity_date')}`

/**
 * Returns one student's tasks, attendance and latest sessions (ten, unless told), of all departments that the caller
 * sees or of one.
 */
export async function findStudentReport(
  db: Db,
  caller: Caller,
  studentId: number,
  of: StudentReportOf,
  sessions = RECENT,
): Promise<StudentReport | undefined> {
  const entries = entriesOf(caller, studentId, of)
  const row = await db
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .leftJoin('batches', 'batches.id', 'link.batch_id')
    .leftJoin(countTasks(caller, of, sql`(select ${studentId}::int as student_id)`), 'work.student_id', 'students.id')
    .innerJoin(
      sql<{ present: number; absent: number; leave: number }>`(select ${ENTRIES_BY_STATUS} ${entries})`.as('entries'),
      (join) => join.onTrue(),
    )
    .select([
      'students.id as student_id',
      'users.name',
      'students.roll_no',
      'students.status',
      sql<number>`coalesce(work.assigned, 0)`.as('tasks_assigned'),
      sql<number>`coalesce(work.submitted, 0)`.as('tasks_submitted'),
      'entries.present',
      'entries.absent',
      'entries.leave',
      'batches.id as batch_id',
      'batches.name as batch_name',
      sql<
        StudentReport['recent_attendance']
      >`(select coalesce(json_agg(latest), '[]') from (select id, date_time, status,
          session_remarks from (select entry.id, entry.status, attendance_sessions.remarks as session_remarks,
            attendance_sessions.activity_date, attendance_sessions.start_time,
            to_char(${startsAt(caller.zone)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date_time
            ${entries} offset 0) own
          order by activity_date desc, start_time desc, id desc limit ${sessions}) latest)`.as('recent_attendance'),
    ])
    .where('students.id', '=', studentId)
    .where(within(caller, { department: all }))
    .executeTakeFirst()
  if (!row) return undefined
  const { batch_id, batch_name, recent_attendance, ...figures } = row
  return {
    ...withSummary(figures),
    batch: batch_id === null || batch_name === null ? null : { id: batch_id, name: batch_name },
    recent_attendance,
  }
}
