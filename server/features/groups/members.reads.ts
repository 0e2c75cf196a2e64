import { type SqlBool, sql } from 'kysely'
import type { Group, GroupCandidate } from '../../../shared/contract/groups.ts'
import type { Student } from '../../../shared/contract/students.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db, Tx } from '../../db/types.ts'
import { lockStudents } from '../students/reads.ts'
import { findGroup, visibleGroups } from './reads.ts'

/** Every student of a group's batch by roll number, with the group of the same department that each is in. */
export async function listCandidates(
  db: Db,
  caller: Caller,
  groupId: number,
  page: Paging,
): Promise<Listed<GroupCandidate>> {
  const query = db
    .selectFrom('groups')
    .innerJoin('student_batches as member', (join) =>
      join.onRef('member.batch_id', '=', 'groups.batch_id').on('member.status', '=', 'active'),
    )
    .innerJoin('students', 'students.id', 'member.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_groups as link', (join) =>
      join
        .onRef('link.student_id', '=', 'students.id')
        .onRef('link.department_id', '=', 'groups.department_id')
        .on('link.status', '=', 'active'),
    )
    .leftJoin('groups as present', 'present.id', 'link.group_id')
    .select([
      'students.id',
      'users.name',
      'students.roll_no',
      'students.status',
      'present.id as group_id',
      'present.name as group_name',
    ])
    .where('groups.id', '=', groupId)
    .where(visibleGroups(caller))
    .orderBy('students.roll_no')
    .orderBy('students.id')
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ group_id, group_name, ...student }) => ({
      ...student,
      group: group_id === null || group_name === null ? null : { id: group_id, name: group_name },
    })),
  }
}

/** A student's active link to a group. */
export interface ActiveLink {
  id: number
  student_id: number
  student_name: string
  group_id: number
  group_name: string
}

/** The active links, within a group's department, of its members and of these students. */
const listActiveLinks = (db: Db, group: Group, studentIds: number[]): Promise<ActiveLink[]> =>
  db
    .selectFrom('student_groups as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select(['link.id', 'link.student_id', 'users.name as student_name', 'link.group_id', 'groups.name as group_name'])
    .where('link.department_id', '=', group.department_id)
    .where('link.status', '=', 'active')
    .where(
      sql<SqlBool>`link.student_id in (select unnest(${studentIds}::int[])
        union select student_id from student_groups where group_id = ${group.id} and status = 'active')`,
    )
    .orderBy('students.roll_no')
    .orderBy('students.id')
    .execute()

export interface Membership {
  group: Group
  students: Student[]
  links: ActiveLink[]
}

/**
 * A group and the students who are to be its members, locked until the transaction ends: first the students, so that
 * nobody moves them, then the group with those that lose one, each kind in the order of its ids. So two assignments
 * that meet wait for each other and never deadlock.
 */
export async function lockMembership(
  tx: Tx,
  caller: Caller,
  groupId: number,
  studentIds: number[],
): Promise<Membership | undefined> {
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
  return group && { group, students, links: await listActiveLinks(tx, group, studentIds) }
}
