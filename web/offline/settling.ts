import { ApiError, unreached } from '../core/api-error.ts'
import type { Kind } from './kinds.ts'
import { type OutboxEntry, outbox } from './outbox.ts'

/**
 * Calls a feature with the server's answers to its entries, once for each, and again when the server was not reached.
 * The feature may settle refused entries, or tell news of saved ones. Returns a function that ends it.
 */
export function settleAnswers<Body, About, Reply>(
  { isOwn }: Kind<Body, About, Reply>,
  settles: (entry: OutboxEntry<Body, About, Reply>) => Promise<void>,
): () => void {
  const looked = new Map<string, string>()
  function look() {
    const entries = outbox.get().filter(isOwn)
    // The entry is gone, perhaps with its person's login: if it comes back, it is looked at again.
    for (const subject of looked.keys()) if (!entries.some((entry) => entry.subject === subject)) looked.delete(subject)
    for (const entry of entries) {
      const { subject, at, state } = entry
      const answer = `${at} ${state}`
      if (state === 'waiting') looked.delete(subject)
      if (state === 'waiting' || looked.get(subject) === answer) continue
      looked.set(subject, answer)
      settles(entry).catch((error: unknown) => {
        // A refusal would be the same at the next try.
        if (!(error instanceof ApiError) || unreached(error)) looked.delete(subject)
      })
    }
  }
  look()
  return outbox.follow(look)
}
