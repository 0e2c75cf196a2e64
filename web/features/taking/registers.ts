import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { kind } from '../../offline/kinds.ts'
import type { RegisterBody } from './register.rules.ts'

/** The saved registers of a person, by session, each with the students of its list. */
export const registers = kind<RegisterBody, readonly RosterStudent[], { data: AttendanceSession }>('attendance', {
  title: 'Attendance',
  screen: '/attendance',
  stale: [attendanceSessions, attendanceSubmissions],
})

export type SentRegister = NonNullable<ReturnType<typeof registers.entryOf>>
