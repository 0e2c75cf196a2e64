import type { Feature } from '../../feature.ts'
import { dashboardRoutes } from './routes.ts'
import { todayOf } from './rules.ts'

export const dashboard: Feature = {
  routesOver: (features) => dashboardRoutes(todayOf(features)),
  tables: ['news_seen'],
}
