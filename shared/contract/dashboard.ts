import * as z from 'zod/mini'
import { get, one } from '../endpoint.ts'

export const Statistics = z.object({
  students: z.int(),
  staff: z.int(),
  departments: z.int(),
  /** Tasks that are active or pending: the specification's non-completed tasks. */
  open_tasks: z.int(),
})
export type Statistics = z.infer<typeof Statistics>

export const dashboard = {
  statistics: get('/dashboard/statistics', {
    summary: 'Quick statistics: active students, staff and departments, and tasks still open, within the own scope',
    action: 'dashboard:statistics',
    reply: one(Statistics),
    failure: 'Failed to fetch statistics',
  }),
}
