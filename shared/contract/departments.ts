import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../endpoint.ts'
import { choice, idParam, readAt } from '../fields.ts'
import { DEPARTMENT_STATUSES, DEPARTMENT_TYPES } from '../labels.ts'
import { nameLine } from '../names.ts'

export const Department = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(DEPARTMENT_TYPES),
  status: z.enum(DEPARTMENT_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Department = z.infer<typeof Department>

/** Type defaults to academic, status to active. */
export const DepartmentInput = z.object({
  name: nameLine('Department name'),
  type: z.optional(choice('Type', DEPARTMENT_TYPES)),
  status: z.optional(choice('Status', DEPARTMENT_STATUSES)),
})

export const DepartmentChange = z.object({ ...z.partial(DepartmentInput).shape, ...readAt })

const params = z.object({ id: idParam })

export const departments = {
  list: endpoint({
    method: 'GET',
    path: '/departments',
    summary: 'Departments by name',
    action: 'departments:read',
    query: z.object({
      ...pageQuery,
      type: z.optional(choice('Type', DEPARTMENT_TYPES)),
      status: z.optional(choice('Status', DEPARTMENT_STATUSES)),
    }),
    reply: page(Department),
    failure: 'Failed to fetch departments',
  }),
  read: endpoint({
    method: 'GET',
    path: '/departments/:id',
    summary: 'One department',
    action: 'departments:read',
    params,
    reply: one(Department),
    failure: 'Failed to fetch department',
  }),
  create: endpoint({
    method: 'POST',
    path: '/departments',
    summary: 'Add a department',
    action: 'departments:write',
    body: DepartmentInput,
    reply: one(Department),
    status: 201,
    failure: 'Failed to create department',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/departments/:id',
    summary: 'Change a department',
    action: 'departments:write',
    params,
    body: DepartmentChange,
    reply: one(Department),
    failure: 'Failed to update department',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/departments/:id',
    summary: 'Delete a department that nothing depends on',
    action: 'departments:write',
    params,
    reply: Message,
    failure: 'Failed to delete department',
  }),
}
