import { setTimeout as sleep } from 'node:timers/promises'
import { isRowHeld } from '../../db/database-errors.ts'

/** The time that a response waits for whoever changes its survey. */
const PATIENCE_MS = 10_000
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1_000

/**
 * Does a response's write again while somebody else holds its survey. A class that answers at once waits here and not
 * in the database: there each of them would have a connection, and nobody else one.
 * @throws 503 when the survey is held for longer than ten seconds
 */
export async function whenFree<T>(write: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (let longest = FIRST_WAIT_MS; ; longest = Math.min(2 * longest, LONGEST_WAIT_MS))
    try {
      return await write()
    } catch (error) {
      if (!isRowHeld(error) || performance.now() > until) throw error
      await sleep(longest * (0.5 + Math.random() / 2))
    }
}
