import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { accounts } from '../../../shared/contract/accounts.ts'
import { type Role, roles } from '../../../shared/contract/roles.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { PER_PAGE_MAX } from '../../../shared/limits.ts'
import { call } from '../../core/call.ts'

const PEOPLE_PER_PAGE = 25

export const rolesQuery = queryOptions({
  queryKey: ['roles', 'list'],
  queryFn: ({ signal }) => call(roles.list, { query: { per_page: PER_PAGE_MAX }, signal }),
  select: ({ data }) => data,
})

export const roleQuery = (id: number) =>
  queryOptions({
    queryKey: ['roles', 'one', id],
    queryFn: ({ signal }) => call(roles.read, { params: { id }, signal }),
    select: ({ data }) => data,
  })

export interface PeopleAsked {
  q: string
  page: number
  /** Only those who hold it. */
  role_id?: number
}

export const peopleQuery = (asked: PeopleAsked) =>
  queryOptions({
    queryKey: ['users', asked],
    queryFn: ({ signal }) => call(accounts.list, { query: { ...asked, per_page: PEOPLE_PER_PAGE }, signal }),
  })

/** What changes a role or who holds it; every list that shows either is read again. */
export function useRoleChanges() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(['roles', 'users', 'staff', 'students'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  return {
    create: async (body: BodyInput<typeof roles.create>, key: string) => {
      await call(roles.create, { body, key })
      await refresh()
    },
    update: async (id: number, body: BodyInput<typeof roles.update>) => {
      // Also when it failed: after a change by somebody else, Reload shows that one.
      await call(roles.update, { params: { id }, body }).finally(refresh)
    },
    remove: async ({ id }: Role) => {
      await call(roles.remove, { params: { id } })
      await refresh()
    },
    give: async (role: Role, userId: number) => {
      await call(roles.assignToUser, { body: { user_id: userId, role_id: role.id } })
      await refresh()
    },
    take: async (role: Role, userId: number) => {
      await call(roles.removeFromUser, { body: { user_id: userId, role_id: role.id } })
      await refresh()
    },
  }
}
