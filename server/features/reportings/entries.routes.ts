import { NO_ENTRY, reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { dayIn } from '../../core/clock.ts'
import { found, invalid } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { keepFiles } from '../../core/files/keeping.ts'
import { sendFile } from '../../core/files/sending.ts'
import { type Call, type Feature, routes } from '../../core/http/routes.ts'
import { makerOf } from '../../core/pdf/maker.ts'
import { sendPdf } from '../../core/pdf/pdf.ts'
import { caseDocument } from './documents.ts'
import { allEntries, findEvidence, listEntries } from './entries.reads.ts'
import { addToFile } from './entries.writes.ts'
import { tellReading } from './readings.writes.ts'
import { findReporting, lockReporting } from './reads.ts'
import { asTold, refuseReportAction } from './rules.ts'

type Reader = Pick<Call<typeof reportingEntries.list>, 'db' | 'write' | 'caller'>

/** The case, whose reader is told to the trail before anything of it is sent. */
async function openCase({ db, write, caller }: Reader, id: number) {
  const reporting = found('Report', await findReporting(db, caller, id))
  await tellReading(write, caller, reporting)
  return reporting
}

export const entryRoutes: Feature = routes(reportingEntries, {
  list: async (call) => listEntries(call.db, call.caller, await openCase(call, call.params.id), call.page),

  add: async ({ db, write, caller, params, services, request, form }) => {
    const present = found('Report', await findReporting(db, caller, params.id))
    return form(async ({ text }, files) => {
      // What would be refused anyway is not kept first.
      if (!text && files.length === 0) throw invalid({ text: [NO_ENTRY] })
      refuseReportAction('add', present)
      const data = await keepFiles(services.files, files, request.log, (kept) =>
        write(async (tx) => {
          const reporting = found('Report', await lockReporting(tx, caller, params.id))
          return addToFile(tx, caller, reporting, { text, files: kept })
        }),
      )
      return { data }
    })
  },

  evidence: async (call) => {
    const { db, params, services, reply } = call
    const reporting = await openCase(call, params.id)
    const file = found('File', await findEvidence(db, reporting, params.entry_id, params.file_name))
    return sendFile(reply, services.files, file, { disposition: 'attachment' })
  },

  print: async (call) => {
    const { db, caller, params, services, reply } = call
    const reporting = await openCase(call, params.id)
    const entries = await allEntries(db, caller, reporting)
    const filters = { case_number: reporting.case_number }
    await recordExport(call, { what: 'case file', format: 'pdf', rows: entries.length, filters, id: reporting.id })
    const maker = makerOf(services)
    const printing = { ...maker, printer: caller.name, at: new Date() }
    const report = caseDocument(asTold(reporting, services.settings.CASE_RESPONSE_DAYS), entries, printing)
    return sendPdf(reply, { name: reporting.case_number, day: dayIn(maker.timezone), report })
  },
})
