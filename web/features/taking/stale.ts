import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'

/** The contracts of everything that shows or counts a register. */
export const STALE = [attendanceSessions, attendanceSubmissions]
