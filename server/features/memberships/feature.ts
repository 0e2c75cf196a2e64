import type { Feature } from '../../feature.ts'
import { membershipRoutes } from './routes.ts'

export const memberships: Feature = {
  routes: membershipRoutes,
  tables: ['student_batches', 'student_groups'],
}
