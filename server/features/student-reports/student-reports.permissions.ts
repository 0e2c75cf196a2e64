import type { PermissionTable, Special } from '../../testing/permissions.ts'

const chosen = (path: string): Special => ({
  foreign: 404,
  address: (ids) => `/student-reports${path}?department_id=${ids.department_id}&batch_id=${ids.batch_id}`,
})

export const table: PermissionTable = {
  rows: [
    ['GET /student-reports', 'A P H', chosen('')],
    ['GET /student-reports/filtered-students', 'A P H', chosen('/filtered-students')],
    ['GET /student-reports/attendance-summary', 'A P H', chosen('/attendance-summary')],
    ['GET /student-reports/attendance-stats', 'A P H', chosen('/attendance-stats')],
    ['GET /student-reports/below-minimum', 'A P H', 'empty'],
    ['GET /student-reports/students-below', 'A P H', 'empty'],
    ['GET /student-reports/students-below/print', 'A P H'],
    ['GET /student-reports/export/:format', 'A P H', chosen('/export/pdf')],
    ['GET /student-reports/group/:id', 'A P H', 404],
    ['GET /student-reports/batch/:id', 'A P H', 'shown'],
    ['GET /student-reports/department/:id', 'A P H', 404],
    ['GET /student-reports/student/:id', 'A P H', 'shown'],
    ['GET /student-reports/student/:id/export/:format', 'A P H', 'shown'],
    ['GET /student-reports/performance/:id', 'A P H', 'shown'],
    [
      'GET /student-reports/attendance-history/:id',
      'A P H',
      { foreign: 'own', address: (ids) => `/student-reports/attendance-history/${ids.student_id}?status=pending` },
    ],
    ['GET /student-reports/group-attendance/:id', 'A P H', 404],
    ['GET /student-reports/batch-attendance/:id', 'A P H', 'shown'],
    ['GET /student-reports/department-attendance/:id', 'A P H', 404],
  ],
  ids: () => ({ 'student-reports:format': 'pdf' }),
}
