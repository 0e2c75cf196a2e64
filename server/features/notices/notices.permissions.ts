import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /notices', EVERY_USER],
    ['PUT /notices', EVERY_USER],
    ['POST /notices/device', EVERY_USER],
    ['DELETE /notices/device', EVERY_USER],
    ['DELETE /notices/devices', EVERY_USER],
    // The token of the mail alone stops it.
    ['GET /notices/weekly-mail/stop', 'public'],
    ['POST /notices/weekly-mail/stop', 'public'],
  ],
}
