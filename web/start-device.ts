import { followServer } from './core/coming-back.ts'
import { queryClient } from './core/query-client.ts'
import { startForgetting } from './offline/forgetting.ts'
import { startOutbox } from './offline/outbox.ts'

/** Starts work that can wait for the first screen: forgetting what belongs to others, and sending what is kept. */
export function startDevice(): void {
  // Forgets before anything is sent.
  startForgetting()
  startOutbox()
  followServer(queryClient)
}
