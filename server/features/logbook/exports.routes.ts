import { logbookExports } from '../../../shared/contract/logbook-exports.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { recordExport } from '../../core/exports.ts'
import type { Db } from '../../db/types.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { readStudent } from '../students/reads.ts'
import { matrixDocument, matrixSheet } from './documents.ts'
import { logbookReport } from './paper.ts'
import { readMatrix } from './standings.reads.ts'

/** Returns a group with its matrix, as it is now or was on the day. @throws 404 */
export async function readGroupMatrix(db: Db, caller: Caller, id: number, day: string | null | undefined) {
  const { name, batch, department } = await readGroup(db, caller, id)
  return { group: { id, name, batch, department }, ...(await readMatrix(db, caller, id, day ?? undefined)) }
}

export const exportRoutes = routes(logbookExports, {
  ofStudent: async (call) => {
    const { db, caller, params, services, reply } = call
    const student = await readStudent(db, caller, params.id)
    const maker = makerOf(services)
    const { report, entries } = await logbookReport(db, caller, student, maker)
    await recordExport(call, {
      what: 'logbook',
      format: 'pdf',
      rows: entries.length,
      filters: { student_id: student.id },
    })
    return sendPdf(reply, maker, { name: 'logbook', day: dayIn(maker.timezone), report })
  },

  ofGroup: async (call) => {
    const { db, caller, params, query, services, reply } = call
    const matrix = await readGroupMatrix(db, caller, params.id, query.day)
    const { format } = params
    await recordExport(call, {
      what: 'logbook of a group',
      format,
      rows: matrix.students.length,
      filters: { group_id: params.id, ...query },
    })
    const maker = makerOf(services)
    const file = { name: 'logbook', day: dayIn(maker.timezone) }
    return format === 'pdf'
      ? sendPdf(reply, maker, { ...file, report: matrixDocument({ ...matrix, ...query }, maker) })
      : sendSheet(reply, { ...file, ...matrixSheet({ ...matrix, ...query }, maker) }, format)
  },
})
