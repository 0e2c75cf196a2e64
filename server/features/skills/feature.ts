import type { Feature } from '../../feature.ts'
import { skillRoutes } from './routes.ts'
import { skillHits } from './search.reads.ts'

export const skills: Feature = {
  routes: skillRoutes,
  tables: ['skills'],
  hits: skillHits,
}
