import { skipToken } from '@tanstack/react-query'
import { accounts } from '../../shared/contract/accounts.ts'
import type { PageSize } from '../../shared/limits.ts'
import { queryOf } from '../core/queries.ts'

const PEOPLE_PER_PAGE: PageSize = 25
const staleTime = 5 * 60_000

/** Searches the accounts whose name or email contains the text. */
export const peopleChoicesQuery = (q: string) =>
  queryOf(accounts.list, { query: { q, per_page: PEOPLE_PER_PAGE } }, { staleTime, sameBut: ['q'] })

/** Reads the account with this id, if there is one. */
export const personQuery = (id: number | undefined) =>
  queryOf(accounts.list, id === undefined ? skipToken : { query: { id, per_page: 1 } }, {
    select: ({ data }) => data[0] ?? null,
    staleTime,
  })
