import type { Feature } from '../../feature.ts'
import { designationRoutes } from './routes.ts'

export const designations: Feature = {
  routes: designationRoutes,
  tables: ['designations'],
}
