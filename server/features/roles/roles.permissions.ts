import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /roles', 'A P H F C SA'],
    ['GET /roles/:id', 'A P H F C SA'],
    ['POST /roles', 'A'],
    ['PUT /roles/:id', 'A'],
    ['DELETE /roles/:id', 'A'],
    ['POST /roles/assign-to-user', 'A H C SA'],
    ['POST /roles/remove-from-user', 'A'],
  ],
}
