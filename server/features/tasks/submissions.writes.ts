import type { Submission } from '../../../shared/contract/submissions.ts'
import type { Task } from '../../../shared/contract/tasks.ts'
import { type GivenMarks, givenProblems, mergedMarks } from '../../../shared/criteria.ts'
import { isReturned } from '../../../shared/policies/submissions.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { type Changes, leaveTrail, trailOf } from '../../core/trail.ts'
import { withNext } from '../../db/prepared.ts'
import type { Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { freeName } from '../../files/uploads.ts'
import { noteForStudents } from '../notices/events.writes.ts'
import { countComments } from './comments.reads.ts'
import { addLine } from './comments.writes.ts'
import { alreadySubmitted, refuseReplacement, refuseUncorrected } from './rules.ts'
import { allFormerFiles, listFiles, readSubmission } from './submissions.reads.ts'

const trail = trailOf<Submission>('task_submission', ['marks', 'criteria_marks', 'faculty_remarks', 'status'])
/** The trail of a deleted submission. */
const whole = trailOf<Submission>('task_submission', [
  'marks',
  'criteria_marks',
  'faculty_remarks',
  'status',
  'task_id',
  'student_id',
])

/** Files as the trail names them. */
const named = (files: { name: string; sha256: Buffer }[]) =>
  files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') }))

/** The rows of files that are in the store already, each under a name that the submission has not got yet. */
async function addFiles(tx: Tx, submissionId: number, files: StoredFile[], taken: string[]): Promise<void> {
  const names = [...taken]
  const rows = files.map(({ type: _, ...file }) => {
    const name = freeName(file.name, names)
    names.push(name)
    return { ...file, submission_id: submissionId, name }
  })
  if (rows.length > 0) await tx.insertInto('submission_files').values(rows).execute()
}

interface Work {
  remarks?: string | null | undefined
  /** Files in the store already. */
  files: StoredFile[]
  isLate: boolean
}

/** Stores a student's work for a task; a second submission is refused. */
export async function createSubmission(
  tx: Tx,
  caller: Caller,
  studentId: number,
  task: Task,
  { remarks, files, isLate }: Work,
): Promise<Submission> {
  const already = { task_submissions_task_id_student_id_key: alreadySubmitted() }
  const { id } = await answering(already, () =>
    tx
      .insertInto('task_submissions')
      .values({ task_id: task.id, student_id: studentId, remarks: remarks ?? null, is_late: isLate })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await addFiles(tx, id, files, [])
  return readSubmission(tx, caller, id)
}

/** The student's own remarks; the files and the time of submitting stay. */
export async function changeRemarks(
  tx: Tx,
  caller: Caller,
  submission: Submission,
  change: { remarks?: string | null | undefined; updated_at?: string | undefined },
): Promise<Submission> {
  refuseStale(submission, change)
  await tx
    .updateTable('task_submissions')
    .set({ ...(change.remarks === undefined ? {} : { remarks: change.remarks }), updated_at: new Date() })
    .where('id', '=', submission.id)
    .execute()
  return readSubmission(tx, caller, submission.id)
}

/**
 * Hands the work in again with other files: what `removeFiles` names is former from now on, `files` come to it. Returned
 * work is sent again so; from then on it is as late as it was before it was returned.
 */
export async function replaceFiles(
  tx: Tx,
  caller: Caller,
  submission: Submission,
  {
    remarks,
    files,
    isLate,
    removeFiles,
    updated_at,
  }: Work & { removeFiles: string[]; updated_at?: string | undefined },
): Promise<Submission> {
  refuseStale(submission, { updated_at })
  refuseUncorrected(submission, files)
  const isCorrection = isReturned(submission)
  const held = await listFiles(tx, submission.id)
  const { replaced, staying } = refuseReplacement(held, await allFormerFiles(tx, submission.id), removeFiles, files)
  const comment_id = isCorrection ? await addLine(tx, caller, submission, { kind: 'sent_again', text: null }) : null
  if (replaced.length > 0) {
    const ids = replaced.map((file) => file.id)
    await tx.deleteFrom('submission_files').where('id', 'in', ids).execute()
    await tx
      .insertInto('former_submission_files')
      .values(replaced.map(({ id: _, ...file }) => ({ ...file, comment_id })))
      .execute()
  }
  await addFiles(
    tx,
    submission.id,
    files,
    staying.map((file) => file.name),
  )
  const { returns } = await countComments(tx, submission.id, caller.id)
  const now = new Date()
  const changesFiles = replaced.length + files.length > 0
  await tx
    .updateTable('task_submissions')
    .set({
      ...(remarks === undefined ? {} : { remarks }),
      ...(changesFiles ? { date_time: now, is_late: Number(returns) > 0 ? submission.is_late : isLate } : {}),
      status: 'submitted',
      updated_at: now,
    })
    .where('id', '=', submission.id)
    .execute()
  const more: Changes = {
    ...(isCorrection && { status: ['returned', 'submitted'] }),
    files: [named(held), named(await listFiles(tx, submission.id))],
  }
  await leaveTrail(tx, caller, [
    { action: 'resubmit', entity: 'task_submission', entityId: submission.id, changes: more },
  ])
  return readSubmission(tx, caller, submission.id)
}

/**
 * Writes marks, by themselves or by criteria, and faculty remarks, never the student's own. Null marks take the grade
 * back. Returned work that gets marks is not awaited any more.
 */
export async function gradeSubmission(
  tx: Tx,
  caller: Caller,
  submission: Submission,
  change: GivenMarks & { remarks?: string | null | undefined; updated_at?: string | undefined },
): Promise<Submission> {
  refuseStale(submission, change)
  const problems = Object.entries(givenProblems(change, submission.task, 'whole'))
  const found = problems.flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []))
  if (found.length > 0) throw invalid(Object.fromEntries(found))
  const { marks, criteria_marks } = mergedMarks(change, submission)
  const now = new Date()
  const grading = tx
    .updateTable('task_submissions')
    .set({
      marks,
      criteria_marks: criteria_marks && JSON.stringify(criteria_marks),
      ...(marks === null ? {} : { status: 'submitted' as const }),
      ...(change.remarks === undefined ? {} : { faculty_remarks: change.remarks }),
      graded_by: marks === null ? null : caller.id,
      graded_at: marks === null ? null : now,
      updated_at: now,
    })
    .where('id', '=', submission.id)
  await withNext(tx, grading)
  const graded = await readSubmission(tx, caller, submission.id)
  await trail.changed(tx, caller, submission, graded, { action: 'grade' })
  if (marks !== null) await noteForStudents(tx, 'marks', [submission.student_id])
  return graded
}

/** @returns the keys of its files, present and former, to set aside once this is committed */
export async function deleteSubmission(tx: Tx, caller: Caller, submission: Submission): Promise<string[]> {
  const files = await listFiles(tx, submission.id)
  const former = await allFormerFiles(tx, submission.id)
  await tx.deleteFrom('task_submissions').where('id', '=', submission.id).execute()
  await whole.deleted(tx, caller, submission, {
    files: [named(files), null],
    ...(former.length > 0 ? { former_files: [named(former), null] } : {}),
  })
  return [...files, ...former].map((file) => file.storage_key)
}
