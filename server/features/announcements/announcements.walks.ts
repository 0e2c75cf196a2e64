import type { Db } from '../../db/types.ts'
import { accountMakers } from '../../testing/make/accounts.ts'
import { add, type Fields, next } from '../../testing/make/adding.ts'
import type { Place, Walks } from '../../testing/walks.ts'

/** Adds an announcement for everybody. */
export const addAnnouncement = async (db: Db, fields: Fields<'announcements'> = {}) =>
  add(db, 'announcements', {
    title: `Announcement ${next()}`,
    text: 'The library is closed on Friday.',
    created_by: fields.created_by ?? (await accountMakers(db).user()),
    ...fields,
  })

const addFile = (db: Db, announcement_id: number, file: Omit<Awaited<ReturnType<Place['keepFile']>>, 'name'>) =>
  db
    .insertInto('announcement_files')
    .values({ name: 'roster.pdf', type: 'application/pdf', ...file, announcement_id })
    .execute()

export const walks: Walks = {
  kinds: {
    announcement: {
      make: async ({ db, ids, tell, keepFile }) => {
        const announcement_id = await addAnnouncement(db, {
          title: tell('announcement'),
          text: tell('announced'),
          department_id: ids.department,
          created_by: ids.user,
        })
        await addFile(db, announcement_id, await keepFile())
        return announcement_id
      },
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
  files: {
    announcement_files: {
      keep: async ({ at, keepFile }) => {
        const file = await keepFile()
        await addFile(at.db, await addAnnouncement(at.db), file)
        return file.storage_key
      },
      address: (row) => `/announcements/${row.announcement_id}/file/download`,
    },
  },
  goOn: ['/announcements/:id/read'],
  keptLists: { '/announcements': { table: 'announcements' } },
}
