import { type RawBuilder, sql } from 'kysely'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'

type Session = Pick<AttendanceSession, 'id' | 'department_id' | 'activity_date'>

/** Values of a session that is known, or the columns of one that is joined. */
type SessionColumns = { [K in keyof Session]: Session[K] | RawBuilder<Session[K]> }

/** True when leave was granted for the session to the student of this column: for its day, or for it. */
export const hasLeave = (student: string, { id, department_id, activity_date }: SessionColumns) => sql<boolean>`exists (
  select from leave_answers answer join leaves on leaves.id = answer.leave_id
  where answer.student_id = ${sql.ref(student)} and answer.department_id = ${department_id}
    and answer.status = 'granted' and (
      ${activity_date}::date between leaves.first_day and leaves.last_day or exists (
        select from leave_sessions asked
        where asked.leave_id = leaves.id and asked.attendance_session_id = ${id})))`
