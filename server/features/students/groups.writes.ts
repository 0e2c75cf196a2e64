import { type SqlBool, sql } from 'kysely'
import type { Group, StudentGroup } from '../../../shared/contract/groups.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { hasLeft } from '../../../shared/labels.ts'
import { record } from '../../core/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { findActiveLink } from '../groups/reads.ts'
import { leftText } from '../groups/rules.ts'
import type { Membership } from './groups.reads.ts'

const recordGroups = (tx: Tx, caller: Caller, studentId: number, changes: [unknown, unknown][]) =>
  record(
    tx,
    caller,
    changes.map((group) => ({ action: 'group', entity: 'student', entityId: studentId, changes: { group } })),
  )

/** A group whose members changed is a changed one for whoever is about to assign its members. */
const touchGroups = (tx: Tx, ids: number[]) =>
  tx.updateTable('groups').set({ updated_at: new Date() }).where(sql<SqlBool>`id = any(${ids})`).execute()

async function endLinks(tx: Tx, links: Membership[]): Promise<void> {
  const ids = links.map(({ id }) => id)
  await tx
    .updateTable('student_groups')
    .set({ status: 'inactive', ended_at: new Date() })
    .where(sql<SqlBool>`id = any(${ids})`)
    .execute()
  await touchGroups(
    tx,
    links.map((link) => link.group_id),
  )
}

/** Takes a student out of these groups; the links stay as history. */
export async function leaveGroups(tx: Tx, caller: Caller, studentId: number, links: Membership[]): Promise<void> {
  if (links.length === 0) return
  await endLinks(tx, links)
  await recordGroups(
    tx,
    caller,
    studentId,
    links.map(({ name }) => [name, null]),
  )
}

/**
 * Puts a student into a group of the own batch; from another group of its department the student is moved.
 * @throws 422 on `groupId` when there is no such group, or it is of another batch
 */
export async function joinGroup(
  tx: Tx,
  caller: Caller,
  student: Student,
  links: Membership[],
  group: Group | undefined,
): Promise<StudentGroup> {
  if (!group) throw invalid({ groupId: ['Group does not exist'] })
  if (student.batch_id !== group.batch_id) throw invalid({ groupId: ['The student is not in the batch of this group'] })
  const present = links.find((link) => link.department_id === group.department_id)
  if (present?.group_id !== group.id) {
    if (hasLeft(student.status)) throw invalid({ groupId: [leftText(student.name, student.status)] })
    if (present) await endLinks(tx, [present])
    await tx
      .insertInto('student_groups')
      .values({ student_id: student.id, group_id: group.id, department_id: group.department_id })
      .execute()
    await touchGroups(tx, [group.id])
    await recordGroups(tx, caller, student.id, [[present?.name ?? null, group.name]])
  }
  return findActiveLink(tx, student.id, group.id)
}
