import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, idText, optionalText, readAt } from '../fields.ts'
import { NO_FILE, PDF_FILES } from '../files.ts'
import { SUBMISSION_STATUSES } from '../labels.ts'
import { MARKS_MAX } from '../limits.ts'
import { CriteriaMarks, Criterion, optionalCriteriaMarks } from './criteria.ts'
import { StudentRef } from './groups.ts'

/** A file of a submission, as listed in its `files`. */
export interface SubmissionFile {
  name: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
}

export const Submission = z.object({
  id: z.int(),
  task_id: z.int(),
  student_id: z.int(),
  remarks: z.nullable(z.string()),
  date_time: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  is_late: z.boolean(),
  /** JSON text of a list of `{ name, size, sha256 }`. */
  files: z.string(),
  marks: z.nullable(z.int()),
  /**
   * For each criterion of the task, in order; the marks are their sum once all are given. Null without any, and for a
   * student until there are marks.
   */
  criteria_marks: z.nullable(CriteriaMarks),
  faculty_remarks: z.nullable(z.string()),
  graded_at: z.nullable(z.string()),
  /** The number of comments in its thread, without returns. */
  comment_count: z.int(),
  student: StudentRef,
  task: z.object({
    id: z.int(),
    name: z.string(),
    total_marks: z.nullable(z.int()),
    /** Null for none, and for a student until there are marks. */
    criteria: z.nullable(z.array(Criterion)),
    passing_marks: z.nullable(z.int()),
    end_date: z.nullable(z.string()),
  }),
  updated_at: z.string(),
})
export type Submission = z.infer<typeof Submission>

/** A file that the student has replaced. */
export const FormerFile = z.object({
  id: z.int(),
  name: z.string(),
  size: z.int(),
  sha256: z.string(),
  replaced_at: z.string(),
})
export type FormerFile = z.infer<typeof FormerFile>

/** The files that a submission's `files` text lists. */
export const filesOf = (submission: Pick<Submission, 'files'>): SubmissionFile[] => JSON.parse(submission.files)

/** A student of the task, with the submission, if there is one. */
export const RosterRow = z.object({ student: StudentRef, submission: z.nullable(Submission) })
export type RosterRow = z.infer<typeof RosterRow>

/** The text fields of the multipart body; the files come as `files[0]`, `files[1]` and so on. */
export const SubmitInput = z.object({
  task_id: idText('Task'),
  remarks: optionalText('Remarks'),
})

/** Marks are whole numbers from 0 to the task's total; null takes them back. */
export const marksField = z.nullable(
  z
    .int('Marks must be a whole number')
    .check(z.minimum(0, 'Marks must be at least 0'), z.maximum(MARKS_MAX, `Marks must be at most ${MARKS_MAX}`)),
)

/** A grader writes `marks` or `criteria_marks`, and `faculty_remarks` (sent as `remarks`); a student writes the own `remarks`. */
export const SubmissionChange = z.object({
  marks: z.optional(marksField),
  /** When all are given the marks are their sum, and may be left out. */
  criteria_marks: optionalCriteriaMarks('whole'),
  remarks: optionalText('Remarks'),
  ...readAt,
})

/** The text fields of the student's multipart change: `remove_files` is a JSON list of names to leave out. */
export const ResubmitInput = z.object({
  remarks: optionalText('Remarks'),
  remove_files: z.optional(z.string()),
  ...readAt,
})

const statusQuery = { status: z.optional(choice('Status', SUBMISSION_STATUSES)) }
const loadFailure = 'Failed to load student submissions. Please try again.'
const params = { file_name: z.string() }
const file = { type: 'application/pdf', description: 'The PDF file' }

export const submissions = {
  listByTask: list('/task-submissions/task/:task_id', {
    summary: 'The submissions of a task, by roll number; a student’s own only',
    action: 'submissions:read',
    query: statusQuery,
    row: Submission,
    failure: loadFailure,
  }),
  roster: list('/task-submissions/task/:task_id/roster', {
    summary: 'Every student the task is for, with the submission or without: who has, who has not',
    action: 'submissions:review',
    row: RosterRow,
    failure: loadFailure,
  }),
  listByStudent: list('/task-submissions/student/:student_id', {
    summary: 'The submissions of a student, newest first; a student’s own only',
    action: 'submissions:read',
    query: statusQuery,
    row: Submission,
    failure: 'Failed to load submission. Please try again.',
  }),
  listByStudentAndGroup: list('/task-submissions/student/:student_id/group/:group_id', {
    summary: 'The submissions of a student to the tasks of a group, newest first',
    action: 'submissions:read',
    query: statusQuery,
    row: Submission,
    failure: 'Failed to load submission. Please try again.',
  }),
  read: get('/task-submissions/:id', {
    summary: 'One submission',
    action: 'submissions:read',
    reply: one(Submission),
    failure: 'Failed to load submission. Please try again.',
  }),
  create: create('/task-submissions', {
    summary: 'Submit work: one to ten PDF files of at most 10 MB each',
    action: 'submissions:submit',
    body: SubmitInput,
    upload: { ...PDF_FILES, none: NO_FILE },
    reply: one(Submission),
    failure: 'Failed to submit work. Please try again.',
  }),
  update: put('/task-submissions/:id', {
    goesOn: 'marks',
    summary: 'Grade a submission, or change the own ungraded one’s remarks',
    action: 'submissions:update',
    body: SubmissionChange,
    reply: one(Submission),
    failure: 'Failed to update submission. Please try again.',
  }),
  resubmit: post('/task-submissions/:id/files', {
    summary: 'Change the files and remarks of the own ungraded submission',
    action: 'submissions:submit',
    body: ResubmitInput,
    upload: PDF_FILES,
    reply: one(Submission),
    failure: 'Failed to update submission. Please try again.',
  }),
  remove: remove('/task-submissions/:id', {
    summary: 'Delete a submission with its files',
    action: 'submissions:delete',
    failure: 'Failed to delete submission',
  }),
  download: get('/task-submissions/:id/files/:file_name/download', {
    summary: 'A file of a submission, to keep',
    action: 'submissions:read',
    params,
    file,
    failure: 'Failed to download file. Please try again.',
  }),
  view: get('/task-submissions/:id/files/:file_name/view', {
    summary: 'A file of a submission, to open in the browser',
    action: 'submissions:read',
    params,
    file,
    failure: 'Failed to open file. Please try again.',
  }),
  formerFiles: list('/task-submissions/:id/former-files', {
    summary: 'The files of a submission that its student has replaced, newest first',
    action: 'submissions:read-former',
    row: FormerFile,
    failure: 'Failed to load files. Please try again.',
  }),
  downloadFormer: get('/task-submissions/:id/former-files/:file_id/download', {
    summary: 'A replaced file of a submission, to keep',
    action: 'submissions:read-former',
    file,
    failure: 'Failed to download file. Please try again.',
  }),
}
