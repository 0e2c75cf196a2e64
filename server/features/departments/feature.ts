import type { Feature } from '../../feature.ts'
import { departmentRoutes } from './routes.ts'

export const departments: Feature = {
  routes: departmentRoutes,
  tables: ['departments'],
}
