import { dashboard } from '../../../shared/contract/dashboard.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

export const departmentsQuery = queryOf(departments.list, { query: { per_page: PER_PAGE_MAX } }, { select: dataOf })

export const departmentQuery = (id: number | undefined) =>
  queryOf(departments.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Every list and picker that shows a department, and what counts them. */
const EFFECTS = { stale: [departments, dashboard] }

export const useDepartmentChanges = () => ({
  create: useChange(departments.create, EFFECTS),
  update: useChange(departments.update, EFFECTS),
  remove: useChange(departments.remove, EFFECTS),
})

/** What the screen needs for its address. */
export const needs = needsOf(({ dialog }) => [departmentsQuery, departmentQuery(dialog('edit'))])
