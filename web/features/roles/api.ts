import { accounts } from '../../../shared/contract/accounts.ts'
import { roles } from '../../../shared/contract/roles.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { students } from '../../../shared/contract/students.ts'
import type { QueryInput } from '../../../shared/endpoint.ts'
import { type PageSize, PER_PAGE_MAX } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'

const PEOPLE_PER_PAGE: PageSize = 25

export const rolesQuery = (page: number) =>
  queryOf(roles.list, { query: { page, per_page: PER_PAGE_MAX } }, { sameBut: ['page'] })

/** Reads every role, for a picker. */
export const roleChoicesQuery = everyOf(roles.list, {})

export const roleQuery = (id: number) => queryOf(roles.read, { params: { id } }, { select: dataOf })

/** Finds people; with a role, only its holders. */
export const peopleQuery = (asked: QueryInput<typeof accounts.list>) =>
  queryOf(accounts.list, { query: { ...asked, per_page: PEOPLE_PER_PAGE } }, { sameBut: ['q', 'page'] })

/** Contracts of every list that shows a role or its holders. */
const EFFECTS = { stale: [roles, accounts, staff, students] }

export const useRoleChanges = () => ({
  ...useRecordChanges(roles, EFFECTS),
  give: useChange(roles.assignToUser, EFFECTS),
  take: useChange(roles.removeFromUser, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ page, dialog, can }) => {
  const opened = can('roles:write') ? dialog('edit', 'holders') : undefined
  return [rolesQuery(page), opened !== undefined && roleQuery(opened)]
})
