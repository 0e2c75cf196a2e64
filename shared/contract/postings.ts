import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, idField, idFilters, optionalDate, optionalLine, readAt, requiredDate } from '../fields.ts'
import {
  LARGE_A_DAY_MAX,
  PLACE_MAX,
  ROTATION_DEPARTMENTS_MAX,
  ROTATION_GROUPS_MAX,
  ROTATION_WEEKS_MAX,
} from '../limits.ts'
import { dayProblems } from '../rotation.ts'
import { NamedRef } from './groups.ts'

/** Students of a posting who are posted elsewhere on some of its days. */
export const PostingClash = z.object({
  /** Null when the other department is not shown to the caller. */
  department: z.nullable(NamedRef),
  students: z.int(),
})
export type PostingClash = z.infer<typeof PostingClash>

/** A posting: a group is in its department from the first day to the last. */
export const Posting = z.object({
  id: z.int(),
  group_id: z.int(),
  group: NamedRef,
  batch_id: z.int(),
  batch: NamedRef,
  department_id: z.int(),
  department: NamedRef,
  /** `YYYY-MM-DD`; both days are part of it. */
  first_day: z.string(),
  last_day: z.string(),
  ward: z.nullable(z.string()),
  /** Empty for students: it counts others. */
  clashes: z.array(PostingClash),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Posting = z.infer<typeof Posting>

/** A posting as a logbook and a timetable tell it. */
export const OwnPosting = z.pick(Posting, {
  id: true,
  group: true,
  batch: true,
  department: true,
  first_day: true,
  last_day: true,
  ward: true,
})
export type OwnPosting = z.infer<typeof OwnPosting>

const postingFields = {
  group_id: idField('Group'),
  first_day: requiredDate('First day'),
  last_day: requiredDate('Last day'),
  ward: optionalLine('Ward', PLACE_MAX),
}

const daysInOrder = z.check<{ first_day?: string | undefined; last_day?: string | undefined }>(({ value, issues }) => {
  for (const [field, texts] of Object.entries(dayProblems(value)))
    for (const message of texts) issues.push({ code: 'custom', path: [field], message, input: value })
})

export const PostingInput = z.object(postingFields).check(daysInOrder)
export const PostingChange = z.object({ ...z.partial(z.object(postingFields)).shape, ...readAt }).check(daysInOrder)

/** A posting that somebody is about to save; `posting_id` is the one that it changes. */
export const PostingPreview = z
  .object({
    posting_id: z.optional(idField('Posting')),
    ...z.pick(z.object(postingFields), { group_id: true, first_day: true, last_day: true }).shape,
  })
  .check(daysInOrder)
export type PostingPreview = z.output<typeof PostingPreview>

const whole = (name: string, most: number) =>
  z
    .int(`${name} must be a whole number`)
    .check(z.minimum(1, `${name} must be at least 1`), z.maximum(most, `${name} must be at most ${most}`))

const ids = (name: string, many: string, most: number) =>
  z.array(idField(name), `${many} are required`).check(
    z.minLength(1, `Choose at least one ${name.toLowerCase()}`),
    z.maxLength(most, `At most ${most} ${many.toLowerCase()}`),
    z.refine((chosen) => new Set(chosen).size === chosen.length, `Choose each ${name.toLowerCase()} once`),
  )

/**
 * Groups pass through departments, so many weeks in each, and each begins one department further. A group stands for all
 * groups of its batch that have its name.
 */
export const RotationInput = z.object({
  group_ids: ids('Group', 'Groups', ROTATION_GROUPS_MAX),
  department_ids: ids('Department', 'Departments', ROTATION_DEPARTMENTS_MAX),
  first_day: requiredDate('First day'),
  weeks: whole('Weeks', ROTATION_WEEKS_MAX),
})
export type RotationInput = z.output<typeof RotationInput>

/** A posting that a rotation would make. */
export const PlannedPosting = z.object({
  /** The name that the groups of its row have. */
  name: z.string(),
  department: NamedRef,
  /** The group of that name in the department; null when there is none. */
  group_id: z.nullable(z.int()),
  first_day: z.string(),
  last_day: z.string(),
  /** The reason why it can't be made; null when it can. */
  problem: z.nullable(z.string()),
  clashes: z.array(PostingClash),
})
export type PlannedPosting = z.infer<typeof PlannedPosting>

const postingFilter = {
  ...idFilters('batch_id', 'department_id', 'group_id'),
  /** Postings with a day from this one on, and until this one. */
  from: optionalDate('From'),
  to: optionalDate('To'),
}

export const postings = {
  list: list('/postings', {
    summary: 'The postings of the rotation plan by first day; a student’s are those of own groups',
    action: 'postings:read',
    query: postingFilter,
    row: Posting,
    failure: 'Failed to fetch the rotation plan',
  }),
  export: get('/postings/export', {
    costly: true,
    summary: 'The rotation plan as a file',
    action: 'postings:export',
    query: z.object({ ...postingFilter, format: z.optional(choice('Format', ['pdf', 'csv', 'xlsx'])) }),
    file: { type: 'application/pdf', description: 'A PDF, CSV or XLSX file' },
    failure: 'Failed to export the rotation plan',
  }),
  read: get('/postings/:id', {
    summary: 'One posting',
    action: 'postings:read',
    reply: one(Posting),
    failure: 'Failed to fetch posting',
  }),
  create: create('/postings', {
    summary: 'Post a group to its department from one day to another',
    action: 'postings:write',
    body: PostingInput,
    reply: one(Posting),
    failure: 'Failed to create posting',
  }),
  preview: post('/postings/preview', {
    goesOn: 'look',
    summary: 'The students of a group who are posted elsewhere on some days, by department; nothing is written',
    action: 'postings:write',
    body: PostingPreview,
    reply: z.object({ data: z.array(PostingClash) }),
    failure: 'Failed to look for clashes',
  }),
  previewRotation: post('/postings/rotation/preview', {
    goesOn: 'look',
    summary: 'The postings that a rotation would make, with what is in their way; nothing is written',
    action: 'postings:write',
    body: RotationInput,
    reply: z.object({ data: z.array(PlannedPosting) }),
    failure: 'Failed to preview the rotation',
  }),
  rotate: create('/postings/rotation', {
    aDay: { most: LARGE_A_DAY_MAX, noun: 'rotations' },
    costly: true,
    summary: 'Make all postings of a rotation, or none',
    action: 'postings:write',
    body: RotationInput,
    reply: z.object({ data: z.array(Posting) }),
    failure: 'Failed to create the rotation',
  }),
  update: put('/postings/:id', {
    summary: 'Change a posting',
    action: 'postings:write',
    body: PostingChange,
    reply: one(Posting),
    failure: 'Failed to update posting',
  }),
  remove: remove('/postings/:id', {
    summary: 'Delete a posting',
    action: 'postings:write',
    failure: 'Failed to delete posting',
  }),
}
