import { queryOptions } from '@tanstack/react-query'
import { accounts } from '../../shared/contract/accounts.ts'
import { call } from '../core/call.ts'

const staleTime = 5 * 60_000

/** Accounts whose name or email contains this. */
export const peopleChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['users', 'choices', q],
    queryFn: ({ signal }) => call(accounts.list, { query: { q, per_page: 25 }, signal }),
    staleTime,
  })

/** The account with this id, if there is one. */
export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: async ({ signal }) => (await call(accounts.list, { query: { id, per_page: 1 }, signal })).data[0] ?? null,
    staleTime,
  })
