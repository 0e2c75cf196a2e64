import type { Db } from '../../db/types.ts'
import { accountMakers } from '../../testing/make/accounts.ts'
import { add, type Fields, next } from '../../testing/make/adding.ts'
import type { Walks } from '../../testing/walks.ts'

/** Adds an announcement for everybody. */
export const addAnnouncement = async (db: Db, fields: Fields<'announcements'> = {}) =>
  add(db, 'announcements', {
    title: `Announcement ${next()}`,
    text: 'The library is closed on Friday.',
    created_by: fields.created_by ?? (await accountMakers(db).user()),
    ...fields,
  })

export const walks: Walks = {
  kinds: {
    announcement: {
      make: ({ db, ids, tell }) =>
        addAnnouncement(db, {
          title: tell('announcement'),
          text: tell('announced'),
          department_id: ids.department,
          created_by: ids.user,
        }),
      texts: { group: ['announcement', 'announced'] },
    },
  },
  ids: { '/announcements': 'announcement' },
  found: {
    path: '/announcements',
    many: {
      table: 'announcements',
      insert: (title, rows) =>
        `insert into announcements (title, text, created_by) select ${title}, 'x', 1 from ${rows}`,
    },
  },
  goOn: ['/announcements/:id/read'],
  keptLists: { '/announcements': { table: 'announcements' } },
}
