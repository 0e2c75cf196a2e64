import { queryOptions } from '@tanstack/react-query'
import { type SecurityKind, securityLog } from '../../../shared/contract/security-log.ts'
import { call } from '../../core/call.ts'

export interface SecurityFilter {
  user_id: number | undefined
  kind: SecurityKind | undefined
  day: string
  address: string
}

/** Always read anew: it changes with every sign-in. */
export const securityLogQuery = (filter: SecurityFilter, page: number) =>
  queryOptions({
    queryKey: ['security-log', filter, page],
    queryFn: ({ signal }) => call(securityLog.list, { query: { ...filter, page }, signal }),
    staleTime: 0,
  })
