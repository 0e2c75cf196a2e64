import type { Feature } from '../../feature.ts'
import { leaveRoutes } from './routes.ts'
import { leaveAnswers, leavesToDecide } from './today.reads.ts'

export const leaves: Feature = {
  routes: leaveRoutes,
  tables: ['leaves', 'leave_answers', 'leave_sessions', 'leave_files'],
  holdsFiles: ['leave_files'],
  today: [leaveAnswers, leavesToDecide],
}
