import { accounts } from '../../shared/contract/accounts.ts'
import { attendanceSessions } from '../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../shared/contract/attendance-submissions.ts'
import { audit } from '../../shared/contract/audit.ts'
import { auth, users } from '../../shared/contract/auth.ts'
import { batches } from '../../shared/contract/batches.ts'
import { dashboard } from '../../shared/contract/dashboard.ts'
import { departments } from '../../shared/contract/departments.ts'
import { designations } from '../../shared/contract/designations.ts'
import { groups, studentGroups } from '../../shared/contract/groups.ts'
import { health } from '../../shared/contract/health.ts'
import { staffImports, studentImports } from '../../shared/contract/imports.ts'
import { roles } from '../../shared/contract/roles.ts'
import { securityLog } from '../../shared/contract/security-log.ts'
import { staff } from '../../shared/contract/staff.ts'
import { studentReports } from '../../shared/contract/student-reports.ts'
import { studentBatches, students } from '../../shared/contract/students.ts'
import { submissions } from '../../shared/contract/submissions.ts'
import { tasks } from '../../shared/contract/tasks.ts'
import type { Endpoint } from '../../shared/endpoint.ts'

/** Every declared endpoint, for the tests that walk them all. */
export const declaredEndpoints: Endpoint[] = [
  health,
  auth,
  users,
  accounts,
  dashboard,
  departments,
  designations,
  roles,
  batches,
  groups,
  studentGroups,
  students,
  studentBatches,
  staff,
  studentImports,
  staffImports,
  tasks,
  submissions,
  attendanceSessions,
  attendanceSubmissions,
  studentReports,
  audit,
  securityLog,
].flatMap((contract): Endpoint[] => Object.values(contract))
