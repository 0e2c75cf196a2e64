import { withoutApostrophe } from '../../../shared/formulas.ts'
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts'

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
/** What a spreadsheet's cell holds. */
export const CELL_MAX = 32_767
const HEADING_MAX = 200
/** All cells together: a text that stands in the file once may be shown in every cell. */
const TEXT_MAX = 16 * 1024 * 1024

export const tooLongCell = (line: number) =>
  new UnreadableSheet(`Line ${line}: a cell has more than ${CELL_MAX.toLocaleString('en')} characters`)

/** Takes the lines of a sheet one after the other, those with text, and refuses the first that is too much. */
export class Lines {
  readonly taken: Line[] = []
  #left = TEXT_MAX

  /** @param given the cells from the first column on; those beyond the last column that is read are left out */
  add(line: number, given: readonly string[]): void {
    const cells = given.length > COLUMNS_MAX ? given.slice(0, COLUMNS_MAX) : [...given]
    let hasText = false
    for (const cell of cells) {
      if (cell.length > CELL_MAX) throw this.taken.length === 0 ? tooLongHeading() : tooLongCell(line)
      this.#left -= cell.length
      hasText ||= cell.trim() !== ''
    }
    if (this.#left < 0) throw new UnreadableSheet('The file has too much text')
    if (!hasText) return
    this.taken.push({ line, cells })
    if (this.taken.length > IMPORT_ROWS_MAX + 1) throw tooManyRows()
  }
}

const tooLongHeading = () => new UnreadableSheet(`A heading has more than ${HEADING_MAX} characters`)

/**
 * Headings and rows of a sheet's lines.
 * @throws UnreadableSheet when there are none
 */
export function sheetOf({ taken: [heading, ...rows] }: Lines): ReadSheet {
  if (!heading || rows.length === 0) throw new UnreadableSheet('The file has no rows')
  const columns = heading.cells.map((cell) => cell.trim())
  while (columns.at(-1) === '') columns.pop()
  if (columns.some((column) => column.length > HEADING_MAX)) throw tooLongHeading()
  return {
    columns,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: columns.map((_, index) => withoutApostrophe(cells[index] ?? '')),
    })),
  }
}
