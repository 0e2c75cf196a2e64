import type { Feature } from '../../feature.ts'
import { statusRoutes } from './routes.ts'
import { failedJobs } from './today.reads.ts'

export const status: Feature = {
  routes: statusRoutes,
  tables: ['set_aside_files'],
  today: [failedJobs],
}
