import { skipToken } from '@tanstack/react-query'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { studentReports } from '../../../shared/contract/student-reports.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, queryOf } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import { choicesFor, departmentFor } from '../../parts/api.ts'
import type { ReadExport } from '../../parts/ExportPanel.tsx'
import type { ReportFilter } from './rules.ts'
import { BELOW, NOT_TAKEN, onlyOf } from './rules.ts'

/** The size of a usual batch, so that a printed list is whole. */
const ROWS_PER_PAGE: PageSize = 200

export const reportsQuery = (filter: ReportFilter | undefined, page: number) =>
  queryOf(studentReports.list, filter ? { query: { ...filter, page, per_page: ROWS_PER_PAGE } } : skipToken, {
    staleTime: 0,
  })

export const statsQuery = (filter: ReportFilter | undefined) =>
  queryOf(studentReports.attendanceStats, filter ? { query: { ...filter } } : skipToken, {
    select: dataOf,
    staleTime: 0,
  })

/** The part of the filter that a single student's figures depend on. */
export type StudentFilter = Pick<ReportFilter, 'department_id' | 'status'>

export const studentReportQuery = (id: number, filter: StudentFilter) =>
  queryOf(studentReports.ofStudent, { params: { id }, query: { ...filter } }, { select: dataOf, staleTime: 0 })

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
    { sameBut: ['page'], staleTime: 0 },
  )

export const exportList =
  (filter: ReportFilter): ReadExport =>
  (format, signal, onReceived) =>
    callFile(studentReports.exportList, { params: { format }, query: { ...filter }, signal }, onReceived)

export const exportStudent =
  (id: number, filter: StudentFilter): ReadExport =>
  (format, signal, onReceived) =>
    callFile(studentReports.exportStudent, { params: { id, format }, query: { ...filter }, signal }, onReceived)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { id, text, page, dialog } = address
  if (text('tab') === NOT_TAKEN)
    return [academicDepartmentsQuery, departmentFor(address).then((department) => notTakenQuery(department, page))]
  if (text('tab') === BELOW)
    return [academicDepartmentsQuery, departmentFor(address).then((department) => belowQuery(department, page))]
  const [department_id, batch_id, group_id] = [id('department_id'), id('batch_id'), id('group_id')]
  const status = SESSION_STATUSES.find((one) => one === text('status'))
  const chosen =
    department_id && batch_id ? { department_id, batch_id, group_id, status, only: onlyOf(text) } : undefined
  const fetched = text('fetched') === 'yes' ? chosen : undefined
  const opened = dialog('view')
  return [
    ...choicesFor(address),
    batchChoicesQuery,
    reportsQuery(fetched, page),
    statsQuery(fetched),
    chosen !== undefined &&
      opened !== undefined &&
      studentReportQuery(opened, { department_id: chosen.department_id, status }),
  ]
})
