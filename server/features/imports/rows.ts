import { setImmediate as otherWork } from 'node:timers/promises'
import { EVERY_ROW, type Mended } from '../../../shared/contract/import-answers.ts'
import type {
  DateOrder,
  DateQuestion,
  ImportColumn,
  ImportKind,
  ImportPreview,
} from '../../../shared/contract/imports.ts'
import { withAsciiDomain } from '../../../shared/email-address.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { invalid } from '../../core/errors.ts'
import { NO_RESULT, type ReadSheet, type SheetRow } from '../../documents/sheets/lines.ts'
import { closingLines } from './closing.ts'
import type { CellKind, Column, Matched } from './column.ts'
import { type DayCell, type ReadDay, readDays } from './days.ts'
import { withoutExample } from './example.ts'
import { type FileRow, isEmpty, told } from './file-row.ts'
import { contentNotes, toldColumns, unsureOnes } from './matching.ts'
import { withoutRepeated } from './repeated.ts'
import { closingNotes, leftOutNotes, memberNotes, parentNotes, repeatedNotes, unreadNotes } from './row-notes.ts'
import { type RowTexts, TextReader } from './row-texts.ts'
import { isFactField, type WideColumn, wideDays, wideFacts } from './wide-facts.ts'
import { asciiOf, hasLostLetters, inOneLine } from './written.ts'

/** The content of a file, and how it was read. */
export interface FileRows {
  rows: FileRow[]
  /** Field → the heading of its column, as the file has it. */
  columns: Record<string, string>
  file_columns: ImportColumn[]
  /** Headings that name no field. */
  ignored_columns: string[]
  unsure_columns: ImportPreview['unsure_columns']
  /** The columns with a value for each student, where the file has such. */
  wide: WideColumn[]
  notes: string[]
  date_order: DateOrder | null
  date_question: DateQuestion | null
}

