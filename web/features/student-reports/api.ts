import { queryOptions } from '@tanstack/react-query'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { studentReports } from '../../../shared/contract/student-reports.ts'
import { call, callFile } from '../../core/call.ts'
import type { OnReceived } from '../../core/received.ts'
import type { ReportFilter, ReportFormat } from './rules.ts'

const REPORTS = ['student-reports']

/** A batch as most colleges have them, so that a printed list is whole. */
const ROWS_PER_PAGE = 200
const ENTRIES_PER_PAGE = 25

export const reportsQuery = (filter: ReportFilter, page: number) =>
  queryOptions({
    queryKey: [...REPORTS, 'list', filter, page],
    queryFn: ({ signal }) => call(studentReports.list, { query: { ...filter, page, per_page: ROWS_PER_PAGE }, signal }),
    staleTime: 0,
  })

export const statsQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: [...REPORTS, 'stats', filter],
    queryFn: async ({ signal }) => (await call(studentReports.attendanceStats, { query: { ...filter }, signal })).data,
    staleTime: 0,
  })

/** What of the filter decides one student's figures. */
export type StudentFilter = Pick<ReportFilter, 'department_id' | 'status'>

export const studentReportQuery = (id: number, filter: StudentFilter) =>
  queryOptions({
    queryKey: [...REPORTS, 'student', id, filter],
    queryFn: async ({ signal }) =>
      (await call(studentReports.ofStudent, { params: { id }, query: { ...filter }, signal })).data,
    staleTime: 0,
  })

/** The entries behind a student's percentage. */
export const reportEntriesQuery = (studentId: number, departmentId: number | undefined, page: number) =>
  queryOptions({
    queryKey: ['attendance-submissions', 'student', studentId, departmentId, undefined, page],
    queryFn: ({ signal }) =>
      call(attendanceSubmissions.listByStudent, {
        params: { student_id: studentId },
        query: { department_id: departmentId, page, per_page: ENTRIES_PER_PAGE },
        signal,
      }),
    staleTime: 0,
  })

export const notTakenQuery = (departmentId: number | undefined, page: number) =>
  queryOptions({
    queryKey: ['attendance-sessions', 'not-taken', departmentId, page],
    queryFn: ({ signal }) =>
      call(attendanceSessions.notTaken, {
        query: { department_id: departmentId, page, per_page: ROWS_PER_PAGE },
        signal,
      }),
    staleTime: 0,
  })

export type ReadReport = (format: ReportFormat, signal: AbortSignal, onReceived: OnReceived) => Promise<Blob>

export const exportList =
  (filter: ReportFilter): ReadReport =>
  (format, signal, onReceived) =>
    callFile(studentReports.exportList, { params: { format }, query: { ...filter }, signal }, onReceived)

export const exportStudent =
  (id: number, filter: StudentFilter): ReadReport =>
  (format, signal, onReceived) =>
    callFile(studentReports.exportStudent, { params: { id, format }, query: { ...filter }, signal }, onReceived)
