import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

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
  ids: async ({ make, department }) => ({
    '/announcements': await make.announcement({ department_id: department }),
  }),
}
