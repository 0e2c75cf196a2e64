import type { Feature } from '../../feature.ts'
import { importRoutes } from './routes.ts'

export const imports: Feature = {
  routes: importRoutes,
}
