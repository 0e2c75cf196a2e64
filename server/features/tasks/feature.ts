import type { Feature } from '../../feature.ts'
import { newComments, workReturned } from './comments-today.reads.ts'
import { taskRoutes } from './routes.ts'
import { taskHits } from './search.reads.ts'
import { grading, newMarks, tasksDue, ungradedLong } from './today.reads.ts'

export const tasks: Feature = {
  routes: taskRoutes,
  tables: [
    'tasks',
    'task_groups',
    'task_submissions',
    'submission_files',
    'former_submission_files',
    'submission_comments',
  ],
  holdsFiles: ['submission_files', 'former_submission_files'],
  hits: taskHits,
  today: [grading, newMarks, newComments, workReturned, tasksDue, ungradedLong],
}
