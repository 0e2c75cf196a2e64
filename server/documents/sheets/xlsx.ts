import { headed } from './headings.ts'
import { CELL_MAX, COLUMNS_MAX, Lines, NO_RESULT, tooLongCell, tooManyRows } from './lines.ts'
import { Merging } from './merging.ts'
import { columnOf } from './references.ts'
import type { Style } from './styles.ts'
import { CellText, isTrue, openWorkbook, type Workbook } from './workbook.ts'
import { readXml, type Tag } from './xml.ts'

const DAY_MS = 86_400_000
/** The days from the beginning of a workbook's calendar to 1970. */
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 }
/**
 * The first day that is right: before the March of 1900 the calendar of spreadsheets is wrong. A cell of a day that
 * refers to an empty one is 0.
 */
const FIRST_RIGHT_DAY = 61

/** Digits that a number of a sheet has; what is behind them is the error of its arithmetic. */
const DIGITS = 15

/** A number as people read it: a day, a percentage, or with leading zeros where the format has them, as for phone numbers. */
function numberText(written: string, style: Style | undefined, is1904: boolean): string {
  const value = Number(written)
  if (written.trim() === '' || !Number.isFinite(value)) return ''
  if (style?.isPercent) return `${Number((value * 100).toPrecision(DIGITS))}%`
  // The program has forgotten the digits behind the last that it keeps: they must not look like zeros.
  if (Math.abs(value) >= 10 ** DIGITS) return value.toExponential().toUpperCase()
  if (!style?.isDate || value < FIRST_RIGHT_DAY) return String(value).padStart(style?.zeros ?? 0, '0')
  const at = new Date(Math.round((value - EPOCH_DAYS[is1904 ? 1904 : 1900]) * DAY_MS))
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
}

function textOf({ t, s }: Tag['attributes'], written: string, { strings, styles, is1904 }: Workbook): string {
  if (t === 's') return strings[Number(written)] ?? ''
  if (t === 'str' || t === 'inlineStr' || t === 'e') return written
  if (t === 'b') return written.trim() === '1' ? 'TRUE' : 'FALSE'
  if (t === 'd') return written.slice(0, 10)
  return numberText(written, styles[Number(s ?? 0)], is1904)
}

const ROW_MAX = 1_048_576
/** Lines with formats, though with no text, count here, so that this is generous. */
const LINES_MAX = 50_000

const NOTE_MAX = 500

/** Gathers the rows and columns that a sheet hides: they are read, and told. */
class Hiding {
  readonly lines: number[] = []
  readonly #columns = new Set<number>()

  /** Takes a tag of a few columns beside each other. */
  column({ min, max, hidden }: Tag['attributes']): void {
    if (!isTrue(hidden)) return
    for (let column = Math.max(1, Number(min)); column <= Math.min(Number(max), COLUMNS_MAX); column += 1)
      this.#columns.add(column)
  }

  notes(headings: readonly string[]): string[] {
    const named = headings.filter((heading, index) => heading.trim() !== '' && this.#columns.has(index + 1))
    const [first] = this.lines
    return [
      ...(first === undefined
        ? []
        : [`Rows that the sheet hides were read, too: ${this.lines.length}, the first in line ${first}.`]),
      ...(named.length === 0
        ? []
        : [`Columns that the sheet hides were read, too: ${named.join(', ')}`.slice(0, NOTE_MAX)]),
    ]
  }
}

/** Takes the tags of a sheet as they come, and gathers its lines and what it hides. */
class SheetReading {
  readonly #workbook: Workbook
  readonly #lines: Lines
  readonly hiding = new Hiding()
  readonly merging = new Merging()
  readonly #text = new CellText()
  #rows = 0
  #line = 0
  #column = 0
  #cells: string[] = []
  #isHidden = false
  /** The attributes of the open cell. */
  #cell: Tag['attributes'] | undefined
  #formula: 'none' | 'open' | 'worked out' = 'none'

  constructor(workbook: Workbook, lines: Lines) {
    this.#workbook = workbook
    this.#lines = lines
  }

  open({ name, attributes }: Tag): void {
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'c') this.#openCell(attributes)
    else if (this.#cell) this.#openInCell(name)
    else if (name === 'col') this.hiding.column(attributes)
    else if (name === 'mergeCell') this.merging.add(attributes.ref)
  }
  text(piece: string): void {
    this.#text.add(piece)
  }
  close(name: string): void {
    if (name === 'c' && this.#cell) this.#closeCell(this.#cell)
    else if (name === 'row') this.#closeRow()
    else this.#text.close(name)
  }

  #openRow({ r, hidden }: Tag['attributes']): void {
    this.#rows += 1
    if (this.#rows > LINES_MAX) throw tooManyRows()
    this.#line = r === undefined ? this.#line + 1 : Number(r)
    if (!(this.#line >= 1 && this.#line <= ROW_MAX)) throw new Error('Not a row')
    this.#column = 0
    this.#cells = []
    this.#isHidden = isTrue(hidden)
  }

  #openCell(attributes: Tag['attributes']): void {
    this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r)
    this.#cell = attributes
    this.#formula = 'none'
  }

  #openInCell(name: string): void {
    if (name === 'f') this.#formula = 'open'
    if (name === 'v' && this.#formula === 'open') this.#formula = 'worked out'
    this.#text.open(name)
  }

  #closeCell(cell: Tag['attributes']): void {
    const written = this.#text.take()
    const shown = this.#formula === 'open' ? NO_RESULT : textOf(cell, written, this.#workbook)
    this.#cell = undefined
    if (this.#column > COLUMNS_MAX || shown === '') return
    if (shown.length > CELL_MAX) throw tooLongCell(this.#line)
    while (this.#cells.length < this.#column - 1) this.#cells.push('')
    this.#cells[this.#column - 1] = shown
  }

  #closeRow(): void {
    this.#lines.add(this.#line, this.#cells)
    if (this.#isHidden && this.#lines.taken.at(-1)?.line === this.#line) this.hiding.lines.push(this.#line)
  }
}

/**
 * Returns the lines of the first sheet that is shown, by line from 1.
 * @param known the headings that the reader knows, by `plainHeading`
 * @throws when the file is broken or too large
 */
export async function xlsxLines(bytes: Buffer, known: ReadonlySet<string>): Promise<Lines> {
  const workbook = await openWorkbook(bytes)
  const lines = new Lines(known)
  lines.is1904 = workbook.is1904
  const reading = new SheetReading(workbook, lines)
  readXml(workbook.sheet, reading)
  const merged = reading.merging.fill(lines)
  lines.notes.push(workbook.note, ...merged, ...reading.hiding.notes(headed(lines)?.heading.cells ?? []))
  return lines
}
