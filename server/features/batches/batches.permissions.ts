import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /batches', EVERY_USER, 'shown'],
    ['GET /batches/:id', EVERY_USER, 'shown'],
    ['GET /batches/:id/active-groups', EVERY_USER, 'own'],
    ['GET /batches/counts', EVERY_USER, 'shown'],
    ['POST /batches', 'A SA'],
    ['PUT /batches/:id', 'A SA', 'shown'],
    ['DELETE /batches/:id', 'A SA', 'shown'],
    ['GET /batches/:id/promotion', 'A SA', 'shown'],
    ['POST /batches/:id/promote', 'A SA', 'shown'],
    ['GET /batches/:id/promotion/students', 'A SA', 'shown'],
    ['GET /batches/turns', 'A SA'],
    ['POST /batches/:id/promotion/undo', 'A SA', 'shown'],
  ],
  ids: ({ batch }) => ({ '/batches': batch, batch_id: batch }),
}
