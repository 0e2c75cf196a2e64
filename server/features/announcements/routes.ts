import { announcements } from '../../../shared/contract/announcements.ts'
import { routes } from '../../http/routes.ts'
import { listAnnouncements, lockAnnouncement, readAnnouncement } from './reads.ts'
import { createAnnouncement, deleteAnnouncement, noteReading, updateAnnouncement } from './writes.ts'

export const announcementRoutes = routes(announcements, {
  list: ({ db, caller, query, page }) => listAnnouncements(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readAnnouncement(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createAnnouncement(tx, caller, body)) }),
  update: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) =>
      updateAnnouncement(tx, caller, await lockAnnouncement(tx, caller, params.id), body),
    ),
  }),
  remove: async ({ write, caller, params }) => {
    await write(async (tx) => deleteAnnouncement(tx, caller, await lockAnnouncement(tx, caller, params.id, 'deletion')))
    return { message: 'Announcement deleted successfully' }
  },
  markRead: async ({ write, caller, params }) => ({
    data: await write(async (tx) => noteReading(tx, caller, await readAnnouncement(tx, caller, params.id))),
  }),
})
