import { accounts } from '../../../shared/contract/accounts.ts'
import { roles } from '../../../shared/contract/roles.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { students } from '../../../shared/contract/students.ts'
import { type PageSize, PER_PAGE_MAX } from '../../../shared/limits.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, everyOf, queryOf, useChange } from '../../core/queries.ts'

const PEOPLE_PER_PAGE: PageSize = 25

export const rolesQuery = (page: number) =>
  queryOf(roles.list, { query: { page, per_page: PER_PAGE_MAX } }, { sameBut: ['page'] })

/** Every role, to choose one. */
export const roleChoicesQuery = everyOf(roles.list, {})

export const roleQuery = (id: number) => queryOf(roles.read, { params: { id } }, { select: dataOf })

export interface PeopleAsked {
  q: string
  page: number
  /** Only those who hold it. */
  role_id?: number
}

export const peopleQuery = (asked: PeopleAsked) =>
  queryOf(accounts.list, { query: { ...asked, per_page: PEOPLE_PER_PAGE } }, { sameBut: ['q', 'page'] })

/** Every list that shows a role or who holds it. */
const EFFECTS = { stale: [roles, accounts, staff, students] }

export const useRoleChanges = () => ({
  create: useChange(roles.create, EFFECTS),
  update: useChange(roles.update, EFFECTS),
  remove: useChange(roles.remove, EFFECTS),
  give: useChange(roles.assignToUser, EFFECTS),
  take: useChange(roles.removeFromUser, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ page, dialog }) => {
  const opened = dialog('edit', 'holders')
  return [rolesQuery(page), opened !== undefined && roleQuery(opened)]
})
