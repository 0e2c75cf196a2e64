import type { Feature } from '../../feature.ts'
import { groupRoutes } from './routes.ts'
import { groupHits } from './search.reads.ts'

export const groups: Feature = {
  routes: groupRoutes,
  tables: ['groups'],
  hits: groupHits,
}
