import { libraries } from '../../../shared/contract/libraries.ts'
import { found } from '../../core/errors.ts'
import { type StoredFile, setAside } from '../../files/keeping.ts'
import { sendFile } from '../../files/sending.ts'
import { fileRoutes } from '../../http/file-routes.ts'
import type { Form } from '../../http/forms.ts'
import { changing } from '../../http/records.ts'
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

/** Keeps the one file of a form, and then runs `commit` with it. @throws 422 when there is none */
function keepOne<T>({ files, keep }: Form<unknown>, commit: (file: StoredFile) => Promise<T>): Promise<T> {
  theFile(files)
  return keep(([kept]) => commit(found('File', kept)))
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
    if (!call.receive) {
      const { filename, file_path, ...fields } = call.body
      return {
        data: await write(async (tx) =>
          createEntry(tx, caller, fields, await takeUpload(tx, caller, { filename, file_path })),
        ),
      }
    }
    await using form = await call.receive()
    theFile(form.files)
    // Refuses before a file is kept.
    await refuseUnplaced(db, caller, form.fields)
    return { data: await keepOne(form, (file) => write((tx) => createEntry(tx, caller, form.fields, file))) }
  },

  upload: async ({ receive, write, caller }) => {
    await using form = await receive()
    return { data: await keepOne(form, (file) => write((tx) => keepUpload(tx, caller, file))) }
  },

  update: changing(lockEntry, updateEntry),

  replaceFile: async ({ receive, db, write, afterCommit, caller, params, services, request }) => {
    await readEntry(db, caller, params.id)
    await using form = await receive()
    theFile(form.files)
    await refuseUnplaced(db, caller, form.fields)
    const { entry, former } = await keepOne(form, (file) =>
      write(async (tx) => replaceFile(tx, caller, await lockEntry(tx, caller, params.id), form.fields, file)),
    )
    afterCommit(() => setAside(services.files, [former], request.log))
    return { data: entry }
  },

  remove: async ({ write, afterCommit, caller, params, services, request }) => {
    const key = await write(async (tx) => deleteEntry(tx, caller, await lockEntry(tx, caller, params.id, 'deletion')))
    afterCommit(() => setAside(services.files, [key], request.log))
    return { message: 'Library entry deleted successfully' }
  },

  ...fileRoutes(async (call: Call<typeof libraries.view>) => (await findSent(call, call.params)).file),

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
})
