import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { needsOf } from '../../core/needs.ts'
import { useOneCopy } from '../../core/one-copy.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { ownStaffQuery } from '../../core/start.ts'
import { departmentChoicesQuery } from '../../parts/api.ts'
import { surveyQuery } from '../surveys/api.ts'
import { typeOf } from './rules.ts'

const POOL_PER_PAGE: PageSize = 10
/** The most that a survey can have. */
const QUESTIONS_PER_PAGE: PageSize = 200

/** Reads the pool's filter from the address, and the survey that its questions are chosen for. */
export const addressOf = ({ q, text, id }: Address) => ({
  filter: { q, type: typeOf(text('type')) },
  surveyId: id('survey_id'),
  isOfSurvey: text('survey_id') !== '',
})
type PoolFilter = ReturnType<typeof addressOf>['filter']

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

export const usePoolChanges = () => useRecordChanges(feedbackPool, POOL)

/** A survey tells the number of its questions. */
const OF_SURVEY = { stale: [feedbackQuestions, feedbackSurveys] }

export const useSurveyQuestionChanges = () => ({
  ...useRecordChanges(feedbackQuestions, OF_SURVEY),
  duplicate: useOneCopy(useChange(feedbackQuestions.duplicate, OF_SURVEY)),
  reorder: useChange(feedbackQuestions.reorder, OF_SURVEY),
})

/** The pool counts the copies of each question. */
export const useAddToSurvey = () => useChange(feedbackPool.addToSurvey, { stale: [...OF_SURVEY.stale, feedbackPool] })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { text, page, dialog, can } = address
  const { filter, surveyId } = addressOf(address)
  const opened = dialog('view', 'edit')
  const own = dialog('edit-question')
  const isForm = can('feedback-pool:write') && ['add', 'edit'].includes(text('modal'))
  return [
    poolQuery(filter, page),
    surveyId !== undefined && surveyQuery(surveyId),
    surveyId !== undefined && surveyQuestionsQuery(surveyId),
    opened !== undefined && poolQuestionQuery(opened),
    isForm && departmentChoicesQuery,
    can('staff:read-own') && ownStaffQuery,
    own !== undefined && surveyQuestionQuery(own),
  ]
})
