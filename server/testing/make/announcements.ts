import type { Db } from '../../db/types.ts'
import { accountMakers } from './accounts.ts'
import { add, type Fields, next } from './adding.ts'

export const announcementMakers = (db: Db) => ({
  /** Adds an announcement for everybody. */
  announcement: async (fields: Fields<'announcements'> = {}) =>
    add(db, 'announcements', {
      title: `Announcement ${next()}`,
      text: 'The library is closed on Friday.',
      created_by: fields.created_by ?? (await accountMakers(db).user()),
      ...fields,
    }),
})
