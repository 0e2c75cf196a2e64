import type { Db } from '../../db/types.ts'
import { add, type Fields } from './adding.ts'

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const postingMakers = (db: Db) => ({
  /** A posting of a group, from a week ago until in a week. */
  posting: async (groupId: number, fields: Fields<'postings'> = {}) => {
    const place = await db
      .selectFrom('groups')
      .select(['batch_id', 'department_id'])
      .where('id', '=', groupId)
      .executeTakeFirstOrThrow()
    return add(db, 'postings', {
      group_id: groupId,
      ...place,
      first_day: dayAfter(-7),
      last_day: dayAfter(7),
      ...fields,
    })
  },
})
