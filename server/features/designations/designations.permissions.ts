import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /designations', 'A P H F C SA'],
    ['GET /designations/:id', 'A P H F C SA'],
    ['POST /designations', 'A'],
    ['PUT /designations/:id', 'A'],
    ['DELETE /designations/:id', 'A'],
  ],
}
