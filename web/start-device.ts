import { registers } from './features/taking/registers.ts'
import { startForgetting } from './offline/forgetting.ts'
import { startOutbox } from './offline/outbox.ts'
import { settleAnswers } from './offline/settling.ts'

/** What a device keeps: it is forgotten when it is not this person's, and what was not sent is sent. */
export function startDevice(): void {
  // Before anything that is kept is sent.
  startForgetting()
  settleAnswers(registers, async (entry) => (await import('./features/taking/settling.ts')).settleEntries(entry))
  startOutbox()
}
