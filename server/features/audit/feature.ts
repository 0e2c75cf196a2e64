import { sweepKind } from '../../core/jobs/kinds.ts'
import type { Feature } from '../../feature.ts'
import { auditRoutes } from './routes.ts'
import { sweepTrail } from './sweeping.ts'

export const audit: Feature = {
  routes: auditRoutes,
  tables: ['audit_seals'],
  sweeps: [sweepKind('trail', ({ db }) => sweepTrail(db))],
}
