import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { health } from '../../shared/contract/health.ts'
import { unreached } from './api-error.ts'
import { call } from './call.ts'
import { waitAfter } from './patience.ts'

/** The milliseconds after which an absent server is asked again, with up to half as much more. */
const AWAY_MS = 10_000
/** The tries in a row: a server that is there but too slow is not asked for ever. The person may still press Retry. */
const MOST_TIMES = 3

const isWell = () =>
  call(health.read).then(
    () => true,
    () => false,
  )

/** Returns the milliseconds after which a failed read may be tried again, if it may. */
const waitOf = (error: unknown): number | undefined =>
  waitAfter(error) ?? (unreached(error) ? AWAY_MS * (1 + Math.random() / 2) : undefined)

/** Returns true while the page is in view and online. Hidden pages would all ask, and without a network in vain. */
const isAwaited = () => focusManager.isFocused() && navigator.onLine

/**
 * Reads shown queries again after calls that a busy server sent away, as during a restart of its database, that did not
 * reach it, or that took too long. The server's health is asked first: until it is well, text and button stay on the
 * screen.
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
