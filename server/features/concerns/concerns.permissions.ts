import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['POST /concerns/key', 'A'],
    ['POST /concerns/test', 'A'],
  ],
}
