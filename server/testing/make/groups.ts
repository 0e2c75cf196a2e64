import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

export const groupMakers = (db: Db) => ({
  group: (batchId: number, departmentId: number, fields: Fields<'groups'> = {}) =>
    add(db, 'groups', { name: `Group ${next()}`, batch_id: batchId, department_id: departmentId, ...fields }),

  join: async (studentId: number, groupId: number) => {
    const { department_id } = await db
      .selectFrom('groups')
      .select('department_id')
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow()
    await db.insertInto('student_groups').values({ student_id: studentId, group_id: groupId, department_id }).execute()
  },

  /** Ends the student's links to groups, to this one or all; or, of a group, those of all its members. */
  leave: (of: { student_id?: number; group_id?: number }) =>
    db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where((eb) => eb.and(of))
      .execute(),
})
