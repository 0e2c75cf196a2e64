import type { ReportAssignee } from '../../../shared/contract/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { findStudent } from '../students/reads.ts'
import { findAssignee } from './assignees.reads.ts'

type Level = ReportAssignee['level']

/** The level at which somebody has a case about this student, or why it can't be given to them. */
async function askAssignee(
  tx: Tx,
  staffId: number,
  studentId: number,
): Promise<{ level: Level } | { problem: string }> {
  const assignee = await findAssignee(tx, staffId, studentId)
  if (!assignee) return { problem: 'Reports cannot be given to this staff member' }
  if (assignee.is_concerned) return { problem: 'A report cannot be given to the person whom it is about' }
  return assignee
}

/** @throws 422 on `escalated_to` for who is not at work, may be given none, or is the student concerned */
export async function levelOf(tx: Tx, staffId: number, studentId: number): Promise<Level> {
  const answer = await askAssignee(tx, staffId, studentId)
  if ('problem' in answer) throw invalid({ escalated_to: [answer.problem] })
  return answer.level
}

interface Placing {
  student_id: number
  assigned_to: number
}

/**
 * The level of a case about this student with this assignee.
 * @throws 422 on each of both fields that is wrong; a student whom the case is about already is not asked for
 */
export async function placeReporting(
  tx: Tx,
  caller: Caller,
  { student_id, assigned_to }: Placing,
  isNewStudent: boolean,
): Promise<Level> {
  const isStudent = !isNewStudent || (await findStudent(tx, caller, student_id)) !== undefined
  const answer = await askAssignee(tx, assigned_to, student_id)
  if (isStudent && 'level' in answer) return answer.level
  throw invalid({
    ...(isStudent ? {} : { student_id: ['Student does not exist'] }),
    ...('problem' in answer ? { assigned_to: [answer.problem] } : {}),
  })
}

/** Notes an assignee for ever: somebody who has had a case goes on reading it. */
export async function noteAssignee(tx: Tx, reportingId: number, staffId: number): Promise<void> {
  await tx
    .insertInto('reporting_assignees')
    .values({ reporting_id: reportingId, staff_id: staffId })
    .onConflict((known) => known.doNothing())
    .execute()
}
