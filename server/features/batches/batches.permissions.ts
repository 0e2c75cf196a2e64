import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /batches', EVERY_USER],
    ['GET /batches/:id', EVERY_USER],
    ['GET /batches/:id/active-groups', EVERY_USER],
    ['GET /batches/counts', EVERY_USER],
    ['POST /batches', 'A SA'],
    ['PUT /batches/:id', 'A SA'],
    ['DELETE /batches/:id', 'A SA'],
    ['GET /batches/:id/promotion', 'A SA'],
    ['POST /batches/:id/promote', 'A SA'],
  ],
  ids: ({ batch }) => ({ '/batches': batch, batch_id: batch }),
  lists: ['/batches/:id/active-groups'],
}
