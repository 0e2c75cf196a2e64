import type { PermissionTable } from '../../testing/permissions.ts'
import { addPack } from './inspection-packs.walks.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /inspection-packs', 'A P', 'empty'],
    ['POST /inspection-packs', 'A P'],
    ['DELETE /inspection-packs/:id', 'A P', 'hidden'],
    ['GET /inspection-packs/:id/download', 'A P', 'hidden'],
  ],
  ids: async ({ db, batch }) => ({ '/inspection-packs': await addPack(db, { batch_id: batch }) }),
}
