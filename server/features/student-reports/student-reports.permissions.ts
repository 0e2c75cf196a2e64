import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /student-reports', 'A P H'],
    ['GET /student-reports/filtered-students', 'A P H'],
    ['GET /student-reports/attendance-summary', 'A P H'],
    ['GET /student-reports/attendance-stats', 'A P H'],
    ['GET /student-reports/export/:format', 'A P H'],
    ['GET /student-reports/group/:id', 'A P H', 404],
    ['GET /student-reports/batch/:id', 'A P H'],
    ['GET /student-reports/department/:id', 'A P H', 404],
    ['GET /student-reports/student/:id', 'A P H'],
    ['GET /student-reports/student/:id/export/:format', 'A P H'],
    ['GET /student-reports/performance/:id', 'A P H'],
    ['GET /student-reports/attendance-history/:id', 'A P H'],
    ['GET /student-reports/group-attendance/:id', 'A P H', 404],
    ['GET /student-reports/batch-attendance/:id', 'A P H'],
    ['GET /student-reports/department-attendance/:id', 'A P H', 404],
  ],
  ids: () => ({ 'student-reports:format': 'pdf' }),
}
