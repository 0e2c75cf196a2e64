import { queryOptions } from '@tanstack/react-query'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { students } from '../../../shared/contract/students.ts'
import type { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { call } from '../../core/call.ts'
import { answerOf, type Need, needsOf } from '../../core/needs.ts'
import { foundOf, keyOf, queryOf } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery, ownStaffQuery, ownStudentQuery } from '../../core/start.ts'
import { studentChoicesQuery } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'

const ENTRIES_PER_PAGE: PageSize = 25

/** Reads the address: the student whom staff choose, and the department whose tab is shown first. */
export const addressOf = ({ id, can, departmentId }: Address) => ({
  batchId: id('batch_id'),
  studentId: id('student_id'),
  departmentId: id('tab') ?? (can('attendance:take') ? departmentId : undefined),
})

export type EntryStatus = (typeof ATTENDANCE_STATUSES)[number]

export const studentQuery = (id: number | undefined) => foundOf(students.read, { params: { id } })

export interface EntriesFilter {
  studentId: number
  departmentId: number | undefined
  status?: EntryStatus | undefined
  /** The days of the sessions. */
  from?: string | undefined
  to?: string | undefined
}

export const entriesQuery = ({ studentId, departmentId, status, from, to }: EntriesFilter, page: number) =>
  queryOf(
    attendanceSubmissions.listByStudent,
    {
      params: { student_id: studentId },
      query: { department_id: departmentId, status, from, to, page, per_page: ENTRIES_PER_PAGE },
    },
    // Entries that came with the record are not asked for again.
    { sameBut: ['page'], staleTime: 30_000 },
  )

/** Reads a student's record together with the entries of its first department, and hands those to `entriesQuery`. */
export const recordQuery = (student_id: number) =>
  queryOptions({
    queryKey: keyOf(attendanceSubmissions.record, { params: { student_id } }),
    queryFn: async ({ signal, client }) => {
      const query = { entries: ENTRIES_PER_PAGE }
      const { data, entries } = await call(attendanceSubmissions.record, { params: { student_id }, query, signal })
      const first = entriesQuery({ studentId: student_id, departmentId: data[0]?.department.id }, 1)
      if (entries) client.setQueryData(first.queryKey, entries)
      return data
    },
  })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, can, userId } = address
  const { batchId, studentId, departmentId } = addressOf(address)
  const entriesOf = (studentId: number) => departmentId !== undefined && entriesQuery({ studentId, departmentId }, page)
  const ofOwn = async (query: (studentId: number) => Need) => {
    const own = await answerOf(ownStudentQuery(userId))
    return own !== null && query(own.id)
  }
  return can('attendance:take')
    ? [
        ownStaffQuery,
        academicDepartmentsQuery,
        batchChoicesQuery,
        ofOwnDepartment(address).then((one) => studentChoicesQuery(batchId, one.departmentId)),
        studentQuery(studentId),
        studentId !== undefined && recordQuery(studentId),
        studentId !== undefined && entriesOf(studentId),
      ]
    : [ofOwn(recordQuery), ofOwn(entriesOf)]
})
