import * as z from 'zod/mini'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import { choice, readAt } from '../fields.ts'
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

export const departments = {
  list: list('/departments', {
    summary: 'Departments by name',
    action: 'departments:read',
    query: {
      type: z.optional(choice('Type', DEPARTMENT_TYPES)),
      status: z.optional(choice('Status', DEPARTMENT_STATUSES)),
    },
    row: Department,
    failure: 'Failed to fetch departments',
  }),
  read: get('/departments/:id', {
    summary: 'One department',
    action: 'departments:read',
    reply: one(Department),
    failure: 'Failed to fetch department',
  }),
  create: create('/departments', {
    summary: 'Add a department',
    action: 'departments:write',
    body: DepartmentInput,
    reply: one(Department),
    failure: 'Failed to create department',
  }),
  update: put('/departments/:id', {
    summary: 'Change a department',
    action: 'departments:write',
    body: DepartmentChange,
    reply: one(Department),
    failure: 'Failed to update department',
  }),
  remove: remove('/departments/:id', {
    summary: 'Delete a department that nothing depends on',
    action: 'departments:write',
    failure: 'Failed to delete department',
  }),
}
