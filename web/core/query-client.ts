import { QueryClient } from '@tanstack/react-query'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { getSession, onSessionChange } from './session.ts'

/** Only a call that did not get through is worth repeating by itself; one that took too long has taken long enough. */
const retry = (failures: number, error: Error) =>
  error instanceof ApiError && error.message === UNREACHABLE && failures < 1

/** Asked for even when the device says that it has no network: a call that fails can say so, one that waits cannot. */
const networkMode = 'always'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, networkMode, refetchOnReconnect: true, staleTime: 30_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode },
  },
})

// One person's data are never shown to the next.
let user = getSession()?.user.id
onSessionChange(() => {
  const now = getSession()?.user.id
  if (now === user) return
  user = now
  queryClient.clear()
})
