import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /departments', EVERY_USER],
    ['GET /departments/:id', EVERY_USER],
    ['POST /departments', 'A SA'],
    ['PUT /departments/:id', 'A SA'],
    ['DELETE /departments/:id', 'A SA'],
  ],
  ids: ({ department }) => ({ '/departments': department, department_id: department }),
}
