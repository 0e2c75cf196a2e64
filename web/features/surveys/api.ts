import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { SURVEY_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { needsOf } from '../../core/needs.ts'
import { useOneCopy } from '../../core/one-copy.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery, ownStaffQuery } from '../../core/start.ts'
import { activeGroupsQuery } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'

const SURVEYS_PER_PAGE: PageSize = 50

/** Reads the list's filter from the address. */
export const addressOf = ({ q, text, id, departmentId }: Address) => ({
  q,
  status: SURVEY_STATUSES.find((status) => status === text('status')),
  department_id: departmentId,
  batch_id: id('batch_id'),
})
type SurveyFilter = ReturnType<typeof addressOf>

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
  ...useRecordChanges(feedbackSurveys, STALE),
  activate: useChange(feedbackSurveys.activate, STALE),
  deactivate: useChange(feedbackSurveys.deactivate, STALE),
  close: useChange(feedbackSurveys.close, STALE),
  duplicate: useOneCopy(useChange(feedbackSurveys.duplicate, STALE)),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can, text } = address
  const opened = dialog('view', 'edit')
  return [
    can('staff:read-own') && ownStaffQuery,
    academicDepartmentsQuery,
    batchChoicesQuery,
    ofOwnDepartment(address).then((one) => surveysQuery(addressOf(one), page)),
    opened !== undefined && surveyQuery(opened),
    text('modal') === 'add' && ofOwnDepartment(address).then(({ departmentId }) => activeGroupsQuery(departmentId)),
  ]
})
