import { studentReports } from '../../../shared/contract/student-reports.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { found, notFound } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { orNotFound } from '../../core/paging.ts'
import { departmentOf, showsDepartment } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { type Call, routes } from '../../http/routes.ts'
import { listEntries } from '../attendance/entries.reads.ts'
import { readBatch } from '../batches/reads.ts'
import { readOwnDepartment } from '../departments/reads.ts'
import { readGroup } from '../groups/reads.ts'
import { daysOf } from '../memberships/days.reads.ts'
import { readStudent } from '../students/reads.ts'
import { listBelow, listBelowStudents } from './below.reads.ts'
import {
  listAbout,
  listDocument,
  SHEET_COLUMNS,
  STUDENT_COLUMNS,
  sheetCells,
  studentCells,
  studentDocument,
} from './documents.ts'
import { sendLetters } from './letters.ts'
import { listRows, listRowsForExport, type ReportOf, readStats } from './reads.ts'
import { EXPORTED_SESSIONS, findStudentReport } from './student.reads.ts'

interface Reader {
  db: Db
  caller: Caller
}

/** Returns the names of a list's department, batch and group; the group must be of that department and batch. */
async function chosenOf(
  reader: Reader,
  query: { department_id: number; batch_id: number; group_id?: number | undefined },
) {
  const department = await readOwnDepartment(reader.db, reader.caller, query.department_id)
  const batch = await readBatch(reader.db, reader.caller, query.batch_id)
  if (query.group_id === undefined) return { department: department.name, batch: batch.name, group: undefined }
  const group = await readGroup(reader.db, reader.caller, query.group_id)
  if (group.department_id !== department.id || group.batch_id !== batch.id) throw notFound('Group')
  return { department: department.name, batch: batch.name, group: group.name }
}

type OfList = Pick<Call<typeof studentReports.list>, 'db' | 'caller' | 'query' | 'page' | 'services'>

const wanted = ({ query, services }: Pick<OfList, 'query' | 'services'>): ReportOf => ({
  ...query,
  below: query.only === 'below' ? services.settings.ATTENDANCE_MINIMUM : undefined,
  days: daysOf(query),
})

/** Reads the rows first: they prove that department, batch and group belong together. Only without any it is asked. */
async function list({ db, caller, query, page, services }: OfList) {
  if (!showsDepartment(caller, query.department_id)) throw notFound('Department')
  const listed = await listRows(db, caller, wanted({ query, services }), page)
  return orNotFound(listed, () => chosenOf({ db, caller }, query))
}

/** A group's members, with the attendance of its department and the group's tasks. */
async function ofGroup(reader: Reader, id: number): Promise<ReportOf> {
  const { department_id } = await readGroup(reader.db, reader.caller, id)
  return { group_id: id, department_id }
}

/** Returns a batch's report, of every department that the caller sees. */
async function ofBatch(reader: Reader, id: number): Promise<ReportOf> {
  await readBatch(reader.db, reader.caller, id)
  return { batch_id: id }
}

async function ofDepartment(reader: Reader, id: number): Promise<ReportOf> {
  await readOwnDepartment(reader.db, reader.caller, id)
  return { department_id: id }
}

type Find = (reader: Reader, id: number) => Promise<ReportOf>
type OfRows = Pick<Call<typeof studentReports.ofGroup>, 'db' | 'caller' | 'params' | 'query' | 'page'>
type OfTotals = Pick<Call<typeof studentReports.groupAttendance>, 'db' | 'caller' | 'params' | 'query'>

/** `status` there is the students', where totals take the sessions'. */
const rowsOf =
  (find: Find) =>
  async ({ db, caller, params, query, page }: OfRows) =>
    listRows(db, caller, { ...(await find({ db, caller }, params.id)), student_status: query.status }, page)

const totalsOf =
  (find: Find) =>
  async ({ db, caller, params, query }: OfTotals) => ({
    data: await readStats(db, caller, { ...(await find({ db, caller }, params.id)), ...query }),
  })

