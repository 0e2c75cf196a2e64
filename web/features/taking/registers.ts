import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { kind } from '../../offline/kinds.ts'
import type { RegisterBody } from './register.rules.ts'

/** The saved registers of a person, by session, each with the students of its list. */
export const registers = kind<RegisterBody, readonly RosterStudent[], { data: AttendanceSession }>('attendance', {
  title: 'Attendance',
  screen: '/attendance',
  stale: async () => (await import('./stale.ts')).STALE,
})

export type SentRegister = NonNullable<ReturnType<typeof registers.entryOf>>
