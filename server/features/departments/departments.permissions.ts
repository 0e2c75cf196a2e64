import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /departments', EVERY_USER, 'shown'],
    ['GET /departments/:id', EVERY_USER, 'shown'],
    ['POST /departments', 'A SA'],
    ['PUT /departments/:id', 'A SA', 'shown'],
    ['DELETE /departments/:id', 'A SA', 'shown'],
  ],
  ids: ({ department }) => ({ '/departments': department, department_id: department }),
}
