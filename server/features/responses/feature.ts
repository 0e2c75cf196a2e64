import type { Feature } from '../../feature.ts'
import { responseRoutes } from './routes.ts'

export const responses: Feature = {
  routes: responseRoutes,
  tables: [
    'feedback_responses',
    'feedback_participants',
    'feedback_send_keys',
    'feedback_anonymous_responses',
    'feedback_waiting_responses',
    'feedback_response_counts',
  ],
}
