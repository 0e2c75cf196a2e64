import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /leaves', 'A P H S', 'own'],
    ['GET /leaves/:id', 'A P H S', 404],
    ['POST /leaves', 'S'],
    ['POST /leaves/:id/decision', 'A H', { foreign: 404, body: { department_id: 999_999, status: 'granted' } }],
    ['POST /leaves/:id/withdrawal', 'S', 404],
    ['GET /leaves/:id/file/download', 'A P H S', 404],
    ['GET /leaves/:id/file/view', 'A P H S', 404],
  ],
  ids: async ({ make, department, student }) => ({ '/leaves': await make.leaveRequest(student.id, [department]) }),
}
