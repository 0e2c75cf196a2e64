import type { ReportAssignee } from '../../../shared/contract/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { findStudent } from '../students/reads.ts'
import { findAssignee } from './assignees.reads.ts'

/**
 * The level at which somebody has a case about this student.
 * @throws 422 on that field for who is not at work, may be given none, or is the student concerned
 */
export async function levelOf(
  tx: Tx,
  field: 'assigned_to' | 'escalated_to',
  staffId: number,
  studentId: number,
): Promise<ReportAssignee['level']> {
  const assignee = await findAssignee(tx, staffId, studentId)
  if (!assignee) throw invalid({ [field]: ['Reports cannot be given to this staff member'] })
  if (assignee.is_concerned) throw invalid({ [field]: ['A report cannot be given to the person whom it is about'] })
  return assignee.level
}

/** Whoever has a case once goes on reading it. */
export async function noteAssignee(tx: Tx, reportingId: number, staffId: number): Promise<void> {
  await tx
    .insertInto('reporting_assignees')
    .values({ reporting_id: reportingId, staff_id: staffId })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** @throws 422 on that field when there is no such student */
export async function refuseNoStudent(tx: Tx, caller: Caller, studentId: number | null | undefined): Promise<number> {
  if (!studentId) throw invalid({ student_id: ['Student is required'] })
  if (!(await findStudent(tx, caller, studentId))) throw invalid({ student_id: ['Student does not exist'] })
  return studentId
}
