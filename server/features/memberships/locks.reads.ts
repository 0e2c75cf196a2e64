import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../shared/contract/groups.ts'
import type { Student } from '../../../shared/contract/students.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findGroup } from '../groups/reads.ts'
import { lockStudents } from '../students/reads.ts'

/** Active links of students to groups, with what decides about them. */
const selectActiveLinks = (db: Db) =>
  db
    .selectFrom('student_groups as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select([
      'link.id',
      'link.student_id',
      'users.name as student_name',
      'link.group_id',
      'link.department_id',
      'groups.name as group_name',
      'groups.batch_id',
    ])
    .where('link.status', '=', 'active')

export type ActiveLink = Awaited<ReturnType<ReturnType<typeof selectActiveLinks>['execute']>>[number]

/** Locks the groups that these students are in, and one more to join, in the order of their ids. */
export async function lockGroupsOf(tx: Tx, studentIds: readonly number[], joiningId = 0): Promise<void> {
  await tx
    .selectFrom('groups')
    .select('id')
    .where(
      sql<SqlBool>`(id = ${joiningId} or id in (select group_id from student_groups
        where student_id = any(${[...studentIds]}) and status = 'active'))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Returns the student's active links, with their groups and the one to join locked until the transaction ends. The
 * student is locked before them, and they are in the order of their ids, as when students are assigned to a group: two
 * that meet wait and do not deadlock.
 */
export async function lockLinksOfStudent(tx: Tx, studentId: number, joiningId = 0): Promise<ActiveLink[]> {
  await lockGroupsOf(tx, [studentId], joiningId)
  return selectActiveLinks(tx).where('link.student_id', '=', studentId).orderBy('link.id').execute()
}

/** A group with the students who are to be its members, and the active links of both in its department. */
export interface Assignment {
  group: Group
  students: Student[]
  links: ActiveLink[]
}

/**
 * An assignment, locked until the transaction ends: first the students, so that nobody moves them, then the group with
 * those that lose one, each kind in the order of its ids. So two assignments that meet wait for each other and never
 * deadlock.
 */
export async function lockAssignment(
  tx: Tx,
  caller: Caller,
  groupId: number,
  studentIds: number[],
): Promise<Assignment | undefined> {
  const students = await lockStudents(tx, caller, studentIds)
  await tx
    .selectFrom('groups')
    .select('id')
    .where(
      sql<SqlBool>`id in (select ${groupId}::int union select link.group_id from student_groups link
        join groups target on target.id = ${groupId} and target.department_id = link.department_id
        where link.student_id = any(${studentIds}) and link.status = 'active')`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const group = await findGroup(tx, caller, groupId)
  if (!group) return undefined
  const links = await selectActiveLinks(tx)
    .where('link.department_id', '=', group.department_id)
    .where(
      sql<SqlBool>`link.student_id in (select unnest(${studentIds}::int[])
        union select student_id from student_groups where group_id = ${group.id} and status = 'active')`,
    )
    .orderBy('students.roll_no')
    .orderBy('students.id')
    .execute()
  return { group, students, links }
}
