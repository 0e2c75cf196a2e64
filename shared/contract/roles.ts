import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { idField, readAt } from '../fields.ts'
import { nameLine } from '../names.ts'
import { RoleRef } from './auth.ts'

export const Role = z.object({
  id: z.int(),
  name: z.string(),
  /** True for the seven roles of the product, which are neither renamed nor deleted. */
  built_in: z.boolean(),
  /** At most ROLE_USERS_COUNTED: counting all holders would take long in a large college. */
  user_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Role = z.infer<typeof Role>

export const RoleInput = z.object({ name: nameLine('Role name') })
export const RoleChange = z.object({ ...z.partial(RoleInput).shape, ...readAt })

/** Gives or takes one role of one person. */
export const RoleAssignment = z.object({ user_id: idField('User ID'), role_id: idField('Role ID') })

/** The person's roles afterwards. */
const RolesNow = z.object({ message: z.string(), data: z.array(RoleRef) })

export const roles = {
  list: list('/roles', {
    summary: 'Roles, the built-in ones first',
    action: 'roles:read',
    row: Role,
    failure: 'Failed to fetch roles',
  }),
  read: get('/roles/:id', {
    summary: 'One role',
    action: 'roles:read',
    reply: one(Role),
    failure: 'Failed to fetch role',
  }),
  create: create('/roles', {
    summary: 'Add a role',
    action: 'roles:write',
    body: RoleInput,
    reply: one(Role),
    failure: 'Failed to create role',
  }),
  update: put('/roles/:id', {
    summary: 'Rename a role that is not built in',
    action: 'roles:write',
    body: RoleChange,
    reply: one(Role),
    failure: 'Failed to update role',
  }),
  remove: remove('/roles/:id', {
    summary: 'Delete a role that is not built in and that nobody holds',
    action: 'roles:write',
    failure: 'Failed to delete role',
  }),
  assignToUser: post('/roles/assign-to-user', {
    summary: 'Give a person one more role; never to oneself, never one above what one may assign',
    action: 'roles:assign',
    body: RoleAssignment,
    reply: RolesNow,
    failure: 'Failed to assign role to user',
  }),
  removeFromUser: post('/roles/remove-from-user', {
    goesOn: 'tidying',
    summary: 'Take a role from a person; not the last administrator’s',
    action: 'roles:write',
    body: RoleAssignment,
    reply: RolesNow,
    failure: 'Failed to remove role from user',
  }),
}
