import type { Feature } from '../../feature.ts'
import { postingRoutes } from './routes.ts'
import { groupsPosted, postingRunning } from './today.reads.ts'

export const postings: Feature = {
  routes: postingRoutes,
  tables: ['postings'],
  today: [groupsPosted, postingRunning],
}
