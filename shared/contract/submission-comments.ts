import * as z from 'zod/mini'
import { create, get, list, one, post } from '../endpoint.ts'
import { optionalText, readAt } from '../fields.ts'
import { COMMENT_KINDS } from '../labels.ts'
import { COMMENT_MAX } from '../limits.ts'
import { NamedRef } from './groups.ts'
import { Submission } from './submissions.ts'

/** A line of the thread of a submission. */
export const SubmissionComment = z.object({
  id: z.int(),
  kind: z.enum(COMMENT_KINDS),
  /** Null when the work was sent again. */
  text: z.nullable(z.string()),
  author: NamedRef,
  /** True when the student wrote it whose work it is. */
  is_students: z.boolean(),
  created_at: z.string(),
  /** The files of the returned version that were replaced when the work was sent again. */
  files: z.array(z.object({ id: z.int(), name: z.string(), size: z.int() })),
})
export type SubmissionComment = z.infer<typeof SubmissionComment>

export const CommentInput = z.object({
  text: z.pipe(optionalText('Text', COMMENT_MAX), z.string('Please write something')),
})

export const ReturnInput = z.object({
  text: z.pipe(optionalText('Text', COMMENT_MAX), z.string('Please write what is to be corrected')),
  ...readAt,
})

const file = { type: 'application/pdf', description: 'The PDF file' }

export const submissionComments = {
  list: list('/task-submissions/:id/comments', {
    summary: 'The thread of a submission, oldest first: comments, returns for correction, and when it was sent again',
    action: 'submissions:read',
    row: SubmissionComment,
    failure: 'Failed to load comments. Please try again.',
  }),
  create: create('/task-submissions/:id/comments', {
    summary: 'Write to the student of a submission, or to its teachers',
    action: 'submissions:comment',
    body: CommentInput,
    reply: one(SubmissionComment),
    failure: 'Failed to send the comment. Please try again.',
  }),
  giveBack: post('/task-submissions/:id/return', {
    goesOn: 'change',
    summary: 'Return ungraded work to its student for correction; the text says what is to be corrected',
    action: 'submissions:grade',
    body: ReturnInput,
    reply: one(Submission),
    failure: 'Failed to return the work. Please try again.',
  }),
  download: get('/task-submissions/:id/returned-files/:file_id/download', {
    summary: 'A file of a version that was returned, to keep',
    action: 'submissions:read',
    file,
    failure: 'Failed to download file. Please try again.',
  }),
  view: get('/task-submissions/:id/returned-files/:file_id/view', {
    summary: 'A file of a version that was returned, to open in the browser',
    action: 'submissions:read',
    file,
    failure: 'Failed to open file. Please try again.',
  }),
}
