import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Freshness = Pick<UseQueryResult, 'data' | 'isStale' | 'isFetchedAfterMount'>

/**
 * Returns true when a form may start from a query's answer: it was read when the form opened, or with the form's
 * address.
 */
export function useIsFresh({ data, isStale, isFetchedAfterMount }: Freshness): boolean {
  const [wasFresh] = useState(data !== undefined && !isStale)
  return wasFresh || isFetchedAfterMount
}
