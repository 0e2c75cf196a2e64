import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { studentGroups } from '../../../shared/contract/groups.ts'
import { type Leave, leaves } from '../../../shared/contract/leaves.ts'
import { LEAVE_STATUSES } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { callFile } from '../../core/call-file.ts'
import { answerOf, needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, useChange } from '../../core/queries.ts'
import { academicDepartmentsQuery, ownStaffQuery, ownStudentQuery } from '../../core/start.ts'
import { useUploadChange } from '../../core/uploading.ts'
import type { FileUse } from '../../parts/FilesList.tsx'
import { ofOwnDepartment } from '../../parts/own-department.ts'

const LEAVES_PER_PAGE: PageSize = 25

/** Reads the filter of the staff's list from the address; a student's own list has none. */
export const addressOf = ({ can, text, departmentId, isFixed }: Address) =>
  can('attendance:take')
    ? {
        status: LEAVE_STATUSES.find((one) => one === text('status')) ?? ('' as const),
        // Staff of a department get no other department's requests.
        department_id: isFixed ? undefined : departmentId,
      }
    : {}
export type LeaveFilter = ReturnType<typeof addressOf>

export const leavesQuery = (filter: LeaveFilter, page: number) =>
  queryOf(
    leaves.list,
    { query: { ...filter, page, per_page: LEAVES_PER_PAGE } },
    { sameBut: ['status', 'department_id', 'page'] },
  )

export const leaveQuery = (id: number) =>
  queryOf(leaves.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** The student's present groups, whose departments can be asked. */
export const ownGroupsQuery = (student_id: number) =>
  everyOf(studentGroups.listByStudent, { params: { student_id, status: 'active' } })

/** Reads the student's sessions of a span of days. */
export const ownSessionsQuery = (from: string, to: string) => everyOf(attendanceSessions.list, { query: { from, to } })

const STALE = { stale: [leaves] }

export const useAskForLeave = () => useUploadChange(leaves.create, STALE)
export const useDecide = () => useChange(leaves.decide, STALE)
export const useWithdraw = () => useChange(leaves.withdraw, STALE)

/** Reads the file of a leave request, with the type that the server found in it, to keep or to show. */
export const readFileOf =
  ({ id, file }: Pick<Leave, 'id' | 'file'>) =>
  async (use: FileUse): Promise<Blob> =>
    new Blob([await callFile(leaves[use], { params: { id } })], { type: file?.type ?? '' })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, text, userId, can } = address
  const isStaff = can('attendance:take')
  const listOf = (one: Address) => leavesQuery(addressOf(one), page)
  const opened = dialog('view')
  const ownGroups = async () => {
    const own = await answerOf(ownStudentQuery(userId))
    return own !== null && ownGroupsQuery(own.id)
  }
  return [
    isStaff && ownStaffQuery,
    isStaff && academicDepartmentsQuery,
    isStaff && address.departmentId ? ofOwnDepartment(address).then(listOf) : listOf(address),
    opened !== undefined && leaveQuery(opened),
    can('leaves:ask') && text('modal') === 'add' && ownGroups(),
  ]
})
