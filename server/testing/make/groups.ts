import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

export const groupMakers = (db: Db) => ({
  group: (batchId: number, departmentId: number, fields: Fields<'groups'> = {}) =>
    add(db, 'groups', { name: `Group ${next()}`, batch_id: batchId, department_id: departmentId, ...fields }),

  /** A member since long before any session of a test, unless it says otherwise. */
  join: async (studentId: number, groupId: number, first_day = '2020-01-01') => {
    const { department_id } = await db
      .selectFrom('groups')
      .select('department_id')
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('student_groups')
      .values({ student_id: studentId, group_id: groupId, department_id, first_day })
      .execute()
  },

  /**
   * Ends the student's links to groups, to this one or all; or, of a group, those of all its members. They count for no
   * session unless a test says until when.
   */
  leave: (of: { student_id?: number; group_id?: number }, left_on = '2020-01-01') =>
    db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date(), left_on })
      .where((eb) => eb.and(of))
      .execute(),
})
