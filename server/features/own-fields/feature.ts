import type { Feature } from '../../feature.ts'
import { ownFieldRoutes } from './routes.ts'

export const ownFields: Feature = {
  routes: ownFieldRoutes,
  tables: ['own_fields', 'own_values'],
}
