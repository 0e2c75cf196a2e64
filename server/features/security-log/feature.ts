import type { Feature } from '../../feature.ts'
import { securityLogRoutes } from './routes.ts'

export const securityLog: Feature = {
  routes: securityLogRoutes,
}
