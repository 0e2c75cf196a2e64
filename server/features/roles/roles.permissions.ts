import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /roles', 'A P H F C SA', 'shown'],
    ['GET /roles/:id', 'A P H F C SA', 'shown'],
    ['POST /roles', 'A'],
    ['PUT /roles/:id', 'A', 'shown'],
    ['DELETE /roles/:id', 'A', 'shown'],
    ['POST /roles/assign-to-user', 'A H C SA'],
    ['POST /roles/remove-from-user', 'A'],
  ],
}
