import { libraries } from '../../../shared/contract/libraries.ts'
import { SHOWN_IN_PLACE } from '../../../shared/files.ts'
import { found } from '../../core/errors.ts'
import { keepFiles, type StoredFile, setAside } from '../../files/keeping.ts'
import { sendFile } from '../../files/sending.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import { type Call, routes } from '../../http/routes.ts'
import { findFile, listEntries, listTypes, lockEntry, readEntry } from './reads.ts'
import { theFile } from './rules.ts'
import {
  countDownload,
  createEntry,
  deleteEntry,
  keepUpload,
  refuseUnplaced,
  replaceFile,
  takeUpload,
  updateEntry,
} from './writes.ts'

/** Keeps the one file of a form, and then runs `commit` with it. */
function keepOne<T>(
  { services, request }: Pick<Call<typeof libraries.upload>, 'services' | 'request'>,
  files: ReceivedFile[],
  commit: (file: StoredFile) => Promise<T>,
): Promise<T> {
  return keepFiles(services.files, [theFile(files)], request.log, async ([kept]) => commit(found('File', kept)))
}

async function findSent(
  { db, caller }: Pick<Call<typeof libraries.download>, 'db' | 'caller'>,
  { id }: { id: number },
) {
  const entry = await readEntry(db, caller, id)
  return { entry, file: found('Library entry', await findFile(db, entry.id)) }
}

export const libraryRoutes = routes(libraries, {
  list: ({ db, caller, query, page }) => listEntries(db, caller, query, page),

  types: ({ db, caller, query, page }) => listTypes(db, caller, query, page),

  read: async ({ db, caller, params }) => ({ data: await readEntry(db, caller, params.id) }),

  create: async (call) => {
    const { db, write, caller } = call
    if (!call.form) {
      const { filename, file_path, ...fields } = call.body
      return {
        data: await write(async (tx) =>
          createEntry(tx, caller, fields, await takeUpload(tx, caller, { filename, file_path })),
        ),
      }
    }
    return call.form(async (fields, files) => {
      theFile(files)
      // Refuses before a file is kept.
      await refuseUnplaced(db, caller, fields)
      const data = await keepOne(call, files, (file) => write((tx) => createEntry(tx, caller, fields, file)))
      return { data }
    })
  },

  upload: ({ form, ...call }) =>
    form(async (_, files) => ({
      data: await keepOne(call, files, (file) => call.write((tx) => keepUpload(tx, call.caller, file))),
    })),

  update: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => updateEntry(tx, caller, await lockEntry(tx, caller, params.id), body)),
  }),

  replaceFile: async ({ form, ...call }) => {
    const { db, write, afterCommit, caller, params, services, request } = call
    await readEntry(db, caller, params.id)
    return form(async (change, files) => {
      theFile(files)
      await refuseUnplaced(db, caller, change)
      const { entry, former } = await keepOne(call, files, (file) =>
        write(async (tx) => replaceFile(tx, caller, await lockEntry(tx, caller, params.id), change, file)),
      )
      afterCommit(() => setAside(services.files, [former], request.log))
      return { data: entry }
    })
  },

  remove: async ({ write, afterCommit, caller, params, services, request }) => {
    const key = await write(async (tx) => deleteEntry(tx, caller, await lockEntry(tx, caller, params.id, 'deletion')))
    afterCommit(() => setAside(services.files, [key], request.log))
    return { message: 'Library entry deleted successfully' }
  },

  download: async (call) => {
    const { entry, file } = await findSent(call, call.params)
    return sendFile(call.reply, call.services.files, file, {
      disposition: 'attachment',
      // A person who has waited for the whole file gets it, also when it can't be counted.
      ends: () =>
        call
          .write((tx) => countDownload(tx, entry))
          .catch((err: unknown) => call.request.log.warn({ err }, 'a download was not counted')),
    })
  },

  view: async (call) => {
    const { file } = await findSent(call, call.params)
    const disposition = SHOWN_IN_PLACE.includes(file.type) ? 'inline' : 'attachment'
    return sendFile(call.reply, call.services.files, file, { disposition })
  },
})
