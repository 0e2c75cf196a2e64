import * as z from 'zod/mini'
import { endpoint, one, page, pageQuery } from '../endpoint.ts'
import { choice, idParam } from '../fields.ts'
import { BATCH_STATUSES } from '../labels.ts'
import { YEARS } from '../limits.ts'
import { Group } from './groups.ts'

export const Batch = z.object({
  id: z.int(),
  name: z.string(),
  current_year: z.enum(YEARS),
  description: z.nullable(z.string()),
  status: z.enum(BATCH_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Batch = z.infer<typeof Batch>

const params = z.object({ id: idParam })

export const batches = {
  list: endpoint({
    method: 'GET',
    path: '/batches',
    summary: 'Batches by name; a student’s own only',
    action: 'batches:read',
    query: z.object({ ...pageQuery, status: z.optional(choice('Status', BATCH_STATUSES)) }),
    reply: page(Batch),
    failure: 'Failed to fetch batches',
  }),
  read: endpoint({
    method: 'GET',
    path: '/batches/:id',
    summary: 'One batch',
    action: 'batches:read',
    params,
    reply: one(Batch),
    failure: 'Failed to fetch batch',
  }),
  activeGroups: endpoint({
    method: 'GET',
    path: '/batches/:id/active-groups',
    summary: 'The active groups of a batch',
    action: 'batches:read',
    params,
    query: z.object(pageQuery),
    reply: page(Group),
    failure: 'Failed to fetch active groups',
  }),
}
