import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [['GET /users/:id/personal-data', 'A', { own: 'S', foreign: 'shown' }]],
  ids: async () => ({}),
}
