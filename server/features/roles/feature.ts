import type { Feature } from '../../feature.ts'
import { roleRoutes } from './routes.ts'

export const roles: Feature = {
  routes: roleRoutes,
  tables: ['roles'],
}
