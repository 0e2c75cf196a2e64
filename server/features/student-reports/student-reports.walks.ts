import type { Walks } from '../../testing/walks.ts'

const filters = {
  department_id: 'one of the few that the listed students have groups in',
  batch_id: 'student_batches.batch_id',
  group_id: 'student_groups.group_id',
  only: 'looked up for each of the listed students',
  status: 'the sessions are found by their groups',
  from: 'attendance_sessions.group_id',
  to: 'attendance_sessions.group_id',
}

export const walks: Walks = {
  ids: {
    '/student-reports/group': 'group',
    '/student-reports/batch': 'batch',
    '/student-reports/department': 'department',
    '/student-reports/student': 'student',
    '/student-reports/performance': 'student',
    '/student-reports/attendance-history': 'student',
    '/student-reports/group-attendance': 'group',
    '/student-reports/batch-attendance': 'batch',
    '/student-reports/department-attendance': 'department',
  },
  filters: {
    '/student-reports': filters,
    '/student-reports/below-minimum': { department_id: 'attendance_standings.department_id' },
    '/student-reports/students-below': {
      department_id: 'attendance_standings.department_id',
      batch_id: 'student_batches.batch_id',
    },
    '/student-reports/filtered-students': filters,
    '/student-reports/attendance-summary': filters,
  },
}
