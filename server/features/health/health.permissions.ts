import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /health', 'public'],
    ['GET /ready', 'public'],
  ],
}
