import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../endpoint.ts'
import { idParam, readAt, searchText } from '../fields.ts'
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

const params = z.object({ id: idParam })

export const designations = {
  list: endpoint({
    method: 'GET',
    path: '/designations',
    summary: 'Designations by name',
    action: 'designations:read',
    query: z.object({ ...pageQuery, q: searchText }),
    reply: page(Designation),
    failure: 'Failed to fetch designations',
  }),
  read: endpoint({
    method: 'GET',
    path: '/designations/:id',
    summary: 'One designation',
    action: 'designations:read',
    params,
    reply: one(Designation),
    failure: 'Failed to fetch designation',
  }),
  create: endpoint({
    method: 'POST',
    path: '/designations',
    summary: 'Add a designation',
    action: 'designations:write',
    body: DesignationInput,
    reply: one(Designation),
    status: 201,
    failure: 'Failed to create designation',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/designations/:id',
    summary: 'Rename a designation',
    action: 'designations:write',
    params,
    body: DesignationChange,
    reply: one(Designation),
    failure: 'Failed to update designation',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/designations/:id',
    summary: 'Delete a designation that no staff member has',
    action: 'designations:write',
    params,
    reply: Message,
    failure: 'Failed to delete designation',
  }),
}
