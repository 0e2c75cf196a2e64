import { dashboard } from '../../../shared/contract/dashboard.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

export const departmentsQuery = (page: number) =>
  queryOf(departments.list, { query: { page, per_page: PER_PAGE_MAX } }, { sameBut: ['page'] })

export const departmentQuery = (id: number) => queryOf(departments.read, { params: { id } }, { select: dataOf })

/** Every list and picker that shows a department, and what counts them. */
const EFFECTS = { stale: [departments, dashboard] }

export const useDepartmentChanges = () => ({
  create: useChange(departments.create, EFFECTS),
  update: useChange(departments.update, EFFECTS),
  remove: useChange(departments.remove, EFFECTS),
})

/** What the screen needs for its address. */
export const needs = needsOf(({ page, dialog }) => {
  const opened = dialog('edit')
  return [departmentsQuery(page), opened !== undefined && departmentQuery(opened)]
})
