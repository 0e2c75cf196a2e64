import { sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { addressOf } from '../../core/app-address.ts'
import { dayOf, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { unread } from './reads.ts'

/** Tells of announcements until they are read, the newest first. */
export const unreadAnnouncements: TodayKind = {
  kind: 'announcements',
  title: 'Announcements',
  isFor: ({ may }) => may('announcements:read'),
  mailed: wordsOf,
  read: async (db, caller) => {
    const rows = await unread(db, caller)
      .innerJoin('users', 'users.id', 'announcements.created_by')
      .select([
        'announcements.id',
        'announcements.title',
        'announcements.created_at',
        'users.name as author',
        sql<number>`count(*) over ()::int`.as('total'),
      ])
      .orderBy('announcements.id', 'desc')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, title, author, created_at }) =>
        lineOf({
          text: title,
          detail: author,
          since: dayOf(created_at),
          to: addressOf('/announcements', { modal: 'view', id }),
        }),
      ),
      to: '/announcements',
    }
  },
}
