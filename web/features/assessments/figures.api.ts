import { assessmentFigures } from '../../../shared/contract/assessment-figures.ts'
import { assessments } from '../../../shared/contract/assessments.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf } from '../../core/queries.ts'
import type { ReadExport } from '../../parts/ExportPanel.tsx'

const HISTORY_ROWS: PageSize = 50
const ROWS_PER_PAGE: PageSize = 100

/** Read at each look: somebody else may have given marks since. */
const staleTime = sinceOpened

export const historyQuery = (id: number, student_id: number) =>
  queryOf(assessmentFigures.history, { params: { id }, query: { student_id, per_page: HISTORY_ROWS } }, { staleTime })

/** Reads the newest change of each of its marks. */
export const latestChangesQuery = (id: number) =>
  queryOf(assessmentFigures.history, { params: { id }, query: { per_page: ROWS_PER_PAGE } }, { staleTime })

export const summaryQuery = (id: number) =>
  queryOf(assessmentFigures.summary, { params: { id } }, { select: dataOf, staleTime })

/** The students of an assessment with their results. */
export const resultsQuery = (id: number, page: number) =>
  queryOf(
    assessments.roster,
    { params: { id }, query: { page, per_page: ROWS_PER_PAGE } },
    { staleTime, sameBut: ['page'] },
  )

/** Reads all totals of a group, of its members now or on a day, which the screen searches. */
export const totalsQuery = (group_id: number, day?: string) =>
  everyOf(assessmentFigures.totals, { params: { group_id }, query: { day } }, { staleTime })

/** The result sheet: with roll numbers alone, or with everything. */
export type Sheet = 'notice' | 'full'

export const exportResults =
  (id: number, sheet: Sheet): ReadExport =>
  (format, signal, onReceived) =>
    callFile(assessmentFigures.exportResults, { params: { id, format }, query: { sheet }, signal }, onReceived)

export const exportTotals =
  (group_id: number, day: string | undefined): ReadExport =>
  (format, signal, onReceived) =>
    callFile(assessmentFigures.exportTotals, { params: { group_id, format }, query: { day }, signal }, onReceived)
