import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, idField, optionalText, readAt, searchText } from '../fields.ts'
import { BATCH_STATUSES, STUDENT_STATUSES } from '../labels.ts'
import { HELD_BACK_MAX, LARGE_A_DAY_MAX, YEARS } from '../limits.ts'
import { nameLine } from '../names.ts'
import { Group } from './groups.ts'

export const Batch = z.object({
  id: z.int(),
  name: z.string(),
  current_year: z.enum(YEARS),
  description: z.nullable(z.string()),
  status: z.enum(BATCH_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Batch = z.infer<typeof Batch>

const currentYear = z.enum(YEARS, {
  error: ({ input }) =>
    input === undefined || input === null || input === ''
      ? 'Current year is required'
      : `Current year must be one of: ${YEARS.join(', ')}`,
})

/** Status defaults to active. */
export const BatchInput = z.object({
  name: nameLine('Batch name'),
  current_year: currentYear,
  description: optionalText('Description'),
  status: z.optional(choice('Status', BATCH_STATUSES)),
})
export const BatchChange = z.object({ ...z.partial(BatchInput).shape, ...readAt })

/** The figures of a batch's card. */
export const BatchCounts = z.object({
  batch_id: z.int(),
  student_count: z.int(),
  /** Counts groups of the departments that the caller may see. */
  active_group_count: z.int(),
})
export type BatchCounts = z.infer<typeof BatchCounts>

/** The effect of the year's turn on a batch. */
export const Promotion = z.object({
  batch_id: z.int(),
  name: z.string(),
  from: z.enum(YEARS),
  /** Null when the last year ends: the active students graduate and the batch becomes inactive. */
  to: z.nullable(z.enum(YEARS)),
  /** Students of the batch who go on to the next year, or graduate. */
  moving: z.int(),
  /** The students among those moving who are not active: the year of the batch is theirs too. */
  moving_inactive: z.int(),
  /** Students who have graduated before. */
  graduated_before: z.int(),
  /** Students who stay as they are: inactive ones when a batch graduates, and those with a year of their own. */
  staying: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      roll_no: z.nullable(z.string()),
      status: z.enum(STUDENT_STATUSES),
      current_year: z.nullable(z.enum(YEARS)),
    }),
  ),
  /** Sent back, so that the promotion does what the person looked at. */
  updated_at: z.string(),
})
export type Promotion = z.infer<typeof Promotion>

/** A student who can be held back: active, and moving with the batch. */
export const Mover = z.object({ id: z.int(), name: z.string(), roll_no: z.nullable(z.string()) })
export type Mover = z.infer<typeof Mover>

/** A year's turn that can be undone, the last one of its batch. */
export const Turn = z.object({
  batch_id: z.int(),
  from: z.enum(YEARS),
  /** Null when the students graduated. */
  to: z.nullable(z.enum(YEARS)),
  turned_by: z.string(),
  turned_at: z.string(),
  /** Students who went on to the next year, or graduated. */
  moved: z.int(),
  held_back: z.int(),
  /** The students among those held back who were moved to another batch. */
  moved_to_batch: z.int(),
  /** Those held back, by roll number, each with the batch that they are in now. */
  held: z.array(
    z.object({ id: z.int(), name: z.string(), roll_no: z.nullable(z.string()), batch: z.nullable(z.string()) }),
  ),
})
export type Turn = z.infer<typeof Turn>

const versionRead = z
  .string('updated_at is required')
  .check(z.minLength(1, 'updated_at is required'), z.maxLength(40, 'updated_at must be the value that was read'))

export const PromotionInput = z.object({
  updated_at: versionRead,
  /** Required when a 5th Year batch graduates. */
  graduate: z.optional(z.boolean('graduate must be true or false')),
  /** Active students who would move on, and keep the former year. */
  held_back: z.optional(
    z
      .array(idField('Student'), 'held_back must be a list of students')
      .check(z.maxLength(HELD_BACK_MAX, `At most ${HELD_BACK_MAX} students can be held back`)),
  ),
  /** An active batch of the former year, to which those who are held back move. */
  to_batch_id: z.optional(z.nullable(idField('Batch'))),
})

/** The version of the batch that was read: a second click undoes nothing more. */
export const TurnUndoInput = z.object({ updated_at: versionRead })

export const batches = {
  list: list('/batches', {
    summary: 'Batches by name; a student’s own only',
    action: 'batches:read',
    query: { q: searchText, status: z.optional(choice('Status', BATCH_STATUSES)) },
    row: Batch,
    failure: 'Failed to fetch batches',
  }),
  counts: list('/batches/counts', {
    summary: 'Students and active groups of each batch, in the order and pages of the batches',
    action: 'batches:read',
    query: { q: searchText, status: z.optional(choice('Status', BATCH_STATUSES)) },
    row: BatchCounts,
    failure: 'Failed to fetch batches',
  }),
  read: get('/batches/:id', {
    summary: 'One batch',
    action: 'batches:read',
    reply: one(Batch),
    failure: 'Failed to fetch batch',
  }),
  activeGroups: list('/batches/:id/active-groups', {
    summary: 'The active groups of a batch',
    action: 'batches:read',
    row: Group,
    failure: 'Failed to fetch active groups',
  }),
  create: create('/batches', {
    summary: 'Add a batch',
    action: 'batches:write',
    body: BatchInput,
    reply: one(Batch),
    failure: 'Failed to create batch',
  }),
  update: put('/batches/:id', {
    summary: 'Change a batch',
    action: 'batches:write',
    body: BatchChange,
    reply: one(Batch),
    failure: 'Failed to update batch',
  }),
  remove: remove('/batches/:id', {
    summary: 'Delete a batch that nothing depends on',
    action: 'batches:write',
    failure: 'Failed to delete batch',
  }),
  promotion: get('/batches/:id/promotion', {
    summary: 'What the year’s turn would do to a batch',
    action: 'batches:write',
    reply: one(Promotion),
    failure: 'Failed to fetch batch',
  }),
  promote: post('/batches/:id/promote', {
    aDay: { most: LARGE_A_DAY_MAX, noun: 'promotions' },
    costly: true,
    summary: 'The year’s turn: the batch’s next year, or its students’ graduation after the last',
    action: 'batches:write',
    body: PromotionInput,
    reply: one(Batch),
    failure: 'Failed to promote batch',
  }),
  movers: get('/batches/:id/promotion/students', {
    summary: 'The active students whom the year’s turn would move, by roll number: those who can be held back',
    action: 'batches:write',
    reply: z.object({ data: z.array(Mover) }),
    failure: 'Failed to fetch students',
  }),
  turns: get('/batches/turns', {
    summary: 'The last year’s turn of each batch, where it can be undone',
    action: 'batches:write',
    reply: z.object({ data: z.array(Turn) }),
    failure: 'Failed to fetch promotions',
  }),
  undoTurn: post('/batches/:id/promotion/undo', {
    summary: 'Undo the last year’s turn of a batch, all of it or nothing, while none of its students has changed since',
    action: 'batches:write',
    costly: true,
    body: TurnUndoInput,
    reply: one(Batch),
    failure: 'Failed to undo the promotion',
  }),
}
