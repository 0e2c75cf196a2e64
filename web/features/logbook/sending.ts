import { ApiError } from '../../core/api-error.ts'
import { drop, type OutboxEntry, sendNow } from '../../offline/outbox.ts'

/** The time that a person waits for the server; afterwards the entry is on its way by itself. */
const PATIENCE_MS = 2_500

/**
 * Sends what has just been posted, and returns true when the server has it, false while it waits on this device.
 * @throws the server's refusal; the entry is taken off the device then, since the form still has it
 */
export async function sendSoon(entryOf: () => OutboxEntry | undefined): Promise<boolean> {
  await Promise.race([sendNow(), new Promise((done) => setTimeout(done, PATIENCE_MS))])
  const entry = entryOf()
  if (!entry || entry.state === 'saved') return true
  if (entry.state === 'waiting') return false
  await drop(entry.subject)
  const status = entry.errors ? 422 : 409
  throw new ApiError(status, entry.problem ?? '', entry.errors)
}
