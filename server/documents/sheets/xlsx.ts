import { CELL_MAX, COLUMNS_MAX, Lines, NO_RESULT, tooLongCell, tooManyRows, UnreadableSheet } from './lines.ts'
import { type Style, stylesOf } from './styles.ts'
import { readXml, type Tag } from './xml.ts'
import { openZip } from './zip.ts'

/** Bytes that all read parts of a workbook may have: a sheet of 5,000 rows is a tenth of it. */
const INFLATED_MAX = 64 * 1024 * 1024

interface Workbook {
  sheet: Buffer
  strings: string[]
  styles: Style[]
  is1904: boolean
  /** Says which sheet was read, and which were not. */
  note: string
}

const isTrue = (attribute: string | undefined) => attribute === '1' || attribute === 'true'

interface SheetPart {
  name: string
  path: string
  isHidden: boolean
}

const NOTE_MAX = 500
const SHEETS_NAMED = 10
/** Spreadsheet programs allow 31. */
const SHEET_NAME_MAX = 100

function noteOf(read: SheetPart, sheets: readonly SheetPart[]): string {
  const others = sheets
    .filter((one) => one !== read)
    .map(({ name, isHidden }) => `"${name}"${isHidden ? ' (hidden)' : ''}`)
  const more = others.length - SHEETS_NAMED
  const named = others.slice(0, SHEETS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `The sheet "${read.name}" was read.${named === '' ? '' : ` Not read: ${named}`}`
}

/** The first sheet that is shown, with its texts and formats: whatever else is in the file is never unpacked. */
async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const part = await openZip(bytes, INFLATED_MAX)
  const relations: { id: string | undefined; kind: string; path: string }[] = []
  readXml((await part('xl/_rels/workbook.xml.rels')) ?? Buffer.of(), {
    open: ({ name, attributes: { Id, Type = '', Target = '' } }) => {
      if (name !== 'Relationship') return
      const path = Target.replace(/^\/?(?:xl\/)?/, 'xl/')
      relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), path })
    },
  })
  const sheets = new Map(relations.filter(({ kind }) => kind === 'worksheet').map(({ id, path }) => [id, path]))
  const partOf = (kind: string) => part(relations.find((one) => one.kind === kind)?.path ?? '')
  const listed: SheetPart[] = []
  let is1904 = false
  readXml((await part('xl/workbook.xml')) ?? Buffer.of(), {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const path = sheets.get(Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1])
      const isHidden = /hidden$/i.test(attributes.state ?? '')
      if (path !== undefined) listed.push({ name: (attributes.name ?? '').slice(0, SHEET_NAME_MAX), path, isHidden })
    },
  })
  const shown = listed.find(({ isHidden }) => !isHidden)
  if (listed.length > 0 && !shown)
    throw new UnreadableSheet('All sheets of the file are hidden. Show the one to import, and save the file again.')
  const sheet = shown && (await part(shown.path))
  if (!sheet) throw new Error('The workbook has no sheet')
  const strings = await partOf('sharedStrings')
  const styles = await partOf('styles')
  return {
    sheet,
    strings: strings ? stringsOf(strings) : [],
    styles: styles ? stylesOf(styles) : [],
    is1904,
    note: noteOf(shown, listed),
  }
}

/** Gathers the text of `t` and `v` tags within one cell; how a word is pronounced stands beside it and is none. */
class CellText {
  value = ''
  #isOn = false
  #isPronounced = false

  open(name: string): void {
    if (name === 'rPh') this.#isPronounced = true
    this.#isOn = !this.#isPronounced && (name === 't' || name === 'v')
  }
  close(name: string): void {
    this.#isOn = false
    if (name === 'rPh') this.#isPronounced = false
  }
  /** Adds to the text. Text beyond what a cell holds is dropped, but for the sign that it is too long. */
  add(text: string): void {
    if (this.#isOn && this.value.length <= CELL_MAX) this.value += text
  }
  /** Returns the gathered text, and begins anew. Characters that XML has no room for are written `_x000D_`. */
  take(): string {
    const { value } = this
    this.value = ''
    if (value.length > CELL_MAX) return value.slice(0, CELL_MAX + 1)
    return value.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}

function stringsOf(bytes: Buffer): string[] {
  const strings: string[] = []
  const text = new CellText()
  readXml(bytes, {
    open: ({ name }) => text.open(name),
    text: (piece) => text.add(piece),
    close: (name) => {
      text.close(name)
      if (name === 'si') strings.push(text.take())
    },
  })
  return strings
}

const DAY_MS = 86_400_000
/** The days from the beginning of a workbook's calendar to 1970. */
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 }
/**
 * The first day that is right: before the March of 1900 the calendar of spreadsheets is wrong. A cell of a day that
 * refers to an empty one is 0.
 */
const FIRST_RIGHT_DAY = 61

/** A number as people read it: a day, or with leading zeros where the format has them, as for phone numbers. */
function numberText(written: string, style: Style | undefined, is1904: boolean): string {
  const value = Number(written)
  if (written.trim() === '' || !Number.isFinite(value)) return ''
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

/** `AB` → 28. @throws for what no sheet has */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  if (letters === undefined) throw new Error('Not a cell')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

const ROW_MAX = 1_048_576
/** Lines with formats, though with no text, count here, so that this is generous. */
const LINES_MAX = 50_000

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

/**
 * Returns the lines of the first sheet that is shown, by line from 1.
 * @param known the headings that the reader knows, by `plainHeading`
 * @throws when the file is broken or too large
 */
export async function xlsxLines(bytes: Buffer, known: ReadonlySet<string>): Promise<Lines> {
  const workbook = await openWorkbook(bytes)
  const lines = new Lines(known)
  lines.is1904 = workbook.is1904
  const hiding = new Hiding()
  let isHidden = false
  const text = new CellText()
  let [line, column, count] = [0, 0, 0]
  let cells: string[] = []
  let cell: Tag['attributes'] | undefined
  let formula: 'none' | 'open' | 'worked out' = 'none'
  readXml(workbook.sheet, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        count += 1
        if (count > LINES_MAX) throw tooManyRows()
        line = attributes.r === undefined ? line + 1 : Number(attributes.r)
        if (!(line >= 1 && line <= ROW_MAX)) throw new Error('Not a row')
        column = 0
        cells = []
        isHidden = isTrue(attributes.hidden)
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        cell = attributes
        formula = 'none'
      } else if (cell) {
        if (name === 'f') formula = 'open'
        if (name === 'v' && formula === 'open') formula = 'worked out'
        text.open(name)
      } else if (name === 'col') hiding.column(attributes)
    },
    text: (piece) => text.add(piece),
    close: (name) => {
      if (name === 'c' && cell) {
        const written = text.take()
        const shown = formula === 'open' ? NO_RESULT : textOf(cell, written, workbook)
        cell = undefined
        if (column > COLUMNS_MAX || shown === '') return
        if (shown.length > CELL_MAX) throw tooLongCell(line)
        while (cells.length < column - 1) cells.push('')
        cells[column - 1] = shown
      } else if (name === 'row') {
        lines.add(line, cells)
        if (isHidden && lines.taken.at(-1)?.line === line) hiding.lines.push(line)
      } else text.close(name)
    },
  })
  lines.notes.push(workbook.note, ...hiding.notes(lines.fromHeading()[0]?.cells ?? []))
  return lines
}
