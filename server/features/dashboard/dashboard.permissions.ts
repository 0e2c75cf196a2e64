import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [['GET /dashboard/statistics', 'A P H F C SA']],
}
