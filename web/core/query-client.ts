import { notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { getLogin, onLoginChange } from './login.ts'

/** Only a call that did not get through is worth repeating by itself; one that took too long has taken long enough. */
const retry = (failures: number, error: Error) =>
  error instanceof ApiError && error.message === UNREACHABLE && failures < 1

/** Queries run even when the device says that it has no network: a call that fails can say so, one that waits cannot. */
const networkMode = 'always'

// An answer is drawn when it has come: the library's own timer waits until everything else that is to be done then.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, networkMode, refetchOnReconnect: true, staleTime: 30_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode },
  },
})

/** Tells of an answer that the device kept, and that stands in for the server's. */
const isKept = (data: unknown) => typeof data === 'object' && data !== null && 'keptAt' in data && data.keptAt !== null

/**
 * Asks again, when the network is back, for what could not be had. The library does so only where it was told that the
 * network went, which a page that was opened without one never is.
 */
export function followNetwork(client: QueryClient): void {
  window.addEventListener('online', () => {
    const isMissing = ({ state: { status, data } }: Query) => status === 'error' || isKept(data)
    void client.refetchQueries({ type: 'active', predicate: isMissing })
  })
}
followNetwork(queryClient)

// One person's data are never shown to the next.
let user = getLogin()?.user.id
onLoginChange(() => {
  const now = getLogin()?.user.id
  if (now === user) return
  user = now
  queryClient.clear()
})
