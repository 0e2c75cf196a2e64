import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { invalid } from '../../core/errors.ts'
import { orNotFound } from '../../core/paging.ts'
import { deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { readDepartment } from '../departments/reads.ts'
import { lockSurveyIfThere } from '../surveys/reads.ts'
import { listPool, listPoolTypes, lockPoolQuestion, lockPoolQuestionIfThere, readPoolQuestion } from './reads.ts'
import { addToSurvey, createPoolQuestion, deletePoolQuestion, updatePoolQuestion } from './writes.ts'

export const poolRoutes = routes(feedbackPool, {
  list: ({ db, caller, query, page }) => listPool(db, caller, query, page),
  search: ({ db, caller, query, page }) => listPool(db, caller, query, page),
  listPublic: ({ db, caller, query, page }) => listPool(db, caller, { ...query, isPublic: true }, page),
  listMostUsed: ({ db, caller, query, page }) => listPool(db, caller, { ...query, sort: 'usage' }, page),
  listRecent: ({ db, caller, query, page }) => listPool(db, caller, { ...query, sort: 'age' }, page),
  listOwn: ({ db, caller, query, page }) => listPool(db, caller, { ...query, created_by: caller.id }, page),
  types: ({ db, caller, page }) => listPoolTypes(db, caller, page),
  listByDepartment: async ({ db, caller, params, query, page }) =>
    orNotFound(await listPool(db, caller, { ...query, ...params }, page), () =>
      readDepartment(db, caller, params.department_id),
    ),
  listByType: ({ db, caller, params, query, page }) => listPool(db, caller, { ...query, ...params }, page),
  // The list is empty for a person who has added nothing and for one who does not exist: the pool tells of no accounts.
  listByCreator: ({ db, caller, params, query, page }) =>
    listPool(db, caller, { ...query, created_by: params.user_id }, page),
  read: async ({ db, caller, params }) => ({
    data: await readPoolQuestion(db, caller, params.id),
  }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createPoolQuestion(tx, caller, body)) }),
  update: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) =>
      updatePoolQuestion(tx, caller, await lockPoolQuestion(tx, caller, params.id), body),
    ),
  }),
  remove: deleting(lockPoolQuestion, deletePoolQuestion, 'Question deleted successfully'),
  addToSurvey: async ({ write, caller, body: { survey_id, question_pool_id, order } }) => ({
    data: await write(async (tx) => {
      const survey = await lockSurveyIfThere(tx, caller, survey_id)
      const pooled = await lockPoolQuestionIfThere(tx, caller, question_pool_id)
      if (survey && pooled) return addToSurvey(tx, caller, survey, pooled, order)
      throw invalid({
        ...(survey ? {} : { survey_id: ['Survey does not exist'] }),
        ...(pooled ? {} : { question_pool_id: ['Question does not exist'] }),
      })
    }),
  }),
})
