import { type Batch, batches } from '../../../shared/contract/batches.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'
import { listGroups } from '../groups/reads.ts'
import { readPromotion } from './promotion.reads.ts'
import { promoteBatch, refuseInactive } from './promotion.writes.ts'
import { countBatches, findBatch, listBatches, lockBatch } from './reads.ts'
import { createBatch, deleteBatch, updateBatch } from './writes.ts'

const foundBatch = (batch: Batch | undefined) => found('Batch', batch)

export const batchRoutes = routes(batches, {
  list: ({ db, scope, query, page }) => listBatches(db, scope, query, page),
  counts: ({ db, scope, query, page }) => countBatches(db, scope, query, page),
  read: async ({ db, scope, params }) => ({ data: foundBatch(await findBatch(db, scope, params.id)) }),
  activeGroups: async ({ db, scope, params, page }) => {
    const batch = foundBatch(await findBatch(db, scope, params.id))
    return listGroups(db, scope, { batch_id: batch.id, status: 'active' }, page)
  },
  create: async ({ write, actor, body }) => ({ data: await write((tx) => createBatch(tx, actor, body)) }),
  update: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) => updateBatch(tx, actor, foundBatch(await lockBatch(tx, scope, params.id)), body)),
  }),
  remove: async ({ write, actor, scope, params }) => {
    await write(async (tx) => deleteBatch(tx, actor, foundBatch(await lockBatch(tx, scope, params.id, 'deletion'))))
    return { message: 'Batch deleted successfully' }
  },
  promotion: async ({ db, scope, params }) => {
    const batch = foundBatch(await findBatch(db, scope, params.id))
    refuseInactive(batch)
    return { data: await readPromotion(db, batch) }
  },
  promote: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) => promoteBatch(tx, actor, foundBatch(await lockBatch(tx, scope, params.id)), body)),
  }),
})
