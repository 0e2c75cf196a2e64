import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /groups', EVERY_USER, 'own'],
    ['GET /groups/:id', EVERY_USER, 404],
    ['GET /groups/export', 'A P H F C SA'],
    ['GET /groups/:id/students', 'A P H F C SA', 404],
    ['POST /groups', 'A SA'],
    ['PUT /groups/:id', 'A SA', 404],
    ['DELETE /groups/:id', 'A SA', 404],
  ],
  ids: ({ group }) => ({ '/groups': group, group_id: group }),
}
