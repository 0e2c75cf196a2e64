import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useRefresh } from '../../core/queries.ts'
import { ownStudentQuery } from '../../core/start.ts'
import { addressOf, type SurveyFilter } from './rules.ts'
import { STALE } from './stale.ts'

const SURVEYS_PER_PAGE: PageSize = 48

/** The query of each filter: every survey that students see in the list is active. */
const ASKED = {
  '': {},
  active: { status: 'active' },
  completed: { response: 'completed' },
  pending: { response: 'pending' },
} as const satisfies Record<SurveyFilter | '', object>

/** The staff's list, with the failure text that the specification has for this screen. */
const ownSurveys = { ...feedbackSurveys.list, failure: 'Failed to load surveys' }

export const ownSurveysQuery = (filter: SurveyFilter | '', page: number) =>
  queryOf(
    ownSurveys,
    { query: { ...ASKED[filter], page, per_page: SURVEYS_PER_PAGE } },
    { sameBut: ['status', 'response', 'page'] },
  )

const CHANGES_PER_PAGE: PageSize = 10

export const changesQuery = (page: number) =>
  queryOf(surveyFollowUp.listChanges, { query: { page, per_page: CHANGES_PER_PAGE } }, { sameBut: ['page'] })

export const surveyQuery = (id: number) =>
  queryOf(feedbackSurveys.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const useRefreshSurveys = () => useRefresh(STALE)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, userId, can } = address
  if (!can('feedback-responses:submit')) return []
  const opened = dialog('view')
  return [
    ownStudentQuery(userId),
    ownSurveysQuery(addressOf(address).status, page),
    changesQuery(1),
    opened !== undefined && surveyQuery(opened),
  ]
})
