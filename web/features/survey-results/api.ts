import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'
import type { ReadExport } from '../../parts/ExportPanel.tsx'
import { surveyQuery } from '../surveys/api.ts'

/** The students in the results: a department, a batch, a group, or all who were asked. */
export type Part = Query<typeof feedbackResults.ofSurvey>

const PARTS = ['department_id', 'batch_id', 'group_id'] as const

/** Reads the address: the survey, and the part of its students that is chosen. */
export const addressOf = ({ id }: Address) => ({
  surveyId: id('surveyId'),
  part: { department_id: id('department_id'), batch_id: id('batch_id'), group_id: id('group_id') },
})

/** Enough for a short survey without further pages. */
const TEXTS_PER_PAGE: PageSize = 10

export const resultsQuery = (id: number | undefined, part: Part) =>
  queryOf(
    feedbackResults.ofSurvey,
    { params: { id }, query: part },
    {
      select: dataOf,
      staleTime: sinceOpened,
      sameBut: PARTS,
    },
  )

export const textsQuery = (id: number, question_id: number, asked: Part & { q: string; page: number }) =>
  queryOf(
    feedbackResults.texts,
    { params: { id, question_id }, query: { ...asked, per_page: TEXTS_PER_PAGE } },
    {
      sameBut: ['q', 'page', ...PARTS],
      // A text of an anonymous survey is identified only by its place on the page.
      select: ({ data, meta }) => ({ meta, data: data.map((text, at) => ({ ...text, at })) }),
    },
  )

/** Exports the responses as a table, or the results as a document. */
export const exportResults =
  (survey_id: number, part: Part): ReadExport =>
  (format, signal, onReceived) =>
    callFile(feedbackResults.export, { query: { survey_id, format, ...part }, signal }, onReceived)

const STALE = [feedbackSurveys]

/** The changes after reading the results. */
export const useFollowUp = () => ({
  remind: useChange(surveyFollowUp.remind, { stale: STALE }),
  publishChanges: useChange(surveyFollowUp.publishChanges, { stale: STALE }),
})

/** The queries to start when the screen's address is opened. The survey decides if its parts may be read. */
export const needs = needsOf((address) => {
  const { surveyId, part } = addressOf(address)
  const isWhole = PARTS.every((name) => part[name] === undefined)
  return surveyId === undefined ? [] : [surveyQuery(surveyId), isWhole && resultsQuery(surveyId, {})]
})
