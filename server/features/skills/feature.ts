import type { Feature } from '../../feature.ts'
import { skillRoutes } from './routes.ts'

export const skills: Feature = {
  routes: skillRoutes,
  tables: ['skills'],
}
