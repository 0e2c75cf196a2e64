import type { Feature } from '../../feature.ts'
import { reminderMail } from './mailing.ts'
import { feedbackRoutes } from './routes.ts'
import { surveyHits } from './search.reads.ts'
import { surveysClosing, surveysToAnswer } from './today.reads.ts'

export const feedback: Feature = {
  routes: feedbackRoutes,
  tables: [
    'feedback_surveys',
    'feedback_questions',
    'feedback_pool_questions',
    'feedback_responses',
    'feedback_participants',
    'feedback_send_keys',
    'feedback_anonymous_responses',
    'feedback_waiting_responses',
    'feedback_response_counts',
  ],
  hits: surveyHits,
  today: [surveysClosing, surveysToAnswer],
  mails: [reminderMail],
}
