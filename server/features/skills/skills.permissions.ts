import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /skills', EVERY_USER, 'own'],
    ['GET /skills/categories', EVERY_USER, 'own'],
    ['GET /skills/:id', EVERY_USER, 404],
    ['POST /skills', 'A H'],
    ['PUT /skills/:id', 'A H', 404],
    ['DELETE /skills/:id', 'A H', 404],
  ],
}
