import ExcelJS from 'exceljs'
import { COLUMNS_MAX, type Line, tooManyRows } from './sheets-lines.ts'
import { inflated, openZip, zipOf } from './sheets-zip.ts'

/** What all parts of a workbook that are read may come to: a sheet of 5,000 rows is a tenth of it. */
const INFLATED_MAX = 64 * 1024 * 1024

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? ''

const tags = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []

/**
 * The first sheet alone, with its texts and formats, as a workbook of its own: whatever else is in the file, drawings
 * and further sheets of any size, is never unpacked.
 */
function firstSheetOf(bytes: Buffer): Buffer {
  const entries = openZip(bytes)
  let left = INFLATED_MAX
  const part = (name: string) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const content = inflated(bytes, entry, left)
    left -= content.length
    return content
  }
  const workbook = String(part('xl/workbook.xml') ?? '')
  const relations = tags(String(part('xl/_rels/workbook.xml.rels') ?? ''), 'Relationship').map((tag) => ({
    id: attribute(tag, 'Id'),
    kind: attribute(tag, 'Type').replace(/^.*\//, ''),
    path: attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
  }))
  const first = tags(workbook, 'sheet')
    .map((tag) => relations.find(({ id, kind }) => kind === 'worksheet' && id === attribute(tag, '\\w+:id')))
    .find((relation) => relation !== undefined)
  const sheet = first && part(first.path)
  if (!sheet) throw new Error('The workbook has no sheet')
  const others = (['sharedStrings', 'styles'] as const).map((kind) => {
    const relation = relations.find((one) => one.kind === kind)
    return [`xl/${kind}.xml`, relation && part(relation.path)] as const
  })
  const is1904 = tags(workbook, 'workbookPr').some((tag) => /^(?:1|true)$/.test(attribute(tag, 'date1904')))
  return zipOf({
    'xl/workbook.xml': Buffer.from(
      `<workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      '<Relationships><Relationship Id="r1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    ...Object.fromEntries(others.filter((other): other is [(typeof other)[0], Buffer] => other[1] !== undefined)),
    'xl/worksheets/sheet1.xml': sheet,
  })
}

/** A number as people wrote it; a format of zeros, as for phone numbers, gives leading ones. */
const numberText = (value: number, format: string | undefined) =>
  /^0{2,}$/.test(format ?? '') ? String(value).padStart(format?.length ?? 0, '0') : String(value)

function textOf(value: ExcelJS.CellValue | undefined, format: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value, format)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  if (typeof value === 'string') return value
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  if ('error' in value) return value.error
  if ('formula' in value || 'sharedFormula' in value) return textOf(value.result, format)
  return ''
}

/** Parts of a sheet that are none of its cells; some make a reader fill a whole sheet. */
const NOT_CELLS = [
  'autoFilter',
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'headerFooter',
  'hyperlinks',
  'legacyDrawing',
  'mergeCells',
  'picture',
  'tableParts',
]

/** Lines with formats, though with no text, count here, so that this is generous. */
const LINES_MAX = 50_000

/** The cells of the first sheet's lines, by line from 1. @throws when the file is broken or too large */
export async function xlsxLines(bytes: Buffer): Promise<Line[]> {
  const book = new ExcelJS.Workbook()
  // Its types name neither the option nor Node's own Buffer.
  const load = book.xlsx.load as unknown as (
    bytes: Buffer,
    options: { ignoreNodes: string[]; maxRows: number },
  ) => Promise<unknown>
  try {
    await load.call(book.xlsx, firstSheetOf(bytes), { ignoreNodes: NOT_CELLS, maxRows: LINES_MAX })
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('Max row count') ? tooManyRows() : error
  }
  const lines: Line[] = []
  book.worksheets[0]?.eachRow((row, line) => {
    const cells: string[] = []
    row.eachCell((cell, column) => {
      if (column > COLUMNS_MAX) return
      while (cells.length < column - 1) cells.push('')
      cells.push(textOf(cell.value, cell.numFmt))
    })
    lines.push({ line, cells })
  })
  return lines
}
