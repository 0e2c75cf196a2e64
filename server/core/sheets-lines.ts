import { IMPORT_ROWS_MAX } from '../../shared/limits.ts'
import { withoutApostrophe } from './sheets-formulas.ts'

/** The cells of one line of a sheet, the first line being 1. */
export interface Line {
  line: number
  cells: string[]
}

export interface ReadSheet {
  /** The first line that has text: the headings, trimmed. */
  columns: string[]
  /** The lines below that have text; each has a cell for each column. */
  rows: Line[]
}

/** Why a file cannot be read, for the person who sent it. */
export class UnreadableSheet extends Error {}

export const BROKEN = 'The file cannot be read. Open it in a spreadsheet program and save it again as XLSX or CSV.'

export const tooManyRows = () => new UnreadableSheet(`A file has at most ${IMPORT_ROWS_MAX.toLocaleString('en')} rows`)

export const COLUMNS_MAX = 200

const isEmpty = ({ cells }: Line) => cells.every((cell) => cell.trim() === '')

/**
 * Headings and rows of a sheet's lines, empty ones left out.
 * @throws UnreadableSheet when there are none or too many
 */
export function sheetOf(lines: Line[]): ReadSheet {
  const [heading, ...rows] = lines.filter((line) => !isEmpty(line))
  if (!heading || rows.length === 0) throw new UnreadableSheet('The file has no rows')
  if (rows.length > IMPORT_ROWS_MAX) throw tooManyRows()
  const columns = heading.cells.slice(0, COLUMNS_MAX).map((cell) => cell.trim())
  while (columns.at(-1) === '') columns.pop()
  return {
    columns,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: columns.map((_, index) => withoutApostrophe(cells[index] ?? '')),
    })),
  }
}
