import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts'

/** The cells of one line of a sheet, the first line being 1. */
export interface Line {
  line: number
  cells: string[]
}

export interface SheetRow extends Line {
  /** The line has text behind the last column, in a file where that means that its cells have shifted. */
  hasMore: boolean
}

export interface ReadSheet {
  /** The line of the headings. */
  line: number
  /** The headings, trimmed; that of a column that has only text below is empty. */
  columns: string[]
  /** The title that stands over each column, with others: empty where there is none. */
  titles: string[]
  /** The lines below that have text; each has a cell for each column. */
  rows: SheetRow[]
  /** Remarks on how the file was read, for the person who sent it. */
  notes: string[]
  /** Days that are written as numbers count from 1904, not from 1900. */
  is1904: boolean
}

/** Why a file cannot be read, for the person who sent it. */
export class UnreadableSheet extends Error {
  readonly messages: string[]

  /** @param more what else helps to mend the file */
  constructor(message: string, ...more: string[]) {
    super(message)
    this.messages = [message, ...more]
  }
}

export const NO_ROWS = 'The file has no rows'
export const BROKEN = 'The file cannot be read. Open it in a spreadsheet program and save it again as XLSX or CSV.'
export const tooManyRows = () => new UnreadableSheet(`A file has at most ${IMPORT_ROWS_MAX.toLocaleString('en')} rows`)

/** Stands in a cell whose formula was never worked out. */
export const NO_RESULT = '#FORMULA!'

export const COLUMNS_MAX = 200
/** Characters that a spreadsheet's cell holds. */
export const CELL_MAX = 32_767
export const HEADING_MAX = 200
/** All cells together: a text that stands in the file once may be shown in every cell. */
const TEXT_MAX = 16 * 1024 * 1024
/** The headings are looked for in this many first lines with text: a title may stand above them. */
export const HEADING_WITHIN = 10

export const tooLongCell = (line: number) =>
  new UnreadableSheet(`Line ${line}: a cell has more than ${CELL_MAX.toLocaleString('en')} characters`)
export const tooLongHeading = () => new UnreadableSheet(`A heading has more than ${HEADING_MAX} characters`)

/** Matches brackets behind a heading that say only how its cells are written. */
const HOW_WRITTEN =
  /\((?:[dmy\s/.-]{1,20}|(?:in )?(?:block|capital)[^()]{0,40}|if any|optional|required|mandatory|(?:e\.?g|i\.?e|like|such as)[^()]{1,60})\)/gi

/** Returns a heading without a remark on how its cells are written. */
export const withoutRemarks = (heading: string) => heading.slice(0, HEADING_MAX + 1).replace(HOW_WRITTEN, '')

/** Returns a heading without case, spaces and punctuation, and without a remark on how its cells are written. */
export const plainHeading = (heading: string) =>
  withoutRemarks(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the words of a heading in lower case, without a remark on how its cells are written: "Father's" is one. */
export const headingWords = (heading: string): string[] =>
  withoutRemarks(heading)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** Counts the cells that are headings which the reader knows. */
export const knownIn = (cells: readonly string[], known: ReadonlySet<string>) =>
  cells.slice(0, COLUMNS_MAX).filter((cell) => known.has(plainHeading(cell))).length

/** Takes the lines of a sheet one after the other, those with text, and refuses the first that is too much. */
export class Lines {
  readonly taken: Line[] = []
  readonly notes: string[] = []
  is1904 = false
  /** The columns, from 1, over which each merged cell of a line reaches. */
  readonly spans = new Map<number, (readonly [from: number, to: number])[]>()
  /** Set for a file in which a separator too many shifts the cells behind it. */
  isShifting = false
  readonly known: ReadonlySet<string>
  #left = TEXT_MAX

  /** @param known the headings that the reader knows, by `plainHeading` */
  constructor(known: ReadonlySet<string>) {
    this.known = known
  }

  /** Counts a text that is shown in one more cell. @throws when a file has too much text */
  spend(text: string): void {
    this.#left -= text.length
    if (this.#left < 0) throw new UnreadableSheet('The file has too much text')
  }

  /** @param given the cells from the first column on; those beyond the last column that is read are left out */
  add(line: number, given: readonly string[]): void {
    const cells = given.length > COLUMNS_MAX ? given.slice(0, COLUMNS_MAX) : [...given]
    let hasText = false
    for (const cell of cells) {
      if (cell.length > CELL_MAX) throw this.taken.length === 0 ? tooLongHeading() : tooLongCell(line)
      this.spend(cell)
      hasText ||= cell.trim() !== ''
    }
    if (!hasText) return
    this.taken.push({ line, cells })
    if (this.taken.length > IMPORT_ROWS_MAX + HEADING_WITHIN) throw tooManyRows()
  }
}

const TEXT_SHOWN = 80

/** Returns the beginning of what stands in a line, in quotation marks. */
export const shownText = (cells: readonly string[], between: string) =>
  `"${cells
    .filter((cell) => cell.trim() !== '')
    .join(between)
    .slice(0, TEXT_SHOWN)
    .toWellFormed()}"`

const IN_ONE_COLUMN =
  'The whole table stands in one column. Part it into columns in the spreadsheet program ("Text to Columns"), or send the CSV file itself.'

/** Says which line was taken for the headings and what stands in it, for a file that cannot be imported because of it. */
export function headingsNote(line: number, cells: readonly string[], known: ReadonlySet<string>): string {
  const found = `Line ${line} was taken for the headings: ${shownText(cells, ', ')}.`
  if (knownIn(cells, known) > 0) return found
  const [only = '', ...more] = cells.filter((cell) => cell.trim() !== '')
  if (more.length === 0 && knownIn(only.split(/[,;|\t]/), known) > 1) return `${found} ${IN_ONE_COLUMN}`
  return `${found} None of them is the heading of a column that is imported. Put the headings in the first line.`
}
