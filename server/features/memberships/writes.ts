import { type SqlBool, sql } from 'kysely'
import type { Group, StudentGroup } from '../../../shared/contract/groups.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { hasLeft } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { touchGroups } from '../groups/version.writes.ts'
import { type ActiveLink, type Assignment, lockLinksOfStudent } from './locks.reads.ts'
import { findActiveLink } from './reads.ts'
import { assignmentProblems, leftText, sinceProblems } from './rules.ts'

/** A day as a column takes it: none is given as null or not at all. */
type Day = string | null | undefined

/** The links end and stay as history. The session days from `leftOn` on no longer count; one that began later counts for none. */
async function endLinks(tx: Tx, links: ActiveLink[], leftOn: string): Promise<void> {
  if (links.length === 0) return
  const ids = links.map(({ id }) => id)
  await tx
    .updateTable('student_groups')
    .set({
      status: 'inactive',
      ended_at: new Date(),
      left_on: sql<string>`greatest(first_day, ${leftOn}::date)`,
    })
    .where(sql<SqlBool>`id = any(${ids})`)
    .where('status', '=', 'active')
    .execute()
}

/**
 * Each counts from the day that was given; else the first group of a department from the student's admission, if that is
 * past, and any other one from today.
 */
async function addLinks(tx: Tx, caller: Caller, group: Group, studentIds: number[], since: Day): Promise<void> {
  if (studentIds.length === 0) return
  const today = dayIn(caller.zone)
  await sql`
    insert into student_groups (student_id, group_id, department_id, first_day)
    select id, ${group.id}, ${group.department_id}, coalesce(${since ?? null}::date, case when not exists (
      select from student_groups former
      where former.student_id = students.id and former.department_id = ${group.department_id})
      then least(date_of_admission, ${today}::date) end, ${today}::date)
    from students where id = any(${studentIds})`.execute(tx)
  await cutFormerLinks(tx, group, studentIds)
}

/** Links that have ended give way to the new one from its first day on: no day belongs to two groups of a department. */
const cutFormerLinks = (tx: Tx, { department_id }: Group, studentIds: number[]) =>
  sql`
    update student_groups former set left_on = greatest(former.first_day, present.first_day)
    from student_groups present
    where present.student_id = any(${studentIds}) and present.department_id = ${department_id}
      and present.status = 'active' and former.student_id = present.student_id
      and former.department_id = present.department_id and former.status = 'inactive'
      and former.left_on > present.first_day`.execute(tx)

/** @throws 422 on `since` when it is before the admission of one who is added */
function refuseEarlySince(since: Day, added: Student[], today: string): void {
  const problems = sinceProblems(since, added, today)
  if (problems.length > 0) throw invalid({ since: problems })
}

/** Leaves a row in the student's trail for each group that one was taken out of or put into. */
const recordGroups = (tx: Tx, caller: Caller, studentId: number, changes: [unknown, unknown][]) =>
  leaveTrail(
    tx,
    caller,
    changes.map((group) => ({ action: 'group', entity: 'student', entityId: studentId, changes: { group } })),
  )

export async function leaveGroups(tx: Tx, caller: Caller, studentId: number, links: ActiveLink[]): Promise<void> {
  if (links.length === 0) return
  await endLinks(tx, links, dayIn(caller.zone))
  await touchGroups(
    tx,
    links.map((link) => link.group_id),
  )
  await recordGroups(
    tx,
    caller,
    studentId,
    links.map((link) => [link.group_name, null]),
  )
}

/**
 * Puts a student into a group of the own batch; from another group of its department the student is moved.
 * @throws 422 on `groupId` when there is no such group, or it is of another batch; on `since` when it is too early
 */
