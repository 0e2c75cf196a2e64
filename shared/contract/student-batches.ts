import * as z from 'zod/mini'
import { list } from '../endpoint.ts'
import { choice, searchText } from '../fields.ts'
import { LINK_STATUSES } from '../labels.ts'
import { NamedRef } from './groups.ts'
import { Student } from './students.ts'

/** A student's link to a batch. */
export const StudentBatch = z.object({
  id: z.int(),
  student_id: z.int(),
  batch_id: z.int(),
  status: z.enum(LINK_STATUSES),
  student: Student,
})
export type StudentBatch = z.infer<typeof StudentBatch>

/** A step in a student's way through the batches. */
export const BatchHistory = z.object({
  id: z.int(),
  student_id: z.int(),
  batch_id: z.int(),
  status: z.enum(LINK_STATUSES),
  batch: NamedRef,
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
})
export type BatchHistory = z.infer<typeof BatchHistory>

export const studentBatches = {
  listByBatch: list('/student-batches/batch/:batch_id', {
    summary: 'The students of a batch by roll number',
    action: 'students:read',
    query: { q: searchText },
    row: StudentBatch,
    failure: 'Failed to fetch students by batch',
  }),
  listByStudent: list('/student-batches/student/:student_id/:status', {
    summary: 'The batches that a student is in, or was in before, newest first',
    action: 'students:read',
    params: { status: choice('Status', LINK_STATUSES) },
    row: BatchHistory,
    failure: 'Failed to fetch student batches',
  }),
  history: list('/student-batches/student/:student_id', {
    summary: 'Every batch that a student is or was in, newest first',
    action: 'students:read',
    row: BatchHistory,
    failure: 'Failed to fetch student batches',
  }),
}
