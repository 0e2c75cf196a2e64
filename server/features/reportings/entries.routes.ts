import { NO_ENTRY, reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { dayIn } from '../../core/clock.ts'
import { found, invalid } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendFile, setAsideBefore } from '../../files/sending.ts'
import { type Call, type Routes, routes } from '../../http/routes.ts'
import { refuseFullFile } from './bounds.reads.ts'
import { caseDocument } from './documents.ts'
import { findEvidence, listEntries, newestEntries } from './entries.reads.ts'
import { addToFile } from './entries.writes.ts'
import { tellReadings } from './readings.writes.ts'
import { findWithdrawn, lockReporting, readReporting } from './reads.ts'
import { asTold, type ReportingRecord, refuseReportAction } from './rules.ts'

/** The whole file of a case as a PDF. */
async function printCase(call: Call<typeof reportingEntries.print>, reporting: ReportingRecord) {
  const { db, caller, services, reply } = call
  await tellReadings(call, [reporting], { action: 'print' })
  const printed = await newestEntries(db, caller, reporting)
  const { entries } = printed
  const filters = { case_number: reporting.case_number }
  await recordExport(call, { what: 'case file', format: 'pdf', rows: entries.length, filters, id: reporting.id })
  const maker = makerOf(services)
  const printing = { ...maker, printer: caller.name, at: new Date() }
  const report = caseDocument(asTold(reporting, services.settings.CASE_RESPONSE_DAYS), printed, printing)
  return sendPdf(reply, maker, { name: reporting.case_number, day: dayIn(maker.timezone), report })
}

export const entryRoutes: Routes = routes(reportingEntries, {
  list: async (call) => {
    const reporting = await readReporting(call.db, call.caller, call.params.id)
    await tellReadings(call, [reporting])
    return listEntries(call.db, call.caller, reporting, call.page)
  },

  add: async ({ db, write, caller, params, receive }) => {
    const present = await readReporting(db, caller, params.id)
    await using form = await receive()
    const { text } = form.fields
    // Refuses before a file is kept.
    if (!text && form.files.length === 0) throw invalid({ text: [NO_ENTRY] })
    refuseReportAction('add', present)
    await refuseFullFile(db, present.id, form.files)
    const data = await form.keep((files) =>
      write(async (tx) => addToFile(tx, caller, await lockReporting(tx, caller, params.id), { text, files })),
    )
    return { data }
  },

  evidence: async (call) => {
    const { db, caller, params, services, reply } = call
    const reporting = await readReporting(db, caller, params.id)
    const file = found('File', await findEvidence(db, reporting, params.entry_id, params.file_name))
    if (file.is_set_aside) throw setAsideBefore(file.name)
    await tellReadings(call, [reporting], {
      action: 'download',
      file: `${file.name} (SHA-256 ${file.sha256.toString('hex')})`,
    })
    return sendFile(reply, services.files, file, { disposition: 'attachment' })
  },

  print: async (call) => printCase(call, await readReporting(call.db, call.caller, call.params.id)),

  printWithdrawn: async (call) =>
    printCase(call, found('Report', await findWithdrawn(call.db, call.caller, call.params.id))),
})