export async function joinGroup(
  tx: Tx,
  caller: Caller,
  student: Student,
  links: ActiveLink[],
  group: Group | undefined,
  since: Day,
): Promise<StudentGroup> {
  if (!group) throw invalid({ groupId: ['Group does not exist'] })
  if (student.batch_id !== group.batch_id) throw invalid({ groupId: ['The student is not in the batch of this group'] })
  const present = links.find((link) => link.department_id === group.department_id)
  if (present?.group_id !== group.id) {
    if (hasLeft(student.status)) throw invalid({ groupId: [leftText(student.name, student.status)] })
    const today = dayIn(caller.zone)
    refuseEarlySince(since, [student], today)
    const former = present ? [present] : []
    await endLinks(tx, former, since ?? today)
    await addLinks(tx, caller, group, [student.id], since)
    await touchGroups(tx, [group.id, ...former.map((link) => link.group_id)])
    await recordGroups(tx, caller, student.id, [[present?.group_name ?? null, group.name]])
  }
  return findActiveLink(tx, student.id, group.id)
}

const byName = new Intl.Collator('en').compare
const namesOf = (names: string[]) => (names.length > 0 ? names.toSorted(byName).join(', ') : null)

/**
 * Makes exactly these students the members of a group: members who are left out leave it, students of another group of
 * its department are moved.
 * @throws 422 on `student_ids` for a student who is not there or not in the group's batch; on `since` when it is too
 * early
 */
export async function assignStudents(
  tx: Tx,
  caller: Caller,
  { group, students, links }: Assignment,
  { studentIds, since, updated_at }: { studentIds: number[]; since: Day; updated_at: string | undefined },
): Promise<void> {
  refuseStale(group, { updated_at })
  const members = links.filter((link) => link.group_id === group.id)
  const memberIds = members.map((link) => link.student_id)
  const problems = assignmentProblems(group, students, studentIds, memberIds)
  if (problems.length > 0) throw invalid({ student_ids: problems })

  const removed = members.filter((link) => !studentIds.includes(link.student_id))
  const moved = links.filter((link) => link.group_id !== group.id)
  const added = students.filter(({ id }) => !memberIds.includes(id))
  const today = dayIn(caller.zone)
  refuseEarlySince(since, added, today)
  await endLinks(tx, removed, today)
  // No day belongs to two groups of a department.
  await endLinks(tx, moved, since ?? today)
  await addLinks(
    tx,
    caller,
    group,
    added.map(({ id }) => id),
    since,
  )
  await touchGroups(tx, [group.id, ...moved.map((link) => link.group_id)])
  const formerGroupOf = (studentId: number) => moved.find((link) => link.student_id === studentId)?.group_name ?? null
  await leaveTrail(tx, caller, [
    {
      action: 'assign',
      entity: 'group',
      entityId: group.id,
      changes: {
        students_added: [null, namesOf(added.map(({ name }) => name))],
        students_removed: [namesOf(removed.map((link) => link.student_name)), null],
        ...(since && added.length > 0 ? { since: [null, since] as [unknown, unknown] } : {}),
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

const noBatch = { student_batches_batch_id_fkey: invalid({ batch_id: ['Batch does not exist'] }) }

/** Puts a student who is in no batch into one. @throws 422 on `batch_id` when there is none */
export async function joinBatch(tx: Tx, studentId: number, batchId: number): Promise<void> {
  await answering(noBatch, () =>
    tx.insertInto('student_batches').values({ student_id: studentId, batch_id: batchId }).execute(),
  )
}

/** The former link ends and stays as history; so do those to groups of other batches. */
export async function moveToBatch(tx: Tx, caller: Caller, studentId: number, batchId: number | null): Promise<void> {
  await tx
    .updateTable('student_batches')
    .set({ status: 'inactive', ended_at: new Date() })
    .where('student_id', '=', studentId)
    .where('status', '=', 'active')
    .execute()
  const links = await lockLinksOfStudent(tx, studentId)
  await leaveGroups(
    tx,
    caller,
    studentId,
    links.filter((link) => link.batch_id !== batchId),
  )
  if (batchId !== null) await joinBatch(tx, studentId, batchId)
}

/** Former members stay linked to a group; they go with it when it is deleted. */
export const forgetMembers = (tx: Tx, groupId: number) =>
  tx.deleteFrom('student_groups').where('group_id', '=', groupId).execute()
