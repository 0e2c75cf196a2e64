import type { Feature } from '../../feature.ts'
import { startRoutes } from './routes.ts'

export const start: Feature = {
  routes: startRoutes,
}
