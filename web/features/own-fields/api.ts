import { ownFields } from '../../../shared/contract/own-fields.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { students } from '../../../shared/contract/students.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useRecordChanges } from '../../core/queries.ts'

/** All of them: a college has at most twenty of each entity. */
const OWN_FIELDS_PER_PAGE: PageSize = 100

export const ownFieldListQuery = (page: number) =>
  queryOf(ownFields.list, { query: { page, per_page: OWN_FIELDS_PER_PAGE } }, { sameBut: ['page'] })

export const ownFieldQuery = (id: number) =>
  queryOf(ownFields.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** The fields themselves, and the records that show them. */
const EFFECTS = { stale: [ownFields, students, staff] }

export const useOwnFieldChanges = () => useRecordChanges(ownFields, EFFECTS)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ page, dialog }) => {
  const opened = dialog('edit')
  return [ownFieldListQuery(page), opened !== undefined && ownFieldQuery(opened)]
})