type OfStudent = Pick<Call<typeof studentReports.ofStudent>, 'db' | 'caller' | 'params' | 'query'>

/**
 * Returns one student's report with the name of its department: the one chosen, or the one that the caller is fixed to.
 */
async function studentReport({ db, caller, params, query }: OfStudent, sessions?: number) {
  const departmentId = query.department_id ?? departmentOf(caller)
  const department = departmentId === undefined ? undefined : await readOwnDepartment(db, caller, departmentId)
  const of = { ...query, days: daysOf(query) }
  const report = found('Student', await findStudentReport(db, caller, params.id, of, sessions))
  return { report, department }
}

export const studentReportRoutes = routes(studentReports, {
  list,
  filteredStudents: list,
  attendanceSummary: list,
  attendanceStats: async ({ db, caller, query, services }) => {
    if (!showsDepartment(caller, query.department_id)) throw notFound('Department')
    const data = await readStats(db, caller, wanted({ query, services }))
    if (data.totalStudents === 0) await chosenOf({ db, caller }, query)
    return { data }
  },
  belowMinimum: async ({ db, caller, query, page, services }) => {
    const minimum = services.settings.ATTENDANCE_MINIMUM
    const { data, meta } = await listBelow(db, caller, { ...query, minimum }, page)
    return { data, meta }
  },
  belowStudents: ({ db, caller, query, page, services }) =>
    listBelowStudents(db, caller, { ...query, minimum: services.settings.ATTENDANCE_MINIMUM }, page),
  printBelow: sendLetters,
  exportList: async (call) => {
    const { db, caller, query, services, reply } = call
    const { format } = call.params
    const chosen = await chosenOf({ db, caller }, query)
    const rows = await listRowsForExport(db, caller, wanted(call))
    await recordExport(call, { what: 'student reports', format, rows: rows.length, filters: query })
    const maker = makerOf(services)
    const { below, days } = wanted(call)
    const of = { ...chosen, below, days, status: query.status ?? 'completed' }
    const file = { name: 'student-reports', day: dayIn(maker.timezone) }
    if (format === 'pdf') return sendPdf(reply, maker, { ...file, report: listDocument(rows, of, maker) })
    const second = { name: 'About', rows: listAbout(rows, of, maker) }
    const sheet = {
      ...file,
      title: 'Student Reports',
      columns: SHEET_COLUMNS,
      rows: rows.map((row) => sheetCells(row, of)),
      second,
    }
    return sendSheet(reply, sheet, format)
  },
  ofGroup: rowsOf(ofGroup),
  ofBatch: rowsOf(ofBatch),
  ofDepartment: rowsOf(ofDepartment),
  groupAttendance: totalsOf(ofGroup),
  batchAttendance: totalsOf(ofBatch),
  departmentAttendance: totalsOf(ofDepartment),
  ofStudent: async (call) => ({ data: (await studentReport(call)).report }),
  performance: async (call) => ({ data: (await studentReport({ ...call, query: {} })).report }),
  exportStudent: async (call) => {
    const { params, query, services, reply } = call
    const { report, department } = await studentReport(call, EXPORTED_SESSIONS)
    const { format } = params
    await recordExport(call, { what: 'student report', format, rows: 1, filters: query, id: report.student_id })
    const chosen = {
      status: query.status ?? 'completed',
      days: daysOf(query),
      ...(department ? { department: department.name } : {}),
    }
    const maker = makerOf(services)
    const file = { name: `student-report-${report.roll_no ?? report.student_id}`, day: dayIn(maker.timezone) }
    if (format !== 'pdf') {
      const rows = studentCells(report, chosen, maker.timezone)
      return sendSheet(reply, { ...file, columns: STUDENT_COLUMNS, rows }, format)
    }
    return sendPdf(reply, maker, { ...file, report: studentDocument(report, chosen, maker) })
  },
  attendanceHistory: async ({ db, caller, params, query, page }) => {
    const { id } = await readStudent(db, caller, params.id)
    const filter = { student_id: id, session_status: query.status ?? 'completed' }
    return listEntries(db, caller, filter, page)
  },
})
