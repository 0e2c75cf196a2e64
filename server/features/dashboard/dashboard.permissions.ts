import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /dashboard/statistics', 'A P H F C SA'],
    ['GET /dashboard/first-steps', 'A'],
    ['GET /today', EVERY_USER],
    ['POST /today/seen', EVERY_USER],
  ],
}
