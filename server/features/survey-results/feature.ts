import type { Feature } from '../../feature.ts'
import { participationPack } from './pack.ts'
import { resultRoutes } from './routes.ts'

export const surveyResults: Feature = { routes: resultRoutes, packPart: participationPack }
