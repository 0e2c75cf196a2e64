import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'
import { addAnnouncement } from './announcements.walks.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /announcements', EVERY_USER, 'own'],
    ['GET /announcements/:id', EVERY_USER, 404],
    ['POST /announcements', 'A P H'],
    ['PUT /announcements/:id', 'A P H', 404],
    ['POST /announcements/:id/file', 'A P H', 404],
    ['DELETE /announcements/:id', 'A P H', 404],
    ['POST /announcements/:id/read', EVERY_USER, 404],
    ['GET /announcements/:id/file/download', EVERY_USER, 404],
    ['GET /announcements/:id/file/view', EVERY_USER, 404],
  ],
  ids: async ({ db, department }) => ({
    '/announcements': await addAnnouncement(db, { department_id: department }),
  }),
}
