import { type SqlBool, sql } from 'kysely'
import type { Row, Tx } from '../../db/types.ts'

type GroupFacts = Pick<Row<'groups'>, 'name' | 'batch_id' | 'department_id'>
/** A student's active link to a group, with what decides about it. */
export type Membership = GroupFacts & { id: number; group_id: number }

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
 * The student's active links, with their groups and the one to join locked until the transaction ends. The student is
 * locked before them, and they are in the order of their ids, as when students are assigned to a group: who meets waits
 * and does not deadlock.
 */
export async function lockMemberships(tx: Tx, studentId: number, joiningId = 0): Promise<Membership[]> {
  await lockGroupsOf(tx, [studentId], joiningId)
  return tx
    .selectFrom('student_groups as link')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select(['link.id', 'link.group_id', 'link.department_id', 'groups.name', 'groups.batch_id'])
    .where('link.student_id', '=', studentId)
    .where('link.status', '=', 'active')
    .orderBy('link.id')
    .execute()
}
