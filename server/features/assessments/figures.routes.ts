import { assessmentFigures } from '../../../shared/contract/assessment-figures.ts'
import { dayIn } from '../../core/clock.ts'
import { recordExport } from '../../core/exports.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { readStudent } from '../students/reads.ts'
import { resultDocument, resultSheet } from './documents.ts'
import {
  listChanges,
  listTotals,
  listTotalsOfStudent,
  readMarks,
  readResultLines,
  readTotals,
} from './figures.reads.ts'
import { summaryOf } from './figures.rules.ts'
import { readAssessment } from './reads.ts'
import { totalsDocument, totalsSheet } from './totals-documents.ts'

export const figureRoutes = routes(assessmentFigures, {
  summary: async ({ db, caller, params }) => {
    const assessment = await readAssessment(db, caller, params.id)
    return { data: summaryOf(assessment, await readMarks(db, assessment)) }
  },
  history: async ({ db, caller, params, query, page }) => {
    const { id } = await readAssessment(db, caller, params.id)
    return listChanges(db, id, query, page)
  },
  totals: async ({ db, caller, params, query, page }) => {
    const { id } = await readGroup(db, caller, params.group_id)
    return listTotals(db, id, query.day, page)
  },
  totalsOfStudent: async ({ db, caller, params, page }) => {
    const { id } = await readStudent(db, caller, params.student_id)
    return listTotalsOfStudent(db, caller, id, page)
  },
  exportResults: async (call) => {
    const { db, caller, params, query, services, reply } = call
    const { format } = params
    const kind = query.sheet ?? 'full'
    const assessment = await readAssessment(db, caller, params.id)
    const lines = await readResultLines(db, assessment)
    const filters = { assessment_id: assessment.id, sheet: kind }
    await recordExport(call, { what: 'assessment results', format, rows: lines.length, filters, id: assessment.id })
    const maker = makerOf(services)
    const file = { name: `assessment-results-${kind}`, day: dayIn(maker.timezone) }
    if (format === 'pdf')
      return sendPdf(reply, maker, { ...file, report: resultDocument(kind, assessment, lines, maker) })
    return sendSheet(reply, { ...file, ...resultSheet(kind, assessment, lines, maker) }, format)
  },
  exportTotals: async (call) => {
    const { db, caller, params, query, services, reply } = call
    const { format } = params
    const group = await readGroup(db, caller, params.group_id)
    const totals = await readTotals(db, group.id, query.day)
    const filters = { group_id: group.id, ...query }
    await recordExport(call, { what: 'weighted totals', format, rows: totals.length, filters, id: group.id })
    const maker = makerOf(services)
    const file = { name: 'weighted-totals', day: dayIn(maker.timezone) }
    if (format === 'pdf') return sendPdf(reply, maker, { ...file, report: totalsDocument(group, totals, maker) })
    return sendSheet(reply, { ...file, ...totalsSheet(group, totals, maker) }, format)
  },
})
