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

/** The things that an administrator sets up in an empty college, in this order. */
export const FIRST_STEPS = [
  'departments',
  'designations',
  'batches',
  'staff',
  'students',
  'groups',
  'credentials',
  'mail',
  'backup',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const dashboard = {
  statistics: get('/dashboard/statistics', {
    summary: 'Quick statistics: active students, staff and departments, and tasks still open, within the own scope',
    action: 'dashboard:statistics',
    reply: one(Statistics),
    failure: 'Failed to fetch statistics',
  }),
  firstSteps: get('/dashboard/first-steps', {
    summary: 'The first steps of an empty college, in their order, and which of them are done',
    action: 'dashboard:first-steps',
    reply: z.object({ data: z.array(z.object({ step: z.enum(FIRST_STEPS), is_done: z.boolean() })) }),
    failure: 'Failed to fetch the first steps',
  }),
}
