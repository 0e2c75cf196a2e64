import { renamed } from '../../testing/prepared-calls.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: { batch: { shownTo: ['staff'], texts: { staff: ['batch'] } } },
  ids: { '/batches': 'batch', batch_id: 'batch', to_batch_id: 'batch' },
  prepared: {
    'PUT /batches/:id': renamed,
    'POST /batches/:id/promote': async ({ at, own }) => ({
      body: { updated_at: (await at.stored('batches', own.ids.batch))?.updated_at },
    }),
    'POST /batches/:id/promotion/undo': async ({ at, own }) => ({
      body: { updated_at: (await at.stored('batches', own.ids.batch))?.updated_at },
    }),
  },
  filters: { '/batches': { status: FEW }, '/batches/counts': { status: FEW } },
  keptLists: { '/batches': { table: 'batches' } },
}
