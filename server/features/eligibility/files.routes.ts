import { type EligibilityRow, eligibilityFiles } from '../../../shared/contract/eligibility.ts'
import { dayIn } from '../../core/clock.ts'
import { recordExport } from '../../core/exports.ts'
import { departmentOf } from '../../core/scope.ts'
import { oneFile } from '../../documents/pdf/letters.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { type Call, routes } from '../../http/routes.ts'
import { readBatch } from '../batches/reads.ts'
import { readOwnDepartment } from '../departments/reads.ts'
import { refuseBefore } from './begun.reads.ts'
import { type Chosen, eligibilityDocument, listAbout, SHEET_COLUMNS, sheetRows } from './documents.ts'
import { readKnownDaysForExport } from './letters.reads.ts'
import { isWrittenAbout, lettersOf } from './letters.ts'
import { formerDay, judgedFor } from './place.ts'
import { listedOf } from './rules.ts'
import { readEligibilityForExport } from './standings.reads.ts'

type OfFile = Pick<Call<typeof eligibilityFiles.exportList>, 'db' | 'caller' | 'query' | 'services'>

/** Returns the names of what is chosen: staff of a department have the own one alone. @throws 404 for a batch or department that is not there for the caller */
async function chosenOf({ db, caller, query }: Omit<OfFile, 'services'>): Promise<Chosen> {
  const { batch_id, department_id = departmentOf(caller), condition, verdict } = query
  const department = department_id === undefined ? undefined : await readOwnDepartment(db, caller, department_id)
  const batch = batch_id === undefined ? 'All batches' : (await readBatch(db, caller, batch_id)).name
  return { batch, department: department?.name, condition, verdict, day: formerDay(caller, query.day) }
}

/** Returns the students of the list, as its filters say. */
async function readRows({ db, caller, query, services }: OfFile): Promise<EligibilityRow[]> {
  const of = judgedFor(caller, query)
  await refuseBefore(db, caller, of)
  const rows = await readEligibilityForExport(db, caller, of, services.settings.ATTENDANCE_MINIMUM)
  return listedOf(rows, query)
}

const NOBODY = 'Nobody in this list is below a minimum, so there is no letter to make.'

export const fileRoutes = routes(eligibilityFiles, {
  exportList: async (call) => {
    const { params, query, services, reply } = call
    const { format } = params
    const chosen = await chosenOf(call)
    const rows = await readRows(call)
    await recordExport(call, { what: 'eligibility', format, rows: rows.length, filters: query })
    const maker = makerOf(services)
    const file = { name: 'eligibility', day: dayIn(maker.timezone) }
    if (format === 'pdf') return sendPdf(reply, maker, { ...file, report: eligibilityDocument(rows, chosen, maker) })
    const second = { name: 'About', rows: listAbout(rows, chosen, maker) }
    return sendSheet(
      reply,
      { ...file, title: 'Eligibility', columns: SHEET_COLUMNS, rows: sheetRows(rows), second },
      format,
    )
  },

  printLetters: async (call) => {
    const { db, caller, query, services, reply } = call
    await chosenOf(call)
    const maker = makerOf(services)
    const rows = (await readRows(call)).filter(isWrittenAbout)
    const days = await readKnownDaysForExport(db, caller, rows)
    const { count, ...letters } = oneFile(lettersOf(rows, days, maker), NOBODY)
    await recordExport(call, { what: 'eligibility letters', format: 'pdf', rows: count, filters: query })
    return sendPdf(reply, maker, { name: 'eligibility-letters', day: dayIn(maker.timezone), ...letters })
  },
})
