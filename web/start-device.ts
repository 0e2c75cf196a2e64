import { followServer } from './core/coming-back.ts'
import { queryClient } from './core/query-client.ts'
import { keepFocus } from './layout/kept-focus.ts'
import { startForgetting } from './offline/forgetting.ts'
import { startOutbox } from './offline/outbox.ts'

/** What can wait until the first screen is there: what a device keeps is forgotten when it is not this person's, or sent. */
export function startDevice(): void {
  // Before anything that is kept is sent.
  startForgetting()
  startOutbox()
  followServer(queryClient)
  keepFocus()
}
