import type { Routes } from '../../http/routes.ts'
import { followUpRoutes } from './follow-up.routes.ts'
import { poolRoutes } from './pool.routes.ts'
import { questionRoutes } from './questions.routes.ts'
import { responseRoutes } from './responses.routes.ts'
import { resultRoutes } from './results.routes.ts'
import { surveyRoutes } from './surveys.routes.ts'

export const feedbackRoutes: Routes = (app, services) => {
  poolRoutes(app, services)
  surveyRoutes(app, services)
  followUpRoutes(app, services)
  questionRoutes(app, services)
  responseRoutes(app, services)
  resultRoutes(app, services)
}
