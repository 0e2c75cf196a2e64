import type { Feature } from '../../feature.ts'
import { batchRoutes } from './routes.ts'

export const batches: Feature = {
  routes: batchRoutes,
  tables: ['batches'],
}
