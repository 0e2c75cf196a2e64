import { notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { getLogin, onLoginChange } from './login.ts'

/** Repeats only calls that did not reach the server; a slow one has taken long enough. */
const retry = (failures: number, error: Error) =>
  error instanceof ApiError && error.message === UNREACHABLE && failures < 1

/** Queries run even when the device reports no network: a call that fails can say so, one that waits cannot. */
const networkMode = 'always'

// Draws answers at once: the library's own timer would wait for all other work.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, networkMode, refetchOnReconnect: true, staleTime: 30_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode },
  },
})

/** Returns true for an answer of the device's copy, which stands in for the server's. */
const isKept = (data: unknown) => typeof data === 'object' && data !== null && 'keptAt' in data && data.keptAt !== null

/**
 * Repeats failed queries when the network is back. The library does so only after it has seen the network go, which a
 * page that was opened offline never has.
 */
export function followNetwork(client: QueryClient): void {
  window.addEventListener('online', () => {
    const isMissing = ({ state: { status, data } }: Query) => status === 'error' || isKept(data)
    void client.refetchQueries({ type: 'active', predicate: isMissing })
  })
}
followNetwork(queryClient)

// One person's data must never be shown to the next.
let user = getLogin()?.user.id
onLoginChange(() => {
  const now = getLogin()?.user.id
  if (now === user) return
  user = now
  queryClient.clear()
})
