import type { Submission } from '../../../shared/contract/submissions.ts'
import type { Task } from '../../../shared/contract/tasks.ts'
import { NO_FILE, PDF_FILES } from '../../../shared/files.ts'
import {
  COMMENTS_OF_PERSON_MAX,
  FORMER_FILES_MAX,
  FORMER_FILES_MAX_BYTES,
  RETURNS_MAX,
} from '../../../shared/limits.ts'
import { isReturned, studentMay, workStateOf } from '../../../shared/policies/submissions.ts'
import { dayIn } from '../../core/clock.ts'
import { conflict, invalid, refuseUnless } from '../../core/errors.ts'

/** Submitting after the last day is allowed, and marked. */
export const isLate = (task: Pick<Task, 'end_date'>, at: Date, timezone: string): boolean =>
  task.end_date !== null && dayIn(timezone, at) > task.end_date

/** @throws 409 when the student may not change the own submission (any more) */
export const refuseFixed = (submission: Submission, task: Pick<Task, 'status'>): void =>
  refuseUnless(studentMay.change, workStateOf(submission, task))

/** @throws 422 for a submission without a file */
export function refuseNoFile(files: readonly unknown[]): void {
  if (files.length === 0) throw invalid({ files: [NO_FILE] })
}

/** @throws 422 when returned work is sent again as it was */
export function refuseUncorrected(submission: Pick<Submission, 'status'>, added: readonly unknown[]): void {
  if (isReturned(submission) && added.length === 0)
    throw invalid({ files: ['Please add the corrected file before you send this work again'] })
}

/** @throws 409 when a person has written on a submission as often as one may */
export function refuseFullThread({ own }: { own: number }): void {
  if (Number(own) >= COMMENTS_OF_PERSON_MAX)
    throw conflict(`You have written ${COMMENTS_OF_PERSON_MAX} comments on this work, the most that one person may.`)
}

/** @throws 409 when a submission was returned as often as it may be */
export function refuseRestlessWork({ returns }: { returns: number }): void {
  if (Number(returns) >= RETURNS_MAX)
    throw conflict(`This work was returned ${RETURNS_MAX} times, the most that it may. Please give it marks.`)
}

export const alreadySubmitted = () => conflict(studentMay.submit['handed-in'])

interface FileSize {
  name: string
  size: number
}

/**
 * Returns which of the files held go and which stay, when `removeFiles` go and `added` come.
 * @throws 422 for too few or too many files, 409 when so much has been replaced already that it would fill the disk
 */
export function refuseReplacement<F extends FileSize>(
  held: readonly F[],
  former: readonly FileSize[],
  removeFiles: readonly string[],
  added: readonly unknown[],
): { replaced: F[]; staying: F[] } {
  const replaced = held.filter((file) => removeFiles.includes(file.name))
  const staying = held.filter((file) => !replaced.includes(file))
  refuseNoFile([...staying, ...added])
  if (staying.length + added.length > PDF_FILES.most) throw invalid({ files: [PDF_FILES.tooMany] })
  const left = [...former, ...replaced]
  const bytes = left.reduce((sum, { size }) => sum + size, 0)
  if (replaced.length > 0 && (left.length > FORMER_FILES_MAX || bytes > FORMER_FILES_MAX_BYTES))
    throw conflict('Too many files of this work have been replaced. Please ask your teacher.')
  return { replaced, staying }
}
