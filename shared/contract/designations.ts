import * as z from 'zod/mini'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import { readAt, searchText } from '../fields.ts'
import { nameLine } from '../names.ts'

export const Designation = z.object({
  id: z.int(),
  name: z.string(),
  /** Staff with this designation, of those the caller may see. */
  staff_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Designation = z.infer<typeof Designation>

export const DesignationInput = z.object({ name: nameLine('Designation name') })
export const DesignationChange = z.object({ ...z.partial(DesignationInput).shape, ...readAt })

export const designations = {
  list: list('/designations', {
    summary: 'Designations by name',
    action: 'designations:read',
    query: { q: searchText },
    row: Designation,
    failure: 'Failed to fetch designations',
  }),
  read: get('/designations/:id', {
    summary: 'One designation',
    action: 'designations:read',
    reply: one(Designation),
    failure: 'Failed to fetch designation',
  }),
  create: create('/designations', {
    summary: 'Add a designation',
    action: 'designations:write',
    body: DesignationInput,
    reply: one(Designation),
    failure: 'Failed to create designation',
  }),
  update: put('/designations/:id', {
    summary: 'Rename a designation',
    action: 'designations:write',
    body: DesignationChange,
    reply: one(Designation),
    failure: 'Failed to update designation',
  }),
  remove: remove('/designations/:id', {
    summary: 'Delete a designation that no staff member has',
    action: 'designations:write',
    failure: 'Failed to delete designation',
  }),
}
