import { ALL, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [['GET /start', ALL]],
}
