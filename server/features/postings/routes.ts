import { postings } from '../../../shared/contract/postings.ts'
import { dayIn } from '../../core/clock.ts'
import { recordExport } from '../../core/exports.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { planDocument, planSheet } from './documents.ts'
import { previewClashes } from './preview.reads.ts'
import { listAllPostings, listPostings, lockPosting, readPosting } from './reads.ts'
import { planRotation } from './rotation.reads.ts'
import { createRotation } from './rotation.writes.ts'
import { createPosting, deletePosting, updatePosting } from './writes.ts'

export const postingRoutes = routes(postings, {
  list: ({ db, caller, query, page }) => listPostings(db, caller, query, page),
  export: async (call) => {
    const { db, caller, services, reply } = call
    const { format = 'csv', ...filters } = call.query
    const listed = await listAllPostings(db, caller, filters)
    await recordExport(call, { what: 'rotation plan', format, rows: listed.length, filters })
    const maker = makerOf(services)
    const file = { name: 'rotation-plan', day: dayIn(maker.timezone) }
    return format === 'pdf'
      ? sendPdf(reply, maker, { ...file, report: planDocument(listed, filters, maker) })
      : sendSheet(reply, { ...file, ...planSheet(listed) }, format)
  },
  read: async ({ db, caller, params }) => ({ data: await readPosting(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createPosting(tx, caller, body)) }),
  preview: async ({ db, caller, body }) => ({ data: await previewClashes(db, caller, body) }),
  previewRotation: async ({ db, caller, body }) => ({ data: await planRotation(db, caller, body) }),
  rotate: async ({ write, caller, body }) => ({ data: await write((tx) => createRotation(tx, caller, body)) }),
  update: changing(lockPosting, updatePosting),
  remove: deleting(lockPosting, deletePosting, 'Posting deleted successfully'),
})
