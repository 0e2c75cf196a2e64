import { sql } from 'kysely'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { studentOf } from '../../core/scope.ts'
import { keptSurveys } from './reads.ts'

/** Surveys by title, those that are active and the newest first; of students, as in their list, those to answer. */
export const surveyHits = findable({
  kind: 'survey',
  action: 'search:surveys',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptSurveys(db, caller, {}).select([
        'feedback_surveys.id',
        'feedback_surveys.title',
        'feedback_surveys.status',
        nameOf('departments', 'feedback_surveys.department_id').as('department_name'),
        nameOf('batches', 'feedback_surveys.batch_id').as('batch_name'),
      ]),
      names: ['feedback_surveys.title_folded'],
      order: (rows) =>
        rows.orderBy(sql`feedback_surveys.status = 'active' desc`).orderBy('feedback_surveys.id', 'desc'),
    }),
  hit: ({ id, title, status, department_name, batch_name }, caller) => ({
    id,
    title,
    detail: [labelOf(status), department_name ?? 'Every department', batch_name],
    to: studentOf(caller)
      ? addressOf('/student-feedback', { modal: 'view', id })
      : addressOf('/feedback', { q: title, modal: 'view', id }),
  }),
})
