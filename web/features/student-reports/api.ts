import { skipToken } from '@tanstack/react-query'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { studentReports } from '../../../shared/contract/student-reports.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import { choicesFor } from '../../parts/api.ts'
import type { ReadExport } from '../../parts/ExportPanel.tsx'
import { hasDays } from '../../parts/group-filters.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { standingsQuery } from '../../parts/standings.ts'
import { addressOf, BELOW, NOT_TAKEN, type ReportFilter } from './rules.ts'

/** The size of a usual batch, so that a printed list is whole. */
const ROWS_PER_PAGE: PageSize = 200

export const reportsQuery = (filter: ReportFilter | undefined, page: number) =>
  queryOf(studentReports.list, filter ? { query: { ...filter, page, per_page: ROWS_PER_PAGE } } : skipToken, {
    staleTime: sinceOpened,
  })

export const statsQuery = (filter: ReportFilter | undefined) =>
  queryOf(studentReports.attendanceStats, filter ? { query: { ...filter } } : skipToken, {
    select: dataOf,
    staleTime: sinceOpened,
  })

/** The part of the filter that a single student's figures depend on. */
export type StudentFilter = Pick<ReportFilter, 'department_id' | 'status' | 'from' | 'to'>

export const ofStudent = ({ department_id, status, from, to }: ReportFilter): StudentFilter => ({
  department_id,
  status,
  from,
  to,
})

export const studentReportQuery = (id: number, filter: StudentFilter) =>
  queryOf(
    studentReports.ofStudent,
    { params: { id }, query: { ...filter } },
    { select: dataOf, staleTime: sinceOpened },
  )

export const notTakenQuery = (department_id: number | undefined, page: number) =>
  queryOf(
    attendanceSessions.notTaken,
    { query: { department_id, page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['page'] },
  )

export const belowQuery = (department_id: number | undefined, page: number) =>
  queryOf(
    studentReports.belowMinimum,
    { query: { department_id, page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['page'], staleTime: sinceOpened },
  )

export interface BelowFilter {
  department_id: number | undefined
  batch_id: number | undefined
}

export const belowStudentsQuery = (filter: BelowFilter, page: number) =>
  queryOf(
    studentReports.belowStudents,
    { query: { ...filter, page, per_page: ROWS_PER_PAGE } },
    { sameBut: ['page', 'department_id', 'batch_id'], staleTime: sinceOpened },
  )

export const exportList =
  (filter: ReportFilter): ReadExport =>
  (format, signal, onReceived) =>
    callFile(studentReports.exportList, { params: { format }, query: { ...filter }, signal }, onReceived)

export const printLetters =
  (filter: BelowFilter): ReadExport<'pdf'> =>
  (_, signal, onReceived) =>
    callFile(studentReports.printBelow, { query: { ...filter }, signal }, onReceived)

export const exportStudent =
  (id: number, filter: StudentFilter): ReadExport =>
  (format, signal, onReceived) =>
    callFile(studentReports.exportStudent, { params: { id, format }, query: { ...filter }, signal }, onReceived)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const { tab, isByPlace, batchId, chosen, fetched, days } = addressOf(address)
  if (tab) {
    const queryFor = (department_id: number | undefined) => {
      if (tab === NOT_TAKEN) return notTakenQuery(department_id, page)
      return isByPlace
        ? belowQuery(department_id, page)
        : belowStudentsQuery({ department_id, batch_id: batchId }, page)
    }
    const isOfBatch = tab === BELOW && !isByPlace
    return [
      academicDepartmentsQuery,
      isOfBatch && batchChoicesQuery,
      ofOwnDepartment(address).then(({ departmentId }) => queryFor(departmentId)),
    ]
  }
  const opened = dialog('view')
  return [
    ...choicesFor(address, hasDays(days)),
    batchChoicesQuery,
    reportsQuery(fetched, page),
    statsQuery(fetched),
    chosen !== undefined && opened !== undefined && studentReportQuery(opened, ofStudent(chosen)),
    chosen !== undefined && opened !== undefined && can('logbook:read') && standingsQuery(opened),
  ]
})
