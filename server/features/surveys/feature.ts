import type { Feature } from '../../feature.ts'
import { reminderMail } from './mailing.ts'
import { surveyRoutes } from './routes.ts'
import { surveyHits } from './search.reads.ts'
import { surveysClosing, surveysToAnswer } from './today.reads.ts'

export const surveys: Feature = {
  routes: surveyRoutes,
  tables: ['feedback_surveys', 'feedback_questions'],
  hits: surveyHits,
  today: [surveysClosing, surveysToAnswer],
  mails: [reminderMail],
}
