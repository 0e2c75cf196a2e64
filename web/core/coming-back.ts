import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { health } from '../../shared/contract/health.ts'
import { unreached } from './api-error.ts'
import { call } from './call.ts'
import { waitAfter } from './patience.ts'

/** After which a server that was not there is asked again, in milliseconds, and up to half as long again. */
const AWAY_MS = 10_000
/** In a row: a server that is there and too slow for it is not asked for ever. The person may still press Retry. */
const MOST_TIMES = 3

const isWell = () =>
  call(health.read).then(
    () => true,
    () => false,
  )

/** The milliseconds after which what failed so may be read again, if it may. */
const waitOf = (error: unknown): number | undefined =>
  waitAfter(error) ?? (unreached(error) ? AWAY_MS * (1 + Math.random() / 2) : undefined)

/** Whether somebody looks, and could be shown more: the others would all ask, and without a network in vain. */
const isAwaited = () => focusManager.isFocused() && navigator.onLine

/**
 * Reads again by itself what is shown of calls that a busy server has sent away, as while its database is started again,
 * that did not reach it, or that it did not answer in time. The server is asked first whether it is well: until then the
 * text and the button stand still on the screen.
 */
export function followServer(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const times = new WeakMap<Query, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  const isSentAway = (query: Query) =>
    query.state.status === 'error' && waitOf(query.state.error) !== undefined && (times.get(query) ?? 0) < MOST_TIMES
  const sentAway = () => cache.findAll({ type: 'active', predicate: isSentAway })

  async function ask(): Promise<void> {
    if (isAwaited() && sentAway().length > 0 && (await isWell()) && !hasEnded) {
      const again = sentAway()
      for (const query of again) times.set(query, (times.get(query) ?? 0) + 1)
      await client.refetchQueries({ predicate: (query) => again.includes(query) })
    }
    timer = undefined
    look()
  }
  function look(): void {
    const wait = waitOf(sentAway()[0]?.state.error)
    if (timer !== undefined || hasEnded || wait === undefined) return
    timer = setTimeout(() => void ask(), wait)
  }

  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') times.delete(event.query)
    if (event.action.type === 'error') look()
  })
  look()
  return () => {
    hasEnded = true
    clearTimeout(timer)
    unsubscribe()
  }
}
