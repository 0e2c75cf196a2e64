import { type SqlBool, sql } from 'kysely'
import type { StudentGroup } from '../../../shared/contract/groups.ts'
import type { Db, Row, Tx } from '../../db/types.ts'

type GroupFacts = Pick<Row<'groups'>, 'name' | 'batch_id' | 'department_id'>
/** A student's active link to a group, with what decides about it. */
export type Membership = GroupFacts & { id: number; group_id: number }

/**
 * The student's active links, with their groups and the one to join locked until the transaction ends. The student is
 * locked before them, and they are in the order of their ids, as when students are assigned to a group: who meets waits
 * and does not deadlock.
 */
export async function lockMemberships(tx: Tx, studentId: number, joiningId = 0): Promise<Membership[]> {
  await tx
    .selectFrom('groups')
    .select('id')
    .where(
      sql<SqlBool>`(id = ${joiningId} or id in (select group_id from student_groups
        where student_id = ${studentId} and status = 'active'))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return tx
    .selectFrom('student_groups as link')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select(['link.id', 'link.group_id', 'link.department_id', 'groups.name', 'groups.batch_id'])
    .where('link.student_id', '=', studentId)
    .where('link.status', '=', 'active')
    .orderBy('link.id')
    .execute()
}

/** The active link of a student to a group, with what it names. */
export async function findLink(db: Db, studentId: number, groupId: number): Promise<StudentGroup> {
  const row = await db
    .selectFrom('student_groups as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .innerJoin('batches', 'batches.id', 'groups.batch_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      'link.id',
      'link.student_id',
      'link.group_id',
      'link.department_id',
      'link.status',
      'students.roll_no',
      'students.status as student_status',
      'users.name as student_name',
      'groups.name as group_name',
      'batches.id as batch_id',
      'batches.name as batch_name',
      'departments.name as department_name',
    ])
    .where('link.student_id', '=', studentId)
    .where('link.group_id', '=', groupId)
    .where('link.status', '=', 'active')
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    student_id: row.student_id,
    group_id: row.group_id,
    department_id: row.department_id,
    status: row.status,
    student: { id: row.student_id, name: row.student_name, roll_no: row.roll_no, status: row.student_status },
    group: {
      id: row.group_id,
      name: row.group_name,
      batch: { id: row.batch_id, name: row.batch_name },
      department: { id: row.department_id, name: row.department_name },
    },
  }
}
