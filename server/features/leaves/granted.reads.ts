import { sql } from 'kysely'

/** The columns by which leave is looked for: of a student, and of a session. */
interface Columns {
  student: string
  session: number
}

/** Whether leave was granted to the student for the session: for its day, or for it. */
export const hasLeave = ({ student, session }: Columns) => sql<boolean>`exists (
  select from leave_answers answer
    join leaves on leaves.id = answer.leave_id
    join attendance_sessions session on session.id = ${session} and session.department_id = answer.department_id
  where answer.student_id = ${sql.ref(student)} and answer.status = 'granted' and (
    session.activity_date between leaves.first_day and leaves.last_day or exists (
      select from leave_sessions asked
      where asked.leave_id = leaves.id and asked.attendance_session_id = session.id)))`
