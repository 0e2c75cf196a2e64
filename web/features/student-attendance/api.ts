import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { students } from '../../../shared/contract/students.ts'
import type { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { answerOf, needsOf } from '../../core/needs.ts'
import { dataOf, foundOf, queryOf } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery, ownStaffQuery, ownStudentQuery } from '../../core/start.ts'

const ENTRIES_PER_PAGE: PageSize = 25

export type EntryStatus = (typeof ATTENDANCE_STATUSES)[number]

export const studentQuery = (id: number | undefined) => foundOf(students.read, { params: { id } })

export const recordQuery = (student_id: number) =>
  queryOf(attendanceSubmissions.record, { params: { student_id } }, { select: dataOf })

export interface EntriesFilter {
  studentId: number
  departmentId: number | undefined
  status?: EntryStatus | undefined
}

export const entriesQuery = ({ studentId, departmentId, status }: EntriesFilter, page: number) =>
  queryOf(
    attendanceSubmissions.listByStudent,
    {
      params: { student_id: studentId },
      query: { department_id: departmentId, status, page, per_page: ENTRIES_PER_PAGE },
    },
    { sameBut: ['page'] },
  )

/** What the screen needs for its address. */
export const needs = needsOf(({ id, can, userId }) => {
  const studentId = id('student_id')
  return can('attendance:take')
    ? [
        ownStaffQuery,
        academicDepartmentsQuery,
        batchChoicesQuery,
        studentQuery(studentId),
        studentId !== undefined && recordQuery(studentId),
      ]
    : [answerOf(ownStudentQuery(userId)).then((student) => student !== null && recordQuery(student.id))]
})
