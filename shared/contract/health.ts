import * as z from 'zod/mini'
import { CONCERN_WORDS } from '../concerns.ts'
import { get } from '../endpoint.ts'

export const health = {
  read: get('/health', {
    summary: 'Whether the server and its database answer',
    action: 'public',
    vital: true,
    /**
     * `degraded`: it answers, and something needs a look; `concerns` says in a word each what it is. `disk`: uploads are
     * refused, as it is nearly full. `files`: the store is unchecked, or its sweep has stopped.
     */
    reply: z.object({
      status: z.enum(['ok', 'degraded']),
      concerns: z.optional(z.array(z.enum(CONCERN_WORDS))),
      disk: z.optional(z.literal('low')),
      files: z.optional(z.enum(['unchecked', 'unswept'])),
    }),
    failure: 'The server does not answer',
  }),
  ready: get('/ready', {
    summary: 'Whether the server takes requests: its database answers, and it is not about to stop',
    action: 'public',
    vital: true,
    reply: z.object({ status: z.literal('ready') }),
    failure: 'The server is not ready',
  }),
}
