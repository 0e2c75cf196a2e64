import { queryOptions, skipToken } from '@tanstack/react-query'
import { batches } from '../../../shared/contract/batches.ts'
import { groups, studentGroups } from '../../../shared/contract/groups.ts'
import { students } from '../../../shared/contract/students.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { call } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import { everyPage } from '../../core/every-page.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, keyOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import type { ReadExport, SheetFormat } from '../../parts/ExportPanel.tsx'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf } from './rules.ts'

const GROUPS_PER_PAGE: PageSize = 48

type GroupFilter = ReturnType<typeof addressOf>

/** Lists the groups of a batch. Rows stay on the screen while a search in the same batch runs. */
export const groupsQuery = (filter: GroupFilter, page: number) =>
  queryOf(
    groups.list,
    filter.batch_id === undefined ? skipToken : { query: { ...filter, page, per_page: GROUPS_PER_PAGE } },
    { sameBut: ['department_id', 'q', 'page'] },
  )

export const exportGroups =
  (filter: GroupFilter): ReadExport<SheetFormat> =>
  (format, signal, onReceived) =>
    callFile(groups.export, { query: { ...filter, format }, signal }, onReceived)

export const groupQuery = (id: number) =>
  queryOf(groups.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Reads a group and every student who may be in it. */
export const groupStudentsQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(groups.candidates, { params: { id } }, 'with group'),
    queryFn: async ({ signal }) => {
      const params = { id }
      // The group first: with a version newer than the list, a save would undo changes that are not shown.
      const { data: group } = await call(groups.read, { params, signal })
      return { group, students: await everyPage((query) => call(groups.candidates, { params, query, signal })) }
    },
    staleTime: sinceOpened,
  })

/** Lists that show a group's name or count its students. */
const EFFECTS = { stale: [groups, batches] }

export const useGroupChanges = () => useRecordChanges(groups, EFFECTS)

const MOVED = { stale: [groups, batches, students] }

export const useAssignStudents = () => useChange(studentGroups.assign, MOVED)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const opened = dialog('view', 'edit')
  const assigned = can('groups:read-students') ? dialog('students') : undefined
  return [
    batchChoicesQuery,
    academicDepartmentsQuery,
    ofOwnDepartment(address).then((one) => groupsQuery(addressOf(one), page)),
    opened !== undefined && groupQuery(opened),
    assigned !== undefined && groupStudentsQuery(assigned),
  ]
})
