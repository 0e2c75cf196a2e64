import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import type { QUESTION_TYPES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'
import { ownStaffQuery } from '../../core/start.ts'
import { departmentChoicesQuery } from '../../parts/api.ts'
import { useOneCopy } from './one-copy.ts'
import { typeOf } from './questions.rules.ts'
import { surveyQuery } from './surveys.api.ts'

const POOL_PER_PAGE: PageSize = 10
/** The most that a survey can have. */
const QUESTIONS_PER_PAGE: PageSize = 200

/** The filter of the pool, as the address holds it. */
interface PoolFilter {
  q: string
  type: (typeof QUESTION_TYPES)[number] | undefined
}

export const poolQuery = (filter: PoolFilter, page: number) =>
  queryOf(
    feedbackPool.list,
    { query: { ...filter, page, per_page: POOL_PER_PAGE } },
    { sameBut: ['q', 'type', 'page'] },
  )

export const poolQuestionQuery = (id: number) =>
  queryOf(feedbackPool.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Reads the questions of a survey in their order. */
export const surveyQuestionsQuery = (survey_id: number | undefined) =>
  queryOf(feedbackQuestions.listBySurvey, { params: { survey_id }, query: { per_page: QUESTIONS_PER_PAGE } })

export const surveyQuestionQuery = (id: number) =>
  queryOf(feedbackQuestions.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const POOL = { stale: [feedbackPool] }

export const usePoolChanges = () => ({
  create: useChange(feedbackPool.create, POOL),
  update: useChange(feedbackPool.update, POOL),
  remove: useChange(feedbackPool.remove, POOL),
})

/** A survey tells the number of its questions. */
const OF_SURVEY = { stale: [feedbackQuestions, feedbackSurveys] }

export const useSurveyQuestionChanges = () => ({
  create: useChange(feedbackQuestions.create, OF_SURVEY),
  update: useChange(feedbackQuestions.update, OF_SURVEY),
  duplicate: useOneCopy(useChange(feedbackQuestions.duplicate, OF_SURVEY)),
  reorder: useChange(feedbackQuestions.reorder, OF_SURVEY),
  remove: useChange(feedbackQuestions.remove, OF_SURVEY),
})

/** The pool counts the copies of each question. */
export const useAddToSurvey = () => useChange(feedbackPool.addToSurvey, { stale: [...OF_SURVEY.stale, feedbackPool] })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ text, id, page, dialog, can }) => {
  const surveyId = id('survey_id')
  const opened = dialog('view', 'edit')
  const own = dialog('edit-question')
  const isForm = opened !== undefined || text('modal') === 'add'
  return [
    poolQuery({ q: text('q'), type: typeOf(text('type')) }, page),
    surveyId !== undefined && surveyQuery(surveyId),
    surveyId !== undefined && surveyQuestionsQuery(surveyId),
    opened !== undefined && poolQuestionQuery(opened),
    isForm && departmentChoicesQuery,
    can('staff:read-own') && ownStaffQuery,
    own !== undefined && surveyQuestionQuery(own),
  ]
})
