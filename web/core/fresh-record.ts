import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The record of a form. What a list had read before may be older than what is stored, so a form starts from what the
 * server says now; `reload` reads again, and `opening`, as the form's key, opens it afresh over the answer.
 */
export function useFreshRecord<T>(query: UseQueryResult<T>) {
  const { data, error, refetch, isFetchedAfterMount } = query
  const [opening, setOpening] = useState(0)

  async function reload(): Promise<void> {
    await refetch()
    setOpening((count) => count + 1)
  }

  return { record: { data: isFetchedAfterMount ? data : undefined, error, refetch }, opening, reload }
}
