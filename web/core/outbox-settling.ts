import { ApiError, unreached } from './api-error.ts'
import { type OutboxEntry, outbox } from './outbox.ts'

/**
 * Has the feature of an entry look at the server's answer, once for each answer and again when the server was not
 * reached: it may settle what was refused, or have something to tell of what was saved. Returns what ends it.
 */
export function settleAnswers(settles: (entry: OutboxEntry) => Promise<void>): () => void {
  const looked = new Map<string, string>()
  function look() {
    for (const entry of outbox.get()) {
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
  return outbox.follow(look)
}
