import { ALL, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /settings', 'A'],
    ['PUT /settings/college', 'A'],
    ['PUT /settings/signatories', 'A'],
    ['GET /settings/logo', ALL],
    ['GET /settings/mark', 'public'],
    ['POST /settings/logo', 'A'],
    ['DELETE /settings/logo', 'A'],
    ['PUT /settings/mail', 'A'],
    ['PUT /settings/backup', 'A'],
    ['PUT /settings/alerts', 'A'],
    ['POST /settings/test-mail', 'A'],
    ['POST /settings/backup-key', 'A'],
    ['POST /settings/test-restore', 'A'],
  ],
}
