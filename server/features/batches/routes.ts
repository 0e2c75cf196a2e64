import { batches } from '../../../shared/contract/batches.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'
import { listGroups } from '../groups/reads.ts'
import { findBatch, listBatches } from './reads.ts'

export const batchRoutes = routes(batches, {
  list: ({ db, scope, query, page }) => listBatches(db, scope, query, page),
  read: async ({ db, scope, params }) => ({ data: found('Batch', await findBatch(db, scope, params.id)) }),
  activeGroups: async ({ db, scope, params, page }) => {
    const batch = found('Batch', await findBatch(db, scope, params.id))
    return listGroups(db, scope, { batch_id: batch.id, status: 'active' }, page)
  },
})
