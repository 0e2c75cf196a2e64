import type { Feature } from '../../feature.ts'
import { attendancePack } from './pack.ts'
import { attendanceRoutes } from './routes.ts'
import {
  attendanceLow,
  ownRegisters,
  registersByDepartment,
  registersNotTaken,
  registersWithLeave,
  sessionsSoon,
} from './today.reads.ts'

export const attendance: Feature = {
  routes: attendanceRoutes,
  tables: ['attendance_sessions', 'attendance_submissions', 'attendance_standings', 'attendance_session_counts'],
  today: [attendanceLow, ownRegisters, registersByDepartment, registersNotTaken, registersWithLeave, sessionsSoon],
  packPart: attendancePack,
}
