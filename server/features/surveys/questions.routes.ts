import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { QUESTION_TYPE_WORDS } from '../../../shared/feedback/question-type-words.ts'
import { questionTypes } from '../../../shared/feedback/question-types.ts'
import { QUESTION_TYPES } from '../../../shared/labels.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { found, invalid } from '../../core/errors.ts'
import { orNotFound } from '../../core/paging.ts'
import type { Tx } from '../../db/types.ts'
import { routes } from '../../http/routes.ts'
import { listQuestions, readQuestion } from './questions.reads.ts'
import { addQuestion, deleteQuestion, duplicateQuestion, reorderQuestions, updateQuestion } from './questions.writes.ts'
import { lockSurvey, lockSurveyIfThere, readSurvey } from './reads.ts'

/** Locks a question by its survey, which says whether it may be changed and holds the order of its questions. */
async function lockedWithSurvey(tx: Tx, caller: Caller, id: number) {
  const { feedback_survey_id } = await readQuestion(tx, caller, id)
  const survey = found('Question', await lockSurveyIfThere(tx, caller, feedback_survey_id))
  return { survey, question: await readQuestion(tx, caller, id) }
}

/** The survey that a body names, locked. */
async function lockedNamed(tx: Tx, caller: Caller, id: number) {
  const survey = await lockSurveyIfThere(tx, caller, id)
  if (!survey) throw invalid({ feedback_survey_id: ['Survey does not exist'] })
  return survey
}

export const questionRoutes = routes(feedbackQuestions, {
  list: ({ db, caller, query, page }) => listQuestions(db, caller, query, page),
  listBySurvey: async ({ db, caller, params: { survey_id }, page }) =>
    orNotFound(await listQuestions(db, caller, { feedback_survey_id: survey_id }, page), () =>
      readSurvey(db, caller, survey_id),
    ),
  listByType: ({ db, caller, params, page }) => listQuestions(db, caller, params, page),
  types: async ({ page: { page, perPage } }) => ({
    data: QUESTION_TYPES.slice((page - 1) * perPage, page * perPage).map((type) => ({
      type,
      label: QUESTION_TYPE_WORDS[type],
      has_options: questionTypes[type].hasOptions,
    })),
    meta: { page, per_page: perPage, total: QUESTION_TYPES.length },
  }),
  read: async ({ db, caller, params }) => ({ data: await readQuestion(db, caller, params.id) }),
  create: async ({ write, caller, body: { feedback_survey_id, ...fields } }) => ({
    data: await write(async (tx) => addQuestion(tx, caller, await lockedNamed(tx, caller, feedback_survey_id), fields)),
  }),
  duplicate: async ({ write, caller, params }) => ({
    data: await write(async (tx) => {
      const { survey, question } = await lockedWithSurvey(tx, caller, params.id)
      return duplicateQuestion(tx, caller, survey, question)
    }),
  }),
  reorder: ({ write, caller, params: { survey_id }, body }) =>
    write(async (tx) => {
      const survey = await lockSurvey(tx, caller, survey_id)
      await reorderQuestions(tx, caller, survey, body.question_ids)
      return listQuestions(tx, caller, { feedback_survey_id: survey_id }, { page: 1, perPage: PER_PAGE_MAX })
    }),
  update: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => {
      const { survey, question } = await lockedWithSurvey(tx, caller, params.id)
      return updateQuestion(tx, caller, survey, question, body)
    }),
  }),
  remove: async ({ write, caller, params }) => {
    await write(async (tx) => {
      const { survey, question } = await lockedWithSurvey(tx, caller, params.id)
      return deleteQuestion(tx, caller, survey, question)
    })
    return { message: 'Question deleted successfully' }
  },
})
