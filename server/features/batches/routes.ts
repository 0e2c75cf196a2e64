import { type Batch, batches } from '../../../shared/contract/batches.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../http/routes.ts'
import { listGroups } from '../groups/reads.ts'
import { readPromotion } from './promotion.reads.ts'
import { promoteBatch, refuseInactive } from './promotion.writes.ts'
import { countBatches, findBatch, listBatches, lockBatch } from './reads.ts'
import { createBatch, deleteBatch, updateBatch } from './writes.ts'

const foundBatch = (batch: Batch | undefined) => found('Batch', batch)

export const batchRoutes = routes(batches, {
  list: ({ db, caller, query, page }) => listBatches(db, caller, query, page),
  counts: ({ db, caller, query, page }) => countBatches(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: foundBatch(await findBatch(db, caller, params.id)) }),
  activeGroups: async ({ db, caller, params, page }) => {
    const batch = foundBatch(await findBatch(db, caller, params.id))
    return listGroups(db, caller, { batch_id: batch.id, status: 'active' }, page)
  },
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createBatch(tx, caller, body)) }),
  update: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => updateBatch(tx, caller, foundBatch(await lockBatch(tx, caller, params.id)), body)),
  }),
  remove: async ({ write, caller, params }) => {
    await write(async (tx) => deleteBatch(tx, caller, foundBatch(await lockBatch(tx, caller, params.id, 'deletion'))))
    return { message: 'Batch deleted successfully' }
  },
  promotion: async ({ db, caller, params }) => {
    const batch = foundBatch(await findBatch(db, caller, params.id))
    refuseInactive(batch)
    return { data: await readPromotion(db, batch) }
  },
  promote: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => promoteBatch(tx, caller, foundBatch(await lockBatch(tx, caller, params.id)), body)),
  }),
})
