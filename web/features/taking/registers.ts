import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { kind } from '../../offline/kinds.ts'
import type { RegisterBody } from './register.rules.ts'

/** Registers that a person has saved, by session; about each, the students of the list on which they were marked. */
export const registers = kind<RegisterBody, readonly RosterStudent[], { data: AttendanceSession }>('attendance', {
  title: 'Attendance',
  screen: '/attendance',
  stale: [attendanceSessions, attendanceSubmissions],
})

export type SentRegister = NonNullable<ReturnType<typeof registers.entryOf>>
