import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [['GET /security-log', 'A', 'shown']],
}
