import type { Feature } from '../../feature.ts'
import { staffRoutes } from './routes.ts'
import { staffHits } from './search.reads.ts'
import { staffNeverSignedIn } from './today.reads.ts'

export const staff: Feature = {
  routes: staffRoutes,
  tables: ['staff'],
  hits: staffHits,
  today: [staffNeverSignedIn],
}
