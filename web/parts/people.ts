import { skipToken } from '@tanstack/react-query'
import { accounts } from '../../shared/contract/accounts.ts'
import { queryOf } from '../core/queries.ts'

const staleTime = 5 * 60_000

/** Accounts whose name or email contains this. */
export const peopleChoicesQuery = (q: string) =>
  queryOf(accounts.list, { query: { q, per_page: 25 } }, { staleTime, sameBut: ['q'] })

/** The account with this id, if there is one. */
export const personQuery = (id: number | undefined) =>
  queryOf(accounts.list, id === undefined ? skipToken : { query: { id, per_page: 1 } }, {
    select: ({ data }) => data[0] ?? null,
    staleTime,
  })
