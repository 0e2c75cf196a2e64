import { queryOptions } from '@tanstack/react-query'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { call } from '../../core/call.ts'

export const statisticsQuery = queryOptions({
  queryKey: ['dashboard', 'statistics'],
  queryFn: ({ signal }) => call(dashboard.statistics, { signal }),
  select: ({ data }) => data,
})
