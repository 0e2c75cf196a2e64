import type { Db } from '../../db/types.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields, next } from './adding.ts'
import { groupMakers } from './groups.ts'

export function studentMakers(db: Db) {
  const { user, giveRole } = accountMakers(db)
  const { join } = groupMakers(db)
  return {
    /** A student with role and active batch link; `groupId` makes a member of it. */
    student: async (batchId: number, groupId?: number, fields: Fields<'students'> = {}) => {
      const userId = await user()
      await giveRole(userId, 'student')
      // Nothing else writes roll numbers of this ten thousand (check-structure.js).
      const rollNo = `MBBS-${String(50_000 + next())}`
      const id = await add(db, 'students', { user_id: userId, roll_no: rollNo, ...fields })
      await db.insertInto('student_batches').values({ student_id: id, batch_id: batchId }).execute()
      if (groupId !== undefined) await join(id, groupId)
      return { id, userId, rollNo }
    },
  }
}
