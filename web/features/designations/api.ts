import { designations } from '../../../shared/contract/designations.ts'
import { staff } from '../../../shared/contract/staff.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, queryOf, useRecordChanges } from '../../core/queries.ts'

const DESIGNATIONS_PER_PAGE: PageSize = 100

export const designationsQuery = (q: string, page: number) =>
  queryOf(designations.list, { query: { q, page, per_page: DESIGNATIONS_PER_PAGE } }, { sameBut: ['q', 'page'] })

/** Reads every designation, for a picker. */
export const designationChoicesQuery = everyOf(designations.list, {})

export const designationQuery = (id: number) => queryOf(designations.read, { params: { id } }, { select: dataOf })

/** Contracts of the lists that show a designation's name. */
const EFFECTS = { stale: [designations, staff] }

export const useDesignationChanges = () => useRecordChanges(designations, EFFECTS)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ q, page, dialog, can }) => {
  const opened = can('designations:write') ? dialog('edit') : undefined
  return [designationsQuery(q, page), opened !== undefined && designationQuery(opened)]
})
