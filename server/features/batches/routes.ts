import { batches } from '../../../shared/contract/batches.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { listGroups } from '../groups/reads.ts'
import { listMovers, readPromotion } from './promotion.reads.ts'
import { lockTurning, promoteBatch, refuseInactive } from './promotion.writes.ts'
import { countBatches, listBatches, lockBatch, readBatch } from './reads.ts'
import { listTurns } from './turns.reads.ts'
import { undoTurn } from './undo.writes.ts'
import { createBatch, deleteBatch, updateBatch } from './writes.ts'

export const batchRoutes = routes(batches, {
  list: ({ db, caller, query, page }) => listBatches(db, caller, query, page),
  counts: ({ db, caller, query, page }) => countBatches(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readBatch(db, caller, params.id) }),
  activeGroups: async ({ db, caller, params, page }) => {
    const batch = await readBatch(db, caller, params.id)
    return listGroups(db, caller, { batch_id: batch.id, status: 'active' }, page)
  },
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createBatch(tx, caller, body)) }),
  update: changing(lockBatch, updateBatch),
  remove: deleting(lockBatch, deleteBatch, 'Batch deleted successfully'),
  promotion: async ({ db, caller, params }) => {
    const batch = await readBatch(db, caller, params.id)
    refuseInactive(batch)
    return { data: await readPromotion(db, batch) }
  },
  promote: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) =>
      promoteBatch(tx, caller, await lockTurning(tx, caller, params.id, body.to_batch_id), body),
    ),
  }),
  movers: async ({ db, caller, params }) => {
    const batch = await readBatch(db, caller, params.id)
    refuseInactive(batch)
    return { data: await listMovers(db, batch) }
  },
  turns: async ({ db }) => ({ data: await listTurns(db) }),
  undoTurn: changing(lockBatch, undoTurn),
})
