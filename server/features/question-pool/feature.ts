import type { Feature } from '../../feature.ts'
import { poolRoutes } from './routes.ts'

export const questionPool: Feature = { routes: poolRoutes, tables: ['feedback_pool_questions'] }
