import { sql } from 'kysely'
import type { AttendanceSubmission } from '../../../shared/contract/attendance.ts'
import type { Caller } from '../../core/caller.ts'
import { within } from '../../core/scope.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import type { PackOf } from '../../documents/packs/part.ts'

interface RegisteredGroup {
  id: number
  name: string
  department_id: number
  department_name: string
}

/** Returns the groups of a batch that had a session in the time, by department. */
export async function listRegisteredGroups(db: Db, caller: Caller, { batch, from, to }: PackOf) {
  const { rows } = await sql<RegisteredGroup>`
    select groups.id, groups.name, departments.id as department_id, departments.name as department_name
    from groups join departments on departments.id = groups.department_id
    where groups.id in (select group_id from attendance_sessions
        where batch_id = ${batch.id} and activity_date between ${from} and ${to})
      and ${within(caller, { department: 'groups.department_id' })}
    order by departments.name, departments.id, groups.name, groups.id`.execute(db)
  return rows
}

export interface RegisterEntry extends Pick<AttendanceSubmission, 'status' | 'remarks'> {
  session_id: number
  student_id: number
  name: string
  roll_no: string | null
}

/** Returns what the registers of a group say in the time, by roll number. */
export const listRegisterEntries = (db: Db, caller: Caller, groupId: number, { from, to }: PackOf) =>
  patiently(db, async (reader) => {
    const { rows } = await sql<RegisterEntry>`
      select entry.attendance_session_id as session_id, entry.student_id, users.name, students.roll_no,
        entry.status, entry.remarks
      from attendance_sessions session
      join attendance_submissions entry on entry.attendance_session_id = session.id
      join students on students.id = entry.student_id
      join users on users.id = students.user_id
      where session.group_id = ${groupId} and session.activity_date between ${from} and ${to}
        and ${within(caller, { department: 'session.department_id' })}
      order by students.roll_no, students.id, session.activity_date, session.start_time, session.id`.execute(reader)
    return rows
  })
