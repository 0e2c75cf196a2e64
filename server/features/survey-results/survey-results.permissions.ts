import type { PermissionTable } from '../../testing/permissions.ts'

const STAFF = 'A P H F SA'

export const table: PermissionTable = {
  rows: [
    ['GET /feedback-surveys/:id/statistics', STAFF, 404],
    [
      'GET /feedback-responses/statistics',
      STAFF,
      { foreign: 404, address: (ids) => `/feedback-responses/statistics?survey_id=${ids['/feedback-surveys']}` },
    ],
    [
      'GET /feedback-responses/export',
      STAFF,
      { foreign: 404, address: (ids) => `/feedback-responses/export?survey_id=${ids['/feedback-surveys']}&format=csv` },
    ],
    ['GET /feedback-surveys/:id/answers/:question_id', STAFF, 404],
  ],
}
