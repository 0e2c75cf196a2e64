import { dashboard, FIRST_STEPS } from '../../../shared/contract/dashboard.ts'
import type { TodayKind } from '../../core/today.ts'
import type { Routes } from '../../http/routes.ts'
import { routes } from '../../http/routes.ts'
import { readFirstSteps, readStatistics } from './reads.ts'
import { todayRoutes } from './today.routes.ts'

/** The dashboard knows none of the kinds of what may wait: they are handed to it. */
export const dashboardRoutes =
  (kinds: readonly TodayKind[]): Routes =>
  (app, services) => {
    routes(dashboard, {
      statistics: async ({ db, caller }) => ({ data: await readStatistics(db, caller) }),

      firstSteps: async ({ db, caller, services: { settings, mail } }) => {
        const found = await readFirstSteps(db, caller)
        const backup = settings.BACKUP_DIR !== undefined && found.backup
        const done = { ...found, backup, mail: mail !== undefined }
        return { data: FIRST_STEPS.map((step) => ({ step, is_done: done[step] })) }
      },
    })(app, services)
    todayRoutes(kinds)(app, services)
  }
