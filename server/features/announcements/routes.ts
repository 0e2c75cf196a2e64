import { announcements } from '../../../shared/contract/announcements.ts'
import { found, invalid } from '../../core/errors.ts'
import { setAside } from '../../files/keeping.ts'
import { fileRoutes } from '../../http/file-routes.ts'
import { type Call, routes } from '../../http/routes.ts'
import { refuseBeyond, settledPlace } from './audience.ts'
import { findFile, listAnnouncements, lockAnnouncement, readAnnouncement } from './reads.ts'
import { createAnnouncement, deleteAnnouncement, noteReading, updateAnnouncement } from './writes.ts'

export const announcementRoutes = routes(announcements, {
  list: ({ db, caller, query, page }) => listAnnouncements(db, caller, query, page),

  read: async ({ db, caller, params }) => ({ data: await readAnnouncement(db, caller, params.id) }),

  create: async (call) => {
    const { write, db, caller } = call
    if (!call.receive) return { data: await write((tx) => createAnnouncement(tx, caller, call.body)) }
    await using form = await call.receive()
    // Refuses before a file is kept.
    await settledPlace(db, caller, form.fields)
    return { data: await form.keep(([file]) => write((tx) => createAnnouncement(tx, caller, form.fields, file))) }
  },

  update: async ({ write, afterCommit, caller, params, services, request, body }) => {
    const { updated, former } = await write(async (tx) =>
      updateAnnouncement(tx, caller, await lockAnnouncement(tx, caller, params.id), body),
    )
    afterCommit(() => setAside(services.files, former, request.log))
    return { data: updated }
  },

  replaceFile: async ({ receive, db, write, afterCommit, caller, params, services, request }) => {
    refuseBeyond(caller, await readAnnouncement(db, caller, params.id))
    await using form = await receive()
    if (form.files.length === 0) throw invalid({ file: ['Choose a file'] })
    const { updated, former } = await form.keep(([file]) =>
      write(async (tx) =>
        updateAnnouncement(tx, caller, await lockAnnouncement(tx, caller, params.id), form.fields, file),
      ),
    )
    afterCommit(() => setAside(services.files, former, request.log))
    return { data: updated }
  },

  remove: async ({ write, afterCommit, caller, params, services, request }) => {
    const keys = await write(async (tx) =>
      deleteAnnouncement(tx, caller, await lockAnnouncement(tx, caller, params.id, 'deletion')),
    )
    afterCommit(() => setAside(services.files, keys, request.log))
    return { message: 'Announcement deleted successfully' }
  },

  markRead: async ({ write, caller, params }) => ({
    data: await write(async (tx) => noteReading(tx, caller, await readAnnouncement(tx, caller, params.id))),
  }),

  ...fileRoutes(async ({ db, caller, params }: Call<typeof announcements.view>) => {
    const { id } = await readAnnouncement(db, caller, params.id)
    return found('File', await findFile(db, id))
  }),
})
