import { setImmediate as otherWork } from 'node:timers/promises'
import type { DateOrder, DateQuestion, ImportKind } from '../../../shared/contract/imports.ts'
import { withAsciiDomain } from '../../../shared/email-address.ts'
import { LINE_MAX } from '../../../shared/limits.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { NO_RESULT, type ReadSheet, type SheetRow } from '../../documents/sheets/lines.ts'
import { type Column, columnsOf } from './columns.ts'
import { type DayCell, type ReadDay, readDays } from './days.ts'
import { hasLostLetters } from './written.ts'

export type Errors = Record<string, string[]>

/** Heading → the cell as it stands in the file and as it was read, where these differ. */
export type Readings = Record<string, [string, string]>

export interface FileRow {
  line: number
  /** The cells that can be read by field, trimmed, days as `YYYY-MM-DD`; empty ones are left out. */
  cells: Record<string, string>
  /** Name and key as they stand in the file, to find the row again. */
  name: string
  key: string
  errors: Errors
  read: Readings
}

/** The content of a file, and how it was read. */
export interface FileRows {
  rows: FileRow[]
  /** Field → the heading of its column, as the file has it. */
  columns: Record<string, string>
  /** Headings that name no field. */
  ignored_columns: string[]
  notes: string[]
  date_order: DateOrder | null
  date_question: DateQuestion | null
}

/** A cell may hold far more than people need to find it again. */
export const told = (text: string) => text.slice(0, LINE_MAX).toWellFormed()

/** Spreadsheets write their errors in their user's language. */
const ERROR = /^(?:#[¡¿]?\p{Lu}[\p{Lu}\p{N}/_]*[!?]|#(?:N\/A|NV|GETTING_DATA)|Err:\d{3})$/u
const UNCALCULATED =
  'The file does not hold the result of the formula here. Open it in a spreadsheet program and save it again.'
const LOST = 'Letters were lost here when the file was saved'
const SAVE_AGAIN =
  'Letters of this file were lost when it was saved. Save the table again as "CSV UTF-8" or XLSX, from the program in which its names can still be read.'

/** Says why a cell is no value that its writer meant. */
function problemOf({ kind }: Column, text: string): string | undefined {
  if (text === NO_RESULT) return UNCALCULATED
  if (ERROR.test(text)) return `The cell shows the error ${text}. Put the value itself there.`
  if (/^#{2,}$/.test(text)) return `The column was too narrow when the file was saved: ${told(text)}`
  if ((kind === 'text' || kind === 'person') && hasLostLetters(text, kind === 'person')) return LOST
  return undefined
}

const SHIFTED = 'There are more cells than headings. Put quotation marks around a text with ","'

/** Others are answered in between. */
const ROWS_AT_ONCE = 100

/** Reads a row's cells; its days are gathered in `days`, since the whole file says how these are read. */
function rowOf({ line, cells, hasMore }: SheetRow, columns: readonly (Column | undefined)[], days: DayCell[]): FileRow {
  const row: FileRow = { line, cells: {}, name: '', key: '', errors: {}, read: {} }
  const shown: Record<string, string> = {}
  if (hasMore) row.errors.row = [SHIFTED]
  cells.forEach((cell, index) => {
    const text = cell.trim()
    const column = columns[index]
    if (!column || text === '') return
    const { field, kind } = column
    shown[field] = text
    const problem = problemOf(column, text)
    if (problem !== undefined) row.errors[field] = [problem]
    else row.cells[field] = field === 'email' ? withAsciiDomain(text) : text
    if (problem === undefined && kind === 'date') days.push({ line, field, text })
  })
  row.name = told(shown.name ?? '')
  row.key = told(shown.roll_no ?? shown.email ?? shown.code ?? '')
  return row
}

/** Puts a day into its row as it was read, or what is wrong with it. */
function putDay(row: FileRow, heading: string, { field, text }: DayCell, { day, problem }: ReadDay): void {
  if (problem !== undefined) {
    row.errors[field] = [told(problem)]
    delete row.cells[field]
  }
  if (day === undefined) return
  row.cells[field] = day
  if (day !== text) row.read[heading] = [told(text), writtenDay(day)]
}

/**
 * Reads the rows of a file.
 * @param answered the order of the days, as the sender says
 * @throws 422 on `file` when its headings name a field twice, or none that its records are found by
 */
export async function rowsOf(kind: ImportKind, sheet: ReadSheet, answered: DateOrder | undefined): Promise<FileRows> {
  const columns = columnsOf(kind, sheet)
  const days: DayCell[] = []
  const rows: FileRow[] = []
  for (const [index, given] of sheet.rows.entries()) {
    const row = rowOf(given, columns, days)
    if (Object.keys(row.cells).length + Object.keys(row.errors).length > 0) rows.push(row)
    if (index % ROWS_AT_ONCE === 0) await otherWork()
  }
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const headings = new Map(columns.map((column) => [column?.field, column?.heading]))
  const { order, question, dayOf } = readDays(days, answered, sheet.is1904)
  for (const cell of days) {
    const [row, heading] = [byLine.get(cell.line), headings.get(cell.field)]
    if (row && heading) putDay(row, heading, cell, dayOf(cell))
  }
  const isLossy = rows.some(({ errors }) => Object.values(errors).flat().includes(LOST))
  return {
    rows,
    columns: Object.fromEntries(
      columns.flatMap((column, index) => (column ? [[column.field, sheet.columns[index] ?? '']] : [])),
    ),
    ignored_columns: sheet.columns.filter((heading, index) => heading !== '' && !columns[index]),
    notes: [...sheet.notes, ...(isLossy ? [SAVE_AGAIN] : [])],
    date_order: order,
    date_question: question,
  }
}
