import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [['GET /audit', 'A', 'shown']],
}
