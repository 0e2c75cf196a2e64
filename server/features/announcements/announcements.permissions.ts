import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'
import { addAnnouncement } from './announcements.walks.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /announcements', EVERY_USER, 'own'],
    ['GET /announcements/:id', EVERY_USER, 404],
    ['POST /announcements', 'A P H SA F'],
    ['PUT /announcements/:id', 'A P H SA F', 404],
    ['POST /announcements/:id/file', 'A P H SA F', 404],
    // Only the author and A delete one; the walk asks for one that is not there.
    ['DELETE /announcements/:id', 'A P H SA F', 404],
    ['POST /announcements/:id/read', EVERY_USER, 404],
    ['GET /announcements/:id/file/download', EVERY_USER, 404],
    ['GET /announcements/:id/file/view', EVERY_USER, 404],
  ],
  // To a group, as faculty announces to groups alone.
  ids: async ({ db, department, batch, group }) => ({
    '/announcements': await addAnnouncement(db, { department_id: department, batch_id: batch, group_id: group }),
  }),
}
