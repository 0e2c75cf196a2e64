import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { auditRoutes } from './routes.ts'
import { sweepTrail } from './sweeping.ts'

export const audit: Feature = {
  routes: auditRoutes,
  tables: ['audit_seals'],
  sweeps: [sweepKind('trail', ({ db }) => sweepTrail(db))],
}
