import type { Feature } from '../../feature.ts'
import { resultsPack } from './pack.ts'
import { assessmentRoutes } from './routes.ts'
import { resultsPaper } from './statement.ts'
import { newResults, resultsMissing } from './today.reads.ts'

export const assessments: Feature = {
  routes: assessmentRoutes,
  tables: ['assessments', 'assessment_results', 'assessment_counts'],
  papers: [resultsPaper],
  today: [newResults, resultsMissing],
  packPart: resultsPack,
}
