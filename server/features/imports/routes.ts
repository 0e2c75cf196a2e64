import type { ColumnChoice, Mended, NewName } from '../../../shared/contract/import-answers.ts'
import {
  attendanceImports,
  type DateOrder,
  departmentImports,
  designationImports,
  groupImports,
  type ImportKind,
  resultImports,
  skillImports,
  staffImports,
  studentImports,
} from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { invalid } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { readSheet, refusedFile } from '../../documents/sheets/read.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import type { Upload } from '../../files/uploads.ts'
import { type Call, type Routes, routes } from '../../http/routes.ts'
import { tellNewEmails } from '../accounts/emails.writes.ts'
import { attendanceJob } from './attendance-job.ts'
import { fieldsOf } from './choices.ts'
import { COLUMNS, headingsOf } from './columns.ts'
import { exampleOf } from './example.ts'
import { helpRows } from './help.ts'
import { withHints } from './hints.ts'
import { listImports } from './history.reads.ts'
import { type Job, skillJob, staffJob, studentJob } from './jobs.ts'
import type { PlannedRow, SetRow } from './kinds.ts'
import { greatestOf } from './marks.ts'
import { matchColumns, openQuestions } from './matching.ts'
import { missingOf } from './missing.ts'
import { checkNew, newRecords, unknownNames, usedNew } from './new-names.ts'
import { ownColumns, ownHelp } from './own.ts'
import { resultJob } from './past-jobs.ts'
import { departmentJob, designationJob, groupJob } from './place-jobs.ts'
import { digestOf } from './plan.ts'
import {
  listBatchNames,
  listColumns,
  listDepartmentNames,
  listDesignationNames,
  listRoleNames,
  readNames,
} from './reads.ts'
import { type FileRows, rowsOf } from './rows.ts'
import { answerRun } from './runner.ts'
import type { SetJob } from './set-jobs.ts'
import { undoImport, undoSets } from './undo.writes.ts'
import { offeredColumns, wideColumns, withGreatestWord } from './wide.ts'
import { toldFacts } from './wide-facts.ts'
import { planAsPreviewed } from './writes.ts'

type SentFile = Pick<
  Upload<{
    date_order?: DateOrder | undefined
    columns?: ColumnChoice | undefined
    mended?: Mended | undefined
    making?: NewName[] | undefined
  }>,
  'files' | 'fields'
>

/** Reads a file as its sender says: the order of its days, and what its columns are used as. */
async function readUpload(db: Db, kind: ImportKind, caller: Caller, { files: [file], fields }: SentFile) {
  if (!file) throw refusedFile('Choose a CSV or XLSX file')
  const [sheet, names, listed] = await Promise.all([
    readSheet(file.temporaryPath, caller.id, { headings: headingsOf(kind) }),
    readNames(db, kind, caller),
    listColumns(db, kind, caller),
  ])
  const columns = [...listed, ...wideColumns(kind, sheet)]
  const matched = matchColumns(kind, sheet, columns, fields.columns, names)
  checkNew(caller, fields.making ?? [])
  const news = newRecords(fields.making ?? [])
  const read = withGreatestWord(sheet, matched)
  const all = offeredColumns(kind, columns, matched)
  return { file, names, all, matched, news, ...(await rowsOf(kind, read, matched, columns, fields)) }
}

const LINES_TOLD = 10
const ASKED = 'Say how the days of the file are written: day first (dmy) or month first (mdy)'

/** Returns what is wrong with a cell, with the heading of its column where the file has another one than the template. */
function cellProblems(kind: ImportKind, columns: FileRows['columns'], field: string, messages: string[]): string {
  const heading = columns[field]
  const isOfTemplate = heading === undefined || COLUMNS[kind].some((column) => column.heading === heading)
  return messages.join(', ') + (isOfTemplate ? '' : ` (column "${heading}")`)
}

/** @throws 422 on `file` with the first lines that are wrong: all rows are imported or none */
function refuseErrors(
  kind: ImportKind,
  columns: FileRows['columns'],
  plan: readonly PlannedRow<Schema, Schema>[],
): void {
  const wrong = plan.filter(({ row }) => row.outcome === 'error').map(({ row }) => row)
  if (wrong.length === 0) return
  const told = wrong.slice(0, LINES_TOLD).map(({ line, errors }) => {
    const problems = Object.entries(errors).map(([field, messages]) => cellProblems(kind, columns, field, messages))
    return `Line ${line}: ${problems.join(', ')}`
  })
  throw refusedFile(...told, ...(wrong.length > LINES_TOLD ? [`and ${wrong.length - LINES_TOLD} more lines`] : []))
}

