import * as z from 'zod/mini'
import { endpoint, one, page, pageQuery } from '../endpoint.ts'
import { choice, idParam, wholeNumberQuery } from '../fields.ts'
import { GROUP_STATUSES, LINK_STATUSES, STUDENT_STATUSES } from '../labels.ts'
import { ID_MAX } from '../limits.ts'

export const NamedRef = z.object({ id: z.int(), name: z.string() })

export const Group = z.object({
  id: z.int(),
  name: z.string(),
  batch_id: z.int(),
  department_id: z.int(),
  description: z.nullable(z.string()),
  status: z.enum(GROUP_STATUSES),
  batch: NamedRef,
  department: NamedRef,
  student_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Group = z.infer<typeof Group>

/** A student's link to a group (administration.md §3). */
export const StudentGroup = z.object({
  id: z.int(),
  student_id: z.int(),
  group_id: z.int(),
  department_id: z.int(),
  status: z.enum(LINK_STATUSES),
  student: z.object({ id: z.int(), name: z.string(), roll_no: z.string(), status: z.enum(STUDENT_STATUSES) }),
  group: z.object({ id: z.int(), name: z.string(), batch: NamedRef, department: NamedRef }),
})
export type StudentGroup = z.infer<typeof StudentGroup>

export const groups = {
  list: endpoint({
    method: 'GET',
    path: '/groups',
    summary: 'Groups by batch, department and name',
    action: 'groups:read',
    query: z.object({
      ...pageQuery,
      batch_id: z.optional(wholeNumberQuery('batch_id', ID_MAX)),
      department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
      status: z.optional(choice('Status', GROUP_STATUSES)),
    }),
    reply: page(Group),
    failure: 'Failed to fetch groups',
  }),
  read: endpoint({
    method: 'GET',
    path: '/groups/:id',
    summary: 'One group',
    action: 'groups:read',
    params: z.object({ id: idParam }),
    reply: one(Group),
    failure: 'Failed to fetch group',
  }),
}

export const studentGroups = {
  listByGroup: endpoint({
    method: 'GET',
    path: '/student-groups/group/:group_id/:status',
    summary: 'The students of a group whose link has this status, by roll number',
    action: 'groups:read',
    params: z.object({ group_id: idParam, status: choice('Status', LINK_STATUSES) }),
    query: z.object(pageQuery),
    reply: page(StudentGroup),
    failure: 'Failed to fetch students for this group',
  }),
  listByStudent: endpoint({
    method: 'GET',
    path: '/student-groups/student/:student_id/:status',
    summary: 'The groups of a student; a student’s own only',
    action: 'groups:read',
    params: z.object({ student_id: idParam, status: choice('Status', LINK_STATUSES) }),
    query: z.object(pageQuery),
    reply: page(StudentGroup),
    failure: 'Failed to fetch groups',
  }),
}
