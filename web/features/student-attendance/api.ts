import { queryOptions } from '@tanstack/react-query'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { students } from '../../../shared/contract/students.ts'
import type { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import { ApiError } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'

const ENTRIES = ['attendance-submissions']

const ENTRIES_PER_PAGE = 25

export type EntryStatus = (typeof ATTENDANCE_STATUSES)[number]

/** A missing record is an answer too: null. */
async function orNull<T>(answer: Promise<{ data: T }>): Promise<T | null> {
  try {
    return (await answer).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const ownStudentQuery = (userId: number) =>
  queryOptions({
    queryKey: ['students', 'own', userId],
    queryFn: ({ signal }) => orNull(call(students.byUser, { params: { user_id: userId }, signal })),
  })

export const studentQuery = (id: number) =>
  queryOptions({
    queryKey: ['students', 'known', id],
    queryFn: ({ signal }) => orNull(call(students.read, { params: { id }, signal })),
  })

export const recordQuery = (studentId: number) =>
  queryOptions({
    queryKey: [...ENTRIES, 'record', studentId],
    queryFn: async ({ signal }) =>
      (await call(attendanceSubmissions.record, { params: { student_id: studentId }, signal })).data,
    staleTime: 0,
  })

export interface EntriesFilter {
  studentId: number
  departmentId: number
  status?: EntryStatus | undefined
}

export const entriesQuery = ({ studentId, departmentId, status }: EntriesFilter, page: number) =>
  queryOptions({
    queryKey: [...ENTRIES, 'student', studentId, departmentId, status, page],
    queryFn: ({ signal }) =>
      call(attendanceSubmissions.listByStudent, {
        params: { student_id: studentId },
        query: { department_id: departmentId, status, page, per_page: ENTRIES_PER_PAGE },
        signal,
      }),
    staleTime: 0,
  })
