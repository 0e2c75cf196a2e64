import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../shared/contract/groups.ts'
import { record } from '../../core/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid, refuseStale } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import type { Membership } from './members.reads.ts'
import { assignmentProblems } from './rules.ts'

async function endLinks(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('student_groups')
    .set({ status: 'inactive', ended_at: new Date() })
    .where(sql<SqlBool>`id = any(${ids})`)
    .where('status', '=', 'active')
    .execute()
}

async function addLinks(tx: Tx, { id: group_id, department_id }: Group, studentIds: number[]): Promise<void> {
  const links = studentIds.map((student_id) => ({ student_id, group_id, department_id }))
  if (links.length > 0) await tx.insertInto('student_groups').values(links).execute()
}

const byName = new Intl.Collator('en').compare
const namesOf = (names: string[]) => (names.length > 0 ? names.toSorted(byName).join(', ') : null)

/**
 * Makes exactly these students the members of a group: who is left out leaves it, who is in another group of its
 * department is moved.
 * @throws 422 on `student_ids` for who is not there or not in the group's batch
 */
export async function assignStudents(
  tx: Tx,
  caller: Caller,
  { group, students, links }: Membership,
  { studentIds, updated_at }: { studentIds: number[]; updated_at: string | undefined },
): Promise<void> {
  refuseStale(group, { updated_at })
  const members = links.filter((link) => link.group_id === group.id)
  const memberIds = members.map((link) => link.student_id)
  const problems = assignmentProblems(group, students, studentIds, memberIds)
  if (problems.length > 0) throw invalid({ student_ids: problems })

  const removed = members.filter((link) => !studentIds.includes(link.student_id))
  const moved = links.filter((link) => link.group_id !== group.id)
  const added = students.filter(({ id }) => !memberIds.includes(id))
  await endLinks(
    tx,
    [...removed, ...moved].map((link) => link.id),
  )
  await addLinks(
    tx,
    group,
    added.map(({ id }) => id),
  )
  const changed = [group.id, ...moved.map((link) => link.group_id)]
  await tx.updateTable('groups').set({ updated_at: new Date() }).where(sql<SqlBool>`id = any(${changed})`).execute()
  const formerGroupOf = (studentId: number) => moved.find((link) => link.student_id === studentId)?.group_name ?? null
  await record(tx, caller, [
    {
      action: 'assign',
      entity: 'group',
      entityId: group.id,
      changes: {
        students_added: [null, namesOf(added.map(({ name }) => name))],
        students_removed: [namesOf(removed.map((link) => link.student_name)), null],
      },
    },
    ...added.map(({ id }) => ({
      action: 'group',
      entity: 'student' as const,
      entityId: id,
      changes: { group: [formerGroupOf(id), group.name] as [unknown, unknown] },
    })),
    ...removed.map((link) => ({
      action: 'group',
      entity: 'student' as const,
      entityId: link.student_id,
      changes: { group: [group.name, null] as [unknown, unknown] },
    })),
  ])
}
