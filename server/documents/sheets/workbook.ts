import { CELL_MAX, UnreadableSheet } from './lines.ts'
import { type Style, stylesOf } from './styles.ts'
import { readXml } from './xml.ts'
import { openZip } from './zip.ts'

/** Bytes that all read parts of a workbook may have: a sheet of 5,000 rows is a tenth of it. */
const INFLATED_MAX = 64 * 1024 * 1024

export interface Workbook {
  sheet: Buffer
  strings: string[]
  styles: Style[]
  is1904: boolean
  /** Says which sheet was read, and which were not. */
  note: string
}

export const isTrue = (attribute: string | undefined) => attribute === '1' || attribute === 'true'

interface SheetPart {
  name: string
  path: string
  isHidden: boolean
}

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

const BINARY_WORKBOOK =
  'The file is a binary workbook of Excel (XLSB). Open it there, save it as XLSX or CSV, and choose that file.'
const NO_WORKBOOK =
  'The file is no workbook, whatever its name says: it may be a document, or files packed together. Choose the table itself, saved as XLSX or CSV.'

/** The first sheet that is shown, with its texts and formats: whatever else is in the file is never unpacked. */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const part = await openZip(bytes, INFLATED_MAX)
  const list = await part('xl/workbook.xml')
  if (!list) throw new UnreadableSheet((await part('xl/workbook.bin')) ? BINARY_WORKBOOK : NO_WORKBOOK)
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
  readXml(list, {
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
export class CellText {
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
