import type { Db } from '../../db/types.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields } from './adding.ts'
import { staffMakers } from './staff.ts'

export function attendanceMakers(db: Db) {
  const { user } = accountMakers(db)
  const { staff } = staffMakers(db)
  return {
    /** The group's, on 10 March 2026 from nine to ten; held by a new staff member unless a test names one. */
    session: async (groupId: number, fields: Fields<'attendance_sessions'> = {}) => {
      const { batch_id, department_id } = await db
        .selectFrom('groups')
        .select(['batch_id', 'department_id'])
        .where('id', '=', groupId)
        .executeTakeFirstOrThrow()
      return add(db, 'attendance_sessions', {
        group_id: groupId,
        batch_id,
        department_id,
        activity_date: '2026-03-10',
        start_time: '09:00',
        end_time: '10:00',
        staff_id: fields.staff_id ?? (await staff(await user(), department_id)),
        ...(fields.status === 'completed' ? { taken_at: new Date() } : {}),
        ...fields,
      })
    },

    /** A student's in a session; present unless a test says otherwise. */
    entry: (sessionId: number, studentId: number, fields: Fields<'attendance_submissions'> = {}) =>
      add(db, 'attendance_submissions', {
        attendance_session_id: sessionId,
        student_id: studentId,
        status: 'present',
        ...fields,
      }),
  }
}
