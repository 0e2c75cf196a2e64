import { dashboard } from '../../../shared/contract/dashboard.ts'
import type { TodayKind } from '../../core/today.ts'
import type { Routes } from '../../http/routes.ts'
import { routes } from '../../http/routes.ts'
import { readStatistics } from './reads.ts'
import { todayRoutes } from './today.routes.ts'

/** The dashboard knows none of the kinds of what may wait: they are handed to it. */
export const dashboardRoutes =
  (kinds: readonly TodayKind[]): Routes =>
  (app, services) => {
    routes(dashboard, {
      statistics: async ({ db, caller }) => ({ data: await readStatistics(db, caller) }),
    })(app, services)
    todayRoutes(kinds)(app, services)
  }
