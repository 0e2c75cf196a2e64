import { ApiError, unreached } from '../core/api-error.ts'
import type { Kind } from './kinds.ts'
import { type OutboxEntry, outbox } from './outbox.ts'

/**
 * Has a feature look at the server's answers to its entries, once at each and again when the server was not reached: it
 * may settle what was refused, or have something to tell of what was saved. Returns what ends it.
 */
export function settleAnswers<Body, About, Reply>(
  { isOwn }: Kind<Body, About, Reply>,
  settles: (entry: OutboxEntry<Body, About, Reply>) => Promise<void>,
): () => void {
  const looked = new Map<string, string>()
  function look() {
    const entries = outbox.get().filter(isOwn)
    // Gone, or gone with its person's login: if it comes back, it is looked at again.
    for (const subject of looked.keys()) if (!entries.some((entry) => entry.subject === subject)) looked.delete(subject)
    for (const entry of entries) {
      const { subject, at, state } = entry
      const answer = `${at} ${state}`
      if (state === 'waiting') looked.delete(subject)
      if (state === 'waiting' || looked.get(subject) === answer) continue
      looked.set(subject, answer)
      settles(entry).catch((error: unknown) => {
        // What the server has refused to show, it would refuse again.
        if (!(error instanceof ApiError) || unreached(error)) looked.delete(subject)
      })
    }
  }
  look()
  return outbox.follow(look)
}
