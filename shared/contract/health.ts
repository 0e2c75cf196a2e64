import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const health = {
  read: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether the server and its database answer',
    action: 'public',
    vital: true,
    reply: z.object({ status: z.literal('ok') }),
    failure: 'The server does not answer',
  }),
}