/** Spreadsheets write their errors in their user's language. */
const ERROR = /^(?:#[¡¿]?\p{Lu}[\p{Lu}\p{N}/_]*[!?]|#(?:N\/A|NV|GETTING_DATA)|Err:\d{3})$/u
/** The first character of what such a program writes; few texts have it. */
const SIGN = /^[#E]/
/** Spreadsheets write long numbers so, and forget their digits. */
const CUT = /^-?\d(?:[.,]\d+)?E\+\d{1,3}$/i
const UNCALCULATED =
  'The file does not hold the result of the formula here. Open it in a spreadsheet program and save it again.'
const LOST = 'Letters were lost here when the file was saved'
const SAVE_AGAIN =
  'Letters of this file were lost when it was saved. Save the table again as "CSV UTF-8" or XLSX, from the program in which its names can still be read.'

/** Says why a cell is no value that its writer meant. */
function problemOf({ kind }: Column, text: string): string | undefined {
  if (SIGN.test(text)) {
    if (text === NO_RESULT) return UNCALCULATED
    if (ERROR.test(text)) return `The cell shows the error ${text}. Put the value itself there.`
    if (/^#{2,}$/.test(text)) return `The column was too narrow when the file was saved: ${told(text)}`
  }
  if (CUT.test(text) && kind !== 'mark' && kind !== 'entry')
    return `Digits were cut when the file was saved: ${told(text)}. Format the column as text and write the whole number.`
  if ((kind === 'text' || kind === 'person') && hasLostLetters(text, kind === 'person')) return LOST
  return undefined
}

const SHIFTED = 'There are more cells than headings. Put quotation marks around a text with ","'

/** Others are answered in between. */
const ROWS_AT_ONCE = 100

/** A roll number as many write it, without its hyphen or with another one. */
const ROLL = /^mbbs[\s_.\p{Pd}−]*(\d{5})$/iu
/** Matches what comes along with a copied address, and is no part of it. */
const BESIDE_EMAIL = /^mailto:|[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gi

/** The fields that take several lines; in the others a line break only keeps a column narrow. */
const OF_LINES = ['description', 'remarks']

/** The sign by which a spreadsheet knows a number for a text, where it has become a part of it. */
const TEXT_SIGN = /^'(?=\p{N}|mbbs)/iu
/** The kinds of names, which may begin with an apostrophe of their own. */
const OF_NAMES: readonly CellKind[] = ['person', 'name']

/** Returns a text as it is stored, where people write it in another way. */
function spelt({ field, kind }: Column, given: string): string {
  if (OF_LINES.includes(field)) return given
  const line = inOneLine(given)
  const text = line.startsWith("'") && !OF_NAMES.includes(kind) ? line.replace(TEXT_SIGN, '') : line
  if (field === 'roll_no') return ROLL.test(asciiOf(text)) ? asciiOf(text).replace(ROLL, 'MBBS-$1') : text
  return field === 'email' ? withAsciiDomain(text.replace(BESIDE_EMAIL, '').trim()) : text
}

/** Reads a row's texts; its days are gathered in `days`, since the whole file says how these are read. */
function rowOf({ line, hasMore }: SheetRow, { texts, errors, read }: RowTexts, days: DayCell[]): FileRow {
  const row: FileRow = { line, cells: {}, given: {}, name: '', key: '', errors: { ...errors }, read: { ...read } }
  if (hasMore) row.errors.row = [SHIFTED]
  for (const [column, text] of texts) {
    if (text === '') continue
    const { field, kind } = column
    row.given[field] = text
    if (field in errors) continue
    const problem = problemOf(column, text)
    if (problem !== undefined) row.errors[field] = [problem]
    else row.cells[field] = spelt(column, text)
    if (problem === undefined && kind === 'date') days.push({ line, field, text })
  }
  const { name, roll_no, email, staff_no, code } = row.given
  row.name = told(name ?? '')
  row.key = told(roll_no ?? email ?? staff_no ?? code ?? '')
  return row
}

const saysNothing = ({ cells, errors }: FileRow) => isEmpty(cells) && isEmpty(errors)

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

/** Returns the days of a row as the file has them: they tell the order of all days, also where they are mended. */
const daysOf = ({ line, cells }: SheetRow, columns: readonly (Column | undefined)[]): DayCell[] =>
  cells.flatMap((cell, index) => {
    const column = columns[index]
    const text = cell.trim()
    return column?.kind === 'date' && text !== '' ? [{ line, field: column.field, text }] : []
  })

interface Answered {
  date_order?: DateOrder | undefined
  mended?: Mended | undefined
}

/** @throws 422 on `mended` for a line that the file lacks, and an unknown field */
function refuseWrongMending(kind: ImportKind, mended: Mended, sheet: ReadSheet, all: readonly Column[]): void {
  if (Object.keys(mended).length === 0) return
  const lines = new Set([EVERY_ROW, ...sheet.rows.map(({ line }) => String(line))])
  const beyond = Object.keys(mended).find((line) => !lines.has(line))
  if (beyond !== undefined) throw invalid({ mended: [`The file has no row in line ${beyond}`] })
  const fields = new Set(all.map(({ field }) => field))
  const isFact = (line: string, field: string) => line === EVERY_ROW && isFactField(kind, field, sheet.columns.length)
  const unknown = Object.entries(mended)
    .flatMap(([line, texts]) => Object.keys(texts ?? {}).filter((field) => !isFact(line, field)))
    .find((field) => !fields.has(field))
  if (unknown !== undefined) throw invalid({ mended: [`There is no field "${unknown}"`] })
}

/** Puts the days of a file into its rows, as the whole file says how they are read. */
function putDays(
  rows: readonly FileRow[],
  { inHeadings, ofRows, byFile }: Record<'inHeadings' | 'ofRows' | 'byFile', readonly DayCell[]>,
  all: readonly Column[],
  answered: DateOrder | undefined,
  { is1904 }: ReadSheet,
) {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const headings = new Map(all.map(({ field, heading }) => [field, heading]))
  const { order, question, dayOf } = readDays([...inHeadings, ...ofRows, ...byFile], answered, is1904)
  const days = Object.fromEntries(inHeadings.map((cell) => [cell.field, dayOf(cell)]))
  for (const cell of ofRows) {
    const [row, heading] = [byLine.get(cell.line), headings.get(cell.field)]
    if (row && heading) putDay(row, heading, cell, dayOf(cell))
  }
  return { order, question, days }
}

/**
 * Reads the rows of a file by its matched columns.
 * @param all the columns that a file of the kind may have
 * @param answered the order of the days, and what is read in place of the file, as the sender says
 * @throws 422 on `mended` for lines and fields that are not there
 */
export async function rowsOf(
  kind: ImportKind,
  sheet: ReadSheet,
  matched: readonly Matched[],
  all: readonly Column[],
  { date_order: answered, mended = {} }: Answered,
): Promise<FileRows> {
  const columns = matched.map(({ column }) => column)
  refuseWrongMending(kind, mended, sheet, all)
  const days: DayCell[] = []
  const read: FileRow[] = []
  const empty = new Set<number>()
  const leftOut: number[] = []
  const byFile: DayCell[] = []
  const reader = new TextReader(columns, all, mended)
  const closing = closingLines(kind, sheet, matched)
  // A total is no mark.
  const table = { ...sheet, rows: sheet.rows.filter(({ line }) => !closing.has(line)) }
  for (const line of Object.keys(mended)) closing.delete(Number(line))
  for (const [index, given] of sheet.rows.entries()) {
    const texts = reader.of(given)
    if (given.line in mended) byFile.push(...daysOf(given, columns))
    if (mended[given.line] === null) {
      leftOut.push(given.line)
      continue
    }
    const row = rowOf(given, texts, days)
    if (saysNothing(row)) empty.add(row.line)
    else if (!closing.has(row.line)) read.push(row)
    if (index % ROWS_AT_ONCE === 0) await otherWork()
  }
  for (const line of empty) closing.delete(line)
  const { rows: real, notes } = withoutExample(kind, read)
  const { rows, repeated } = withoutRepeated(kind, real)
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const ofRows = days.filter(({ line }) => byLine.has(line))
  const forAll = mended[EVERY_ROW] ?? {}
  const inHeadings = wideDays(kind, table, matched, forAll)
  const { order, question, days: ofColumns } = putDays(rows, { inHeadings, ofRows, byFile }, all, answered, sheet)
  const unsure_columns = unsureOnes(kind, sheet, matched)
  const isUnsure = new Set(unsure_columns.map(({ index }) => index))
  const isLossy = rows.some(({ errors }) => Object.values(errors).flat().includes(LOST))
  return {
    rows,
    columns: Object.fromEntries(
      matched.flatMap(({ column, heading }) => (column ? [[column.field, heading || column.heading]] : [])),
    ),
    file_columns: toldColumns(sheet, matched),
    ignored_columns: matched
      .filter(({ index, heading, column, asks }) => heading !== '' && !column && !asks && !isUnsure.has(index))
      .map(({ heading }) => heading),
    unsure_columns,
    wide: wideFacts(kind, table, matched, forAll, ofColumns),
    notes: [
      ...sheet.notes,
      ...contentNotes(kind, sheet, matched),
      ...unreadNotes(sheet, matched, ({ line }) => empty.has(line)),
      ...notes,
      ...reader.notes(),
      ...parentNotes(rows),
      ...memberNotes(kind, matched),
      ...closingNotes(closing),
      ...repeatedNotes(repeated),
      ...leftOutNotes(leftOut),
      ...(isLossy ? [SAVE_AGAIN] : []),
    ],
    date_order: order,
    date_question: question,
  }
}
