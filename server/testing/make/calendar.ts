import { sharedSecret } from '../../core/secrets.ts'
import type { Db } from '../../db/types.ts'
import { secretOf } from '../../features/calendar/rules.ts'

export const calendarMakers = (db: Db) => ({
  /** A person's calendar address, below `/api`. */
  calendarFeed: async (userId: number): Promise<string> => {
    const feed = { user_id: userId, id: `feed${userId}` }
    await db.insertInto('calendar_feeds').values(feed).execute()
    return `/calendar/${secretOf(await sharedSecret(db, 'calendar'), feed)}/feed.ics`
  },
})
