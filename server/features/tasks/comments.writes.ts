import type { SubmissionComment } from '../../../shared/contract/submission-comments.ts'
import type { Submission } from '../../../shared/contract/submissions.ts'
import type { Task } from '../../../shared/contract/tasks.ts'
import { graderMay, workStateOf } from '../../../shared/policies/submissions.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseStale, refuseUnless } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { noteForStudents } from '../notices/events.writes.ts'
import { countComments, readComment } from './comments.reads.ts'
import { refuseFullThread, refuseRestlessWork } from './rules.ts'
import { readSubmission } from './submissions.reads.ts'

const trail = trailOf<Submission>('task_submission', ['status'])

/** Adds a line to the thread of a submission. @returns its id */
export async function addLine(
  tx: Tx,
  { id: author_id }: Pick<Caller, 'id'>,
  { id: submission_id }: Pick<Submission, 'id'>,
  line: { kind: SubmissionComment['kind']; text: string | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('submission_comments')
    .values({ submission_id, author_id, ...line })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a comment; the submission is locked, so that two at once can't pass the bound. */
export async function writeComment(
  tx: Tx,
  caller: Caller,
  submission: Submission,
  text: string,
): Promise<SubmissionComment> {
  refuseFullThread(await countComments(tx, submission.id, caller.id))
  return readComment(tx, await addLine(tx, caller, submission, { kind: 'comment', text }))
}

/** Returns ungraded work to its student, with a word of what is to be corrected. */
export async function giveBack(
  tx: Tx,
  caller: Caller,
  submission: Submission,
  task: Pick<Task, 'status'>,
  { text, updated_at }: { text: string; updated_at?: string | undefined },
): Promise<Submission> {
  refuseStale(submission, { updated_at })
  refuseUnless(graderMay.giveBack, workStateOf(submission, task))
  refuseRestlessWork(await countComments(tx, submission.id, caller.id))
  await addLine(tx, caller, submission, { kind: 'returned', text })
  await tx
    .updateTable('task_submissions')
    .set({ status: 'returned', updated_at: new Date() })
    .where('id', '=', submission.id)
    .execute()
  await noteForStudents(tx, 'returned', [submission.student_id])
  const returned = await readSubmission(tx, caller, submission.id)
  await trail.changed(tx, caller, submission, returned, { action: 'return' })
  return returned
}
