import type { PermissionTable } from '../../testing/permissions.ts'
import { addPack } from './inspection-packs.walks.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /inspection-packs', 'A P', 'own'],
    ['POST /inspection-packs', 'A P'],
    ['DELETE /inspection-packs/:id', 'A P', 404],
    ['GET /inspection-packs/:id/download', 'A P', 404],
  ],
  ids: async ({ db, batch }) => ({ '/inspection-packs': await addPack(db, { batch_id: batch }) }),
}
