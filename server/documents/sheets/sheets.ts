import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import { stringify } from 'csv-stringify'
import type ExcelJS from 'exceljs'
import type { FastifyReply } from 'fastify'
import { harmless, QUOTED } from '../../../shared/formulas.ts'

export type SheetFormat = 'csv' | 'xlsx'
type Cell = string | number | null
type Row = readonly Cell[]

export interface Sheet {
  /** The file's name before the day and the ending. */
  name: string
  /** The college's day on which it is made, `YYYY-MM-DD`. */
  day: string
  /** The first sheet's, where "Sheet1" says too little; only XLSX shows it. */
  title?: string
  columns: readonly string[]
  /** Gone through more than once. Rows that are made while they are sent hold nobody up. */
  rows: Iterable<Row>
  /** A second sheet that tells of the first; only XLSX has room for it. */
  second?: { name: string; rows: readonly (readonly string[])[] }
}

type Table = Pick<Sheet, 'columns' | 'rows'>

const ROWS_AT_ONCE = 250

/** The rows, with a pause now and then in which others are answered. */
async function* inTurns(rows: Iterable<Row>): AsyncGenerator<Row> {
  let count = 0
  for (const row of rows) {
    yield row
    count += 1
    if (count % ROWS_AT_ONCE === 0) await otherWork()
  }
}

async function* csvRows({ columns, rows }: Table): AsyncGenerator<Cell[]> {
  yield columns.map(harmless)
  for await (const row of inTurns(rows)) yield row.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell))
}

/** Returns a table as a CSV file, as spreadsheets take it. */
export const csvOf = (sheet: Table): Promise<Buffer> =>
  pipeline(csvRows(sheet), stringify({ bom: true, record_delimiter: 'windows', quoted_match: QUOTED }), buffer)

/** Text is typed as text, so that a spreadsheet neither runs it nor makes a number of it when it is edited. */
const TEXT: Partial<ExcelJS.Style> = { numFmt: '@', alignment: { vertical: 'top' } }

/** Rows that a column's width is taken from. */
const MEASURED = 100

function firstOf(rows: Iterable<Row>): Row[] {
  const first: Row[] = []
  for (const row of rows) if (first.push(row) === MEASURED) break
  return first
}

async function xlsxOf({ title = 'Sheet1', columns, rows, second: other }: Sheet): Promise<Buffer> {
  const measured = firstOf(rows)
  const widthOf = (column: string, index: number) =>
    Math.min(Math.max(12, ...[[], ...measured].map((row) => String(row[index] ?? column).length + 3)), 50)
  // Some two megabytes of source: only people who ask for a spreadsheet need it.
  const { stream } = (await import('exceljs')).default
  const target = new PassThrough()
  const bytes = buffer(target)
  const book = new stream.xlsx.WorkbookWriter({ stream: target, useStyles: true, useSharedStrings: true })
  const sheet = book.addWorksheet(title, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map((column, index) => ({ width: widthOf(column, index), style: TEXT }))
  const heading = sheet.addRow(columns)
  heading.font = { name: 'Calibri', size: 11, bold: true }
  heading.commit()
  for await (const row of inTurns(rows)) {
    const added = sheet.addRow(row)
    row.forEach((cell, index) => {
      if (typeof cell === 'number') added.getCell(index + 1).numFmt = 'General'
    })
    added.commit()
  }
  sheet.commit()
  if (other) {
    const second = book.addWorksheet(other.name)
    second.columns = [20, 80].map((width) => ({
      width,
      style: { ...TEXT, alignment: { vertical: 'top', wrapText: true } },
    }))
    for (const row of other.rows) second.addRow(row).commit()
    second.commit()
  }
  await book.commit()
  return bytes
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Sends a table as a file named after it and the day. `name` is plain ASCII. */
export async function sendSheet(reply: FastifyReply, sheet: Sheet, format: SheetFormat): Promise<FastifyReply> {
  // Whole, so that the browser knows its length, and a failure half-way is an answer of its own.
  const bytes = await (format === 'csv' ? csvOf(sheet) : xlsxOf(sheet))
  return reply
    .header('content-type', TYPES[format])
    .header('content-disposition', `attachment; filename="${sheet.name}-${sheet.day}.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(bytes)
}