/** The parts of a call that all kinds have. */
type ImportCall<K extends keyof typeof studentImports, T extends keyof Call<(typeof studentImports)[K]>> = Pick<
  Call<(typeof studentImports)[K]>,
  'db' | 'caller' | T
>

/** The calls of one kind of import. */
const callsOf = <I extends Schema, C extends Schema>(
  kind: ImportKind,
  jobOf: (caller: Caller) => Job<I, C> | SetJob,
) => ({
  template: async ({ db, caller, query, reply }: ImportCall<'template', 'query' | 'reply'>) => {
    const names = {
      batches: await listBatchNames(db),
      departments: await listDepartmentNames(db),
      designations: await listDesignationNames(db),
      roles: await listRoleNames(db),
    }
    const own = await ownColumns(db, kind)
    const columns = [...COLUMNS[kind], ...own].map(({ heading }) => heading)
    const help = [['Column', 'What it takes'], ...helpRows(kind, columns, names, caller, ownHelp(own))]
    return sendSheet(
      reply,
      {
        name: `${kind}-template`,
        day: dayIn(caller.zone),
        columns,
        rows: query.format === 'xlsx' ? [[...exampleOf(kind, names, caller), ...own.map(() => '')]] : [],
        second: { name: 'Help', rows: help },
      },
      query.format ?? 'csv',
    )
  },
  preview: async ({ db, caller, receive }: ImportCall<'preview', 'receive'>) => {
    await using form = await receive()
    const { file, rows, names, all, matched, news, wide, ...reading } = await readUpload(db, kind, caller, form)
    const job = jobOf(caller)
    const plan: PlannedRow<Schema, Schema>[] = await job.plan(db, rows, news, wide)
    const made = usedNew(news, plan)
    const notes = (await job.notes?.(db, rows, wide, plan as SetRow<unknown>[])) ?? []
    const fields = fieldsOf(kind, all, names)
    const data = {
      file_name: file.name,
      digest: digestOf(file, { file_columns: reading.file_columns, wide }, made, plan),
      rows: await withHints(db, kind, plan, { names, fields, made }),
      fields,
      unknown: unknownNames(caller, plan, names),
      made,
      missing: [
        ...missingOf(kind, matched, plan, all),
        ...('missing' in job ? job.missing(plan as SetRow<unknown>[]) : []),
      ],
      wide_columns: toldFacts(kind, wide, greatestOf(rows, wide)?.cells ?? {}),
      ...reading,
      notes: [...reading.notes, ...notes],
    }
    return { data }
  },
  run: async ({
    db,
    write,
    caller,
    receive,
    request,
    reply,
    services,
  }: ImportCall<'run', 'write' | 'receive' | 'request' | 'reply' | 'services'>) => {
    const job = jobOf(caller)
    const prepareRun = async () => {
      await using form = await receive()
      const { digest, date_order } = form.fields
      const file = await readUpload(db, kind, caller, form)
      const open = openQuestions(file.matched)
      if (open.length > 0) throw invalid({ columns: open })
      if (file.date_question && !date_order) throw invalid({ date_order: [ASKED] })
      const plan = await planAsPreviewed<PlannedRow<Schema, Schema>>(db, job, file, digest)
      refuseErrors(kind, file.columns, plan)
      return { job, caller, file, digest, plan, write, services }
    }
    // The place of the upload is given up before the rows are written.
    return answerRun(request, reply, await prepareRun())
  },
  recent: async ({ db, caller }: ImportCall<'recent', never>) => ({ data: await listImports(db, kind, caller) }),
  undo: async ({ write, caller, params, services }: ImportCall<'undo', 'write' | 'params' | 'services'>) => {
    const job = jobOf(caller)
    const data = await write(async (tx) => {
      if ('undo' in job) return undoSets(tx, job, caller, params.id)
      const { undone, restored } = await undoImport(tx, job, caller, params.id)
      if (job.accountsOf) await tellNewEmails(tx, services, job.accountsOf, restored)
      return undone
    })
    services.jobs.hurry()
    return { data }
  },
})

export const importRoutes: Routes = (app, services) => {
  routes(studentImports, callsOf('students', studentJob))(app, services)
  routes(staffImports, callsOf('staff', staffJob))(app, services)
  routes(skillImports, callsOf('skills', skillJob))(app, services)
  routes(departmentImports, callsOf('departments', departmentJob))(app, services)
  routes(designationImports, callsOf('designations', designationJob))(app, services)
  routes(groupImports, callsOf('groups', groupJob))(app, services)
  routes(resultImports, callsOf('results', resultJob))(app, services)
  routes(attendanceImports, callsOf('attendance', attendanceJob))(app, services)
}
