import type { Feature } from '../../feature.ts'
import { resultRoutes } from './routes.ts'

export const surveyResults: Feature = { routes: resultRoutes }
