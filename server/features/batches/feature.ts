import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { batchRoutes } from './routes.ts'
import { sweepTurns } from './turns.writes.ts'

export const batches: Feature = {
  routes: batchRoutes,
  tables: ['batches', 'batch_turns', 'batch_turn_students'],
  sweeps: [sweepKind('batch-turns', ({ db }) => sweepTurns(db))],
}
