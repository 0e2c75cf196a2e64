import type { Feature } from '../../feature.ts'
import { postingRoutes } from './routes.ts'

export const postings: Feature = {
  routes: postingRoutes,
  tables: ['postings'],
}
