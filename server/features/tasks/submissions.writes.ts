import type { Submission } from '../../../shared/contract/submissions.ts'
import { marksProblem } from '../../../shared/contract/submissions.ts'
import type { Task } from '../../../shared/contract/tasks.ts'
import { changesOf, record } from '../../core/audit.ts'
import { answering, conflict, found, invalid, refuseStale } from '../../core/errors.ts'
import type { FileStore } from '../../core/files.ts'
import type { Actor, Scope } from '../../core/session.ts'
import { freeName, type ReceivedFile } from '../../core/uploads.ts'
import type { Tx } from '../../db/types.ts'
import { NO_FILE, PDF_FILES } from './rules.ts'
import { findSubmission, listFiles } from './submissions.reads.ts'

const AUDITED = ['marks', 'faculty_remarks', 'status'] as const

const readBack = async (tx: Tx, scope: Scope, id: number) => found('Submission', await findSubmission(tx, scope, id))

/** The row is committed last: a file without one is swept, a row without its file never comes to be. */
async function keepFiles(tx: Tx, store: FileStore, submissionId: number, files: ReceivedFile[], taken: string[]) {
  const names = [...taken]
  for (const { name, size, sha256, temporaryPath } of files) {
    const free = freeName(name, names)
    names.push(free)
    await tx
      .insertInto('submission_files')
      .values({ submission_id: submissionId, name: free, size, sha256, storage_key: await store.keep(temporaryPath) })
      .execute()
  }
}

interface Work {
  remarks?: string | null | undefined
  files: ReceivedFile[]
  isLate: boolean
}

/** One submission for a student and task. */
export async function createSubmission(
  tx: Tx,
  scope: Scope,
  store: FileStore,
  studentId: number,
  task: Task,
  { remarks, files, isLate }: Work,
): Promise<Submission> {
  if (files.length === 0) throw invalid({ files: [NO_FILE] })
  const already = { task_submissions_task_id_student_id_key: conflict('You have already submitted this task.') }
  const { id } = await answering(already, () =>
    tx
      .insertInto('task_submissions')
      .values({ task_id: task.id, student_id: studentId, remarks: remarks ?? null, is_late: isLate })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await keepFiles(tx, store, id, files, [])
  return readBack(tx, scope, id)
}

/** The student's own remarks; the files and the time of submitting stay. */
export async function changeRemarks(
  tx: Tx,
  scope: Scope,
  submission: Submission,
  change: { remarks?: string | null | undefined; updated_at?: string | undefined },
): Promise<Submission> {
  refuseStale(submission, change)
  await tx
    .updateTable('task_submissions')
    .set({ ...(change.remarks === undefined ? {} : { remarks: change.remarks }), updated_at: new Date() })
    .where('id', '=', submission.id)
    .execute()
  return readBack(tx, scope, submission.id)
}

/**
 * Hands the work in again with other files: what `removeFiles` names goes, `files` come to it.
 * @returns the submission, and the keys to remove from the store once this is committed
 */
export async function replaceFiles(
  tx: Tx,
  scope: Scope,
  store: FileStore,
  submission: Submission,
  { remarks, files, isLate, removeFiles }: Work & { removeFiles: string[] },
): Promise<{ submission: Submission; removedKeys: string[] }> {
  const held = await listFiles(tx, submission.id)
  const removed = held.filter((file) => removeFiles.includes(file.name))
  const kept = held.filter((file) => !removed.includes(file))
  if (kept.length + files.length === 0) throw invalid({ files: [NO_FILE] })
  if (kept.length + files.length > PDF_FILES.most) throw invalid({ files: [PDF_FILES.tooMany] })
  for (const file of removed) await tx.deleteFrom('submission_files').where('id', '=', file.id).execute()
  await keepFiles(
    tx,
    store,
    submission.id,
    files,
    kept.map((file) => file.name),
  )
  const now = new Date()
  const changesFiles = removed.length + files.length > 0
  await tx
    .updateTable('task_submissions')
    .set({
      ...(remarks === undefined ? {} : { remarks }),
      ...(changesFiles ? { date_time: now, is_late: isLate } : {}),
      updated_at: now,
    })
    .where('id', '=', submission.id)
    .execute()
  return {
    submission: await readBack(tx, scope, submission.id),
    removedKeys: removed.map((file) => file.storage_key),
  }
}

/** Writes marks and faculty remarks, never the student's own. Null marks take the grade back. */
export async function gradeSubmission(
  tx: Tx,
  actor: Actor,
  scope: Scope,
  submission: Submission,
  change: { marks?: number | null | undefined; remarks?: string | null | undefined; updated_at?: string | undefined },
): Promise<Submission> {
  refuseStale(submission, change)
  const marks = change.marks === undefined ? submission.marks : change.marks
  const problem = marksProblem(marks, submission.task.total_marks)
  if (problem) throw invalid({ marks: [problem] })
  const now = new Date()
  await tx
    .updateTable('task_submissions')
    .set({
      marks,
      ...(change.remarks === undefined ? {} : { faculty_remarks: change.remarks }),
      graded_by: marks === null ? null : actor.id,
      graded_at: marks === null ? null : now,
      updated_at: now,
    })
    .where('id', '=', submission.id)
    .execute()
  const graded = await readBack(tx, scope, submission.id)
  const changes = changesOf(submission, graded, AUDITED)
  await record(tx, actor, [{ action: 'grade', entity: 'task_submission', entityId: submission.id, changes }])
  return graded
}

/** @returns the keys to remove from the store once this is committed */
export async function deleteSubmission(tx: Tx, actor: Actor, submission: Submission): Promise<string[]> {
  const files = await listFiles(tx, submission.id)
  await tx.deleteFrom('task_submissions').where('id', '=', submission.id).execute()
  const changes = changesOf(submission, undefined, [...AUDITED, 'task_id', 'student_id'])
  await record(tx, actor, [{ action: 'delete', entity: 'task_submission', entityId: submission.id, changes }])
  return files.map((file) => file.storage_key)
}
