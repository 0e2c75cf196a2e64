import type { Feature } from '../../feature.ts'
import { taskRoutes } from './routes.ts'
import { taskHits } from './search.reads.ts'
import { grading, newMarks, tasksDue, ungradedLong } from './today.reads.ts'

export const tasks: Feature = {
  routes: taskRoutes,
  tables: ['tasks', 'task_groups', 'task_submissions', 'submission_files', 'former_submission_files'],
  holdsFiles: ['submission_files', 'former_submission_files'],
  hits: taskHits,
  today: [grading, newMarks, tasksDue, ungradedLong],
}
