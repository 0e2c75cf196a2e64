import { dashboard } from '../../../shared/contract/dashboard.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, queryOf, useRecordChanges } from '../../core/queries.ts'

export const departmentsQuery = (page: number) =>
  queryOf(departments.list, { query: { page, per_page: PER_PAGE_MAX } }, { sameBut: ['page'] })

export const departmentQuery = (id: number) => queryOf(departments.read, { params: { id } }, { select: dataOf })

/** Lists and pickers of departments, and the dashboard, which counts them. */
const EFFECTS = { stale: [departments, dashboard] }

export const useDepartmentChanges = () => useRecordChanges(departments, EFFECTS)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ page, dialog, can }) => {
  const opened = can('departments:write') ? dialog('edit') : undefined
  return [departmentsQuery(page), opened !== undefined && departmentQuery(opened)]
})
