import { type SecurityKind, securityLog } from '../../../shared/contract/security-log.ts'
import { queryOf } from '../../core/queries.ts'

export interface SecurityFilter {
  user_id: number | undefined
  kind: SecurityKind | undefined
  day: string
  address: string
}

/** Always read anew: it changes with every sign-in. */
export const securityLogQuery = (filter: SecurityFilter, page: number) =>
  queryOf(
    securityLog.list,
    { query: { ...filter, page } },
    { staleTime: 0, sameBut: ['user_id', 'kind', 'day', 'address', 'page'] },
  )
