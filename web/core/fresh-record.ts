import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Freshness = Pick<UseQueryResult, 'data' | 'isStale' | 'isFetchedAfterMount'>

/** Returns true when a form may start from an answer: one read since the form, or its address, was opened. */
export function useIsFresh({ data, isStale, isFetchedAfterMount }: Freshness): boolean {
  const [wasFresh] = useState(data !== undefined && !isStale)
  return wasFresh || isFetchedAfterMount
}
