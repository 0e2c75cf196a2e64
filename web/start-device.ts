import { followBusy } from './core/coming-back.ts'
import { queryClient } from './core/query-client.ts'
import { startForgetting } from './offline/forgetting.ts'
import { startOutbox } from './offline/outbox.ts'

/** What a device keeps: it is forgotten when it is not this person's, and what was not sent is sent. */
export function startDevice(): void {
  // Before anything that is kept is sent.
  startForgetting()
  startOutbox()
  followBusy(queryClient)
}
