import { dashboard } from '../../../shared/contract/dashboard.ts'
import { routes } from '../../core/http/routes.ts'
import { readStatistics } from './reads.ts'

export const dashboardRoutes = routes(dashboard, {
  statistics: async ({ db, caller }) => ({ data: await readStatistics(db, caller) }),
})
