import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /postings', EVERY_USER, 'own'],
    ['GET /postings/export', 'A P H F C SA'],
    ['GET /postings/:id', EVERY_USER, 404],
    ['POST /postings', 'A P H SA'],
    ['POST /postings/preview', 'A P H SA'],
    ['POST /postings/rotation/preview', 'A P H SA'],
    ['POST /postings/rotation', 'A P H SA'],
    ['PUT /postings/:id', 'A P H SA', 404],
    ['DELETE /postings/:id', 'A P H SA', 404],
  ],
  ids: async ({ make, group }) => ({ '/postings': await make.posting(group) }),
}
