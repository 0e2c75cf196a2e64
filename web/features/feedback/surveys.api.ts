import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { SURVEY_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { choicesFor, departmentFor } from '../../parts/api.ts'
import { useOneCopy } from './one-copy.ts'

const SURVEYS_PER_PAGE: PageSize = 50

/** The filter of the list, as the address holds it. */
interface SurveyFilter {
  q: string
  status: (typeof SURVEY_STATUSES)[number] | undefined
  department_id: number | undefined
  batch_id: number | undefined
}

export const statusOf = (text: string) => SURVEY_STATUSES.find((status) => status === text)

export const surveysQuery = (filter: SurveyFilter, page: number) =>
  queryOf(
    feedbackSurveys.list,
    { query: { ...filter, page, per_page: SURVEYS_PER_PAGE } },
    { sameBut: ['q', 'status', 'department_id', 'batch_id', 'page'] },
  )

export const surveyQuery = (id: number | undefined) =>
  queryOf(feedbackSurveys.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

const STALE = { stale: [feedbackSurveys] }

export const useSurveyChanges = () => ({
  create: useChange(feedbackSurveys.create, STALE),
  update: useChange(feedbackSurveys.update, STALE),
  activate: useChange(feedbackSurveys.activate, STALE),
  deactivate: useChange(feedbackSurveys.deactivate, STALE),
  close: useChange(feedbackSurveys.close, STALE),
  duplicate: useOneCopy(useChange(feedbackSurveys.duplicate, STALE)),
  remove: useChange(feedbackSurveys.remove, STALE),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { text, id, page, dialog } = address
  const opened = dialog('view', 'edit')
  return [
    departmentFor(address).then((department_id) =>
      surveysQuery({ q: text('q'), status: statusOf(text('status')), department_id, batch_id: id('batch_id') }, page),
    ),
    ...choicesFor(address),
    batchChoicesQuery,
    opened !== undefined && surveyQuery(opened),
  ]
})
