import * as z from 'zod/mini'
import { collegeToday } from '../college-clock.ts'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, idField, idFilters, optionalDate, optionalText, readAt, searchText } from '../fields.ts'
import { GROUP_STATUSES, LINK_STATUSES, STUDENT_STATUSES } from '../labels.ts'
import { GROUP_STUDENTS_MAX } from '../limits.ts'
import { nameLine } from '../names.ts'

export const NamedRef = z.object({ id: z.int(), name: z.string() })
export type NamedRef = z.infer<typeof NamedRef>

/** A student as other records show one. */
export const StudentRef = z.object({
  ...NamedRef.shape,
  roll_no: z.nullable(z.string()),
  status: z.enum(STUDENT_STATUSES),
})

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

/** A student's link to a group. */
export const StudentGroup = z.object({
  id: z.int(),
  student_id: z.int(),
  group_id: z.int(),
  department_id: z.int(),
  status: z.enum(LINK_STATUSES),
  student: StudentRef,
  group: z.object({ id: z.int(), name: z.string(), batch: NamedRef, department: NamedRef }),
})
export type StudentGroup = z.infer<typeof StudentGroup>

/**
 * The first session day that counts for a new member. If missing, it is today, except in a student's first group. A
 * known admission in the past is the earliest day.
 */
export const memberSince = {
  since: optionalDate('Since').check(
    z.refine((value) => typeof value !== 'string' || value <= collegeToday(), 'Since cannot be in the future'),
  ),
}

/** A student's link to a group with its days: an active one has no end. */
export const GroupHistory = z.object({
  ...StudentGroup.shape,
  /** The first session day that counts for the member. */
  first_day: z.string(),
  /** The first day that no longer counts. */
  left_on: z.nullable(z.string()),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
})
export type GroupHistory = z.infer<typeof GroupHistory>

/** Status defaults to active; the department has to be academic. */
export const GroupInput = z.object({
  name: nameLine('Group name'),
  batch_id: idField('Batch'),
  department_id: idField('Department'),
  description: optionalText('Description'),
  status: z.optional(choice('Status', GROUP_STATUSES)),
})
export const GroupChange = z.object({ ...z.partial(GroupInput).shape, ...readAt })

/** A student of a group's batch, with the student's active group of the same department. */
export const GroupCandidate = z.object({ ...StudentRef.shape, group: z.nullable(NamedRef) })
export type GroupCandidate = z.infer<typeof GroupCandidate>

const groupFilter = {
  ...idFilters('batch_id', 'department_id'),
  status: z.optional(choice('Status', GROUP_STATUSES)),
  /** Searches name, batch, department and description. */
  q: searchText,
}

export const groups = {
  list: list('/groups', {
    summary: 'Groups by batch, department and name',
    action: 'groups:read',
    query: groupFilter,
    row: Group,
    failure: 'Failed to fetch groups',
  }),
  export: get('/groups/export', {
    summary: 'Groups with their students as a table, a row for each student',
    action: 'groups:export',
    query: z.object({ ...groupFilter, format: z.optional(choice('Format', ['csv', 'xlsx'])) }),
    file: { type: 'text/csv', description: 'A CSV or XLSX file' },
    costly: true,
    failure: 'Failed to export groups',
  }),
  read: get('/groups/:id', {
    summary: 'One group',
    action: 'groups:read',
    reply: one(Group),
    failure: 'Failed to fetch group',
  }),
  candidates: list('/groups/:id/students', {
    summary: 'Every student of the group’s batch, and the group of this department that each is in',
    action: 'groups:read-students',
    row: GroupCandidate,
    failure: 'Failed to fetch students for this group',
  }),
  create: create('/groups', {
    summary: 'Add a group',
    action: 'groups:write',
    body: GroupInput,
    reply: one(Group),
    failure: 'Failed to create group',
  }),
  update: put('/groups/:id', {
    summary: 'Change a group',
    action: 'groups:write',
    body: GroupChange,
    reply: one(Group),
    failure: 'Failed to update group',
  }),
  remove: remove('/groups/:id', {
    summary: 'Delete a group that nothing depends on',
    action: 'groups:write',
    failure: 'Failed to delete group',
  }),
}

/** The members that a group is to have. */
export const AssignInput = z.object({
  group_id: idField('Group'),
  student_ids: z
    .array(idField('Student'), 'student_ids must be a list')
    .check(z.maxLength(GROUP_STUDENTS_MAX, `A group has at most ${GROUP_STUDENTS_MAX} students`)),
  ...memberSince,
  ...readAt,
})

export const studentGroups = {
  listByGroup: list('/student-groups/group/:group_id/:status', {
    summary: 'The students of a group whose link has this status, by roll number',
    action: 'groups:read',
    params: { status: choice('Status', LINK_STATUSES) },
    row: StudentGroup,
    failure: 'Failed to fetch students for this group',
  }),
  listByStudent: list('/student-groups/student/:student_id/:status', {
    summary: 'The groups of a student; a student’s own only',
    action: 'groups:read',
    params: { status: choice('Status', LINK_STATUSES) },
    row: StudentGroup,
    failure: 'Failed to fetch groups',
  }),
  history: list('/student-groups/student/:student_id', {
    summary: 'Every group that a student is or was in, with its days, by department; a student’s own only',
    action: 'groups:read',
    row: GroupHistory,
    failure: 'Failed to fetch groups',
  }),
  assign: post('/student-groups/assign', {
    summary: 'Make exactly these students the members of a group; who was in another group of its department is moved',
    action: 'groups:write',
    body: AssignInput,
    reply: one(Group),
    failure: 'Failed to update group',
  }),
}
