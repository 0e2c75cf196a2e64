import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

export type Freshness = Pick<UseQueryResult, 'data' | 'isStale' | 'isFetchedAfterMount'>

/** Whether a form may start from a query's answer: it was read when the form opened, or with the form's address. */
export function useIsFresh({ data, isStale, isFetchedAfterMount }: Freshness): boolean {
  const [wasFresh] = useState(data !== undefined && !isStale)
  return wasFresh || isFetchedAfterMount
}

/**
 * The record of a form. What a list had read before may be older than what is stored, so a form starts from what the
 * server says now; `reload` reads again, and `opening`, as the form's key, opens it afresh over the answer.
 */
export function useFreshRecord<T>(query: UseQueryResult<T>) {
  const { data, error, refetch } = query
  const isFresh = useIsFresh(query)
  const [opening, setOpening] = useState(0)

  async function reload(): Promise<void> {
    await refetch()
    setOpening((count) => count + 1)
  }

  return { record: { data: isFresh ? data : undefined, error, refetch }, opening, reload }
}
