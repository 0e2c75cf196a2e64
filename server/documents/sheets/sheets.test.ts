import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { HttpError } from '../../core/errors.ts'
import { openWorkbook } from '../../testing/workbooks.ts'
import { workbookOf, zipOf } from '../../testing/zip.ts'
import { readSheet } from './read.ts'
import { type Sheet, sendSheet } from './sheets.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-sheets-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let count = 0
async function read(content: Buffer | string) {
  count += 1
  const path = join(directory, String(count))
  writeFileSync(path, content)
  return readSheet(path, 1)
}

/** The messages of the refusal. */
const refused = async (content: Buffer | string) => {
  const error: unknown = await read(content).catch((reason: unknown) => reason)
  if (!(error instanceof HttpError)) throw new Error('It was read')
  expect(error.status).toBe(422)
  return error.errors?.file
}

async function sent(sheet: Sheet, format: 'csv' | 'xlsx') {
  const app = Fastify()
  app.get('/', (_, reply) => sendSheet(reply, sheet, format))
  const answer = await app.inject('/')
  await app.close()
  return answer
}

const columns = ['Name', 'Phone', 'Notes', 'Born', 'Count']
const rows = [
  ['محمد علی', '+923001234567', 'two\nlines, "quoted"; and more', '2001-02-03', 7],
  ['=HYPERLINK("x")', '-', '  @here', null, -1],
  ["'=typed so", '＝1+1', "it's plain", '\ttab', null],
  ["O'Neill", '03001234567', ' spaced ', "'quoted'", 0],
]
/** Texts that run only where another separator than the comma is expected. */
const elsewhere = [
  'Ali;=1+2',
  'Ali; @SUM(A1)',
  "Ali;'=1+2",
  'one\ttwo\t+3',
  'first\n=cmd|x!A1',
  'first\r\n- item\r\n- item',
  'a;b',
  'tab\tonly',
  'x;-',
  '-',
  ";;;;=1;';-2",
]
const asText = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))

describe('a table is sent', () => {
  test.each([
    'csv',
    'xlsx',
  ] as const)('as %s, named after the day, never shown in the browser or kept', async (format) => {
    const { statusCode, headers } = await sent({ name: 'students', day: '2026-03-02', columns, rows }, format)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(headers['content-disposition']).toBe(`attachment; filename="students-2026-03-02.${format}"`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toContain('no-store')
  })

  test.each(['csv', 'xlsx'] as const)('as %s, and read again it is the same', async (format) => {
    const { rawPayload } = await sent({ name: 'students', day: '2026-03-02', columns, rows }, format)
    const sheet = await read(rawPayload)
    expect(sheet.columns).toEqual(columns)
    expect(sheet.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5])
    const [first, second, , fourth] = sheet.rows.map(({ cells }) => cells)
    expect([first, second, fourth]).toEqual([asText[0], asText[1], asText[3]])
    // In a workbook nothing is added, yet one that came from a CSV may have such an apostrophe.
    expect(sheet.rows[2]?.cells).toEqual(format === 'csv' ? asText[2] : ['=typed so', ...(asText[2] ?? []).slice(1)])
  })

  test('as CSV with a mark of UTF-8, CRLF, and formulas made harmless', async () => {
    const { rawPayload } = await sent({ name: 'x', day: '2026-03-02', columns, rows }, 'csv')
    const text = rawPayload.toString('utf8')
    expect(text.startsWith('\uFEFFName,Phone,Notes,Born,Count\r\n')).toBe(true)
    expect(text).toContain(`"'=HYPERLINK(""x"")",-,'  @here,,-1\r\n`)
    expect(text).toContain(`,'+923001234567,`)
    expect(text).toContain(`''=typed so,'＝1+1,it's plain,`)
  })

  test('as CSV that runs nothing behind another separator either, and read again it is the same', async () => {
    const table = { name: 'x', day: '2026-03-02', columns: ['A', 'B'], rows: elsewhere.map((text) => [text, 'b']) }
    const { rawPayload } = await sent(table, 'csv')
    const text = rawPayload.toString('utf8')
    expect(text).toContain(`"Ali;'=1+2",b\r\n"Ali;' @SUM(A1)",b\r\n"Ali;''=1+2",b\r\n`)
    expect(text).toContain(`"first\n'=cmd|x!A1",b\r\n`)
    expect(text).toContain(`"a;b",b\r\n"tab\tonly",b\r\n"x;-",b\r\n-,b\r\n`)
    // However a program cuts this, no piece begins with what it would run.
    for (const piece of text.split(/[,;\t\r\n"]+/)) if (piece !== '-') expect(piece).not.toMatch(/^\s*[=+\-@]/)
    expect((await read(rawPayload)).rows.map(({ cells }) => cells[0])).toEqual(elsewhere)
  })

  test('as XLSX with text as text, a bold frozen heading, and help beside it', async () => {
    const { rawPayload } = await sent(
      { name: 'x', day: '2026-03-02', columns, rows, second: { name: 'Help', rows: [['Name', 'Required']] } },
      'xlsx',
    )
    const book = await openWorkbook(rawPayload)
    const [sheet, help] = book.worksheets
    expect(sheet?.getCell('A3')).toMatchObject({
      type: ExcelJS.ValueType.String,
      value: '=HYPERLINK("x")',
      numFmt: '@',
    })
    expect(sheet?.getCell('B2').value).toBe('+923001234567')
    expect(sheet?.getCell('D2').value).toBe('2001-02-03')
    expect(sheet?.getCell('E2').value).toBe(7)
    expect(sheet?.getCell('A1').font.bold).toBe(true)
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect([help?.name, help?.getCell('B1').value]).toEqual(['Help', 'Required'])
  })

  test.each(['csv', 'xlsx'] as const)('of 10,000 rows as %s with others answered in between', async (format) => {
    let turns = 0
    let ticking = setImmediate(function tick() {
      turns += 1
      ticking = setImmediate(tick)
    })
    const seen = new Set<number>()
    const many = Array.from({ length: 10_000 }, (_, index) => [`Name ${index}`, '+923001234567', null, null, index])
    const rows = new Proxy(many, { get: (all, key) => seen.add(turns) && Reflect.get(all, key) })
    await sent({ name: 'x', day: '2026-03-02', columns, rows }, format)
    clearImmediate(ticking)
    expect(seen.size).toBeGreaterThan(20)
  })
})

describe('a CSV file is read', () => {
  test.each([
    ['a comma', ','],
    ['a semicolon', ';'],
    ['a tab', '\t'],
  ])('with %s in between, as its heading shows', async (_, separator) => {
    const sheet = await read(['Name', '"Last, first; both"', 'Mail\nAli', 'x', 'y\n'].join(separator))
    expect(sheet).toMatchObject({
      columns: ['Name', 'Last, first; both', 'Mail'],
      rows: [{ line: 2, cells: ['Ali', 'x', 'y'] }],
    })
  })

  test('as Excel’s Unicode text, UTF-16', async () => {
    const sheet = await read(Buffer.from('\uFEFFName\tCity\r\nعلی\tلاہور\r\n', 'utf16le'))
    expect(sheet).toMatchObject({ columns: ['Name', 'City'], rows: [{ line: 2, cells: ['علی', 'لاہور'] }] })
  })

  test('line by line as a spreadsheet counts them, without empty ones', async () => {
    const sheet = await read('Name,Notes\r\n\r\nAli,"one\r\ntwo"\r\n , \r\nSara,"say ""hi"""\r\nshort\r\na,b,c,d\r\n')
    expect(sheet.rows.map(({ line, cells }) => ({ line, cells }))).toEqual([
      { line: 3, cells: ['Ali', 'one\r\ntwo'] },
      { line: 5, cells: ['Sara', 'say "hi"'] },
      { line: 6, cells: ['short', ''] },
      { line: 7, cells: ['a', 'b'] },
    ])
  })

  test('not in another encoding, half quoted, empty, or beyond 5,000 rows', async () => {
    expect(await refused(Buffer.from('Name\nJos\xe9\n', 'latin1'))).toEqual([
      'Line 2: the file is not UTF-8 text. Save it as "CSV UTF-8" or XLSX.',
    ])
    expect(await refused('Name\n"Ali\n')).toEqual([
      'Line 2: a quotation mark (") opens here and takes in the rows below. Remove it, or save the file again as XLSX.',
    ])
    expect(await refused('')).toEqual(['The file has no rows'])
    expect(await refused('Name\n\n')).toEqual(['The file has no rows', expect.stringContaining('"Name"')])
    expect((await read(`Name\n${'Ali\n'.repeat(5_000)}`)).rows).toHaveLength(5_000)
    expect(await refused(`Name\n${'Ali\n'.repeat(5_001)}`)).toEqual(['A file has at most 5,000 rows'])
  })
})

const CANNOT_BE_READ = ['The file cannot be read. Open it in a spreadsheet program and save it again as XLSX or CSV.']

describe('an XLSX file is read', () => {
  test('from its first sheet, with cells as people see them', async () => {
    const book = new ExcelJS.Workbook()
    const sheet = book.addWorksheet('People')
    book.addWorksheet('Other').addRow(['Not this'])
    sheet.addRow(['Name', 'Phone', 'Born', 'Padded', 'Sum', 'Rich', 'Link', 'Yes'])
    sheet.addRow([])
    sheet.addRow([
      'علی',
      3_001_234_567,
      new Date('2001-02-03T00:00:00Z'),
      3_001_234_567,
      { formula: '1+1', result: 2 },
      { richText: [{ text: 'bold ' }, { text: 'plain' }] },
      { text: 'a@b.test', hyperlink: 'mailto:a@b.test' },
      true,
    ])
    sheet.getCell('D3').numFmt = '00000000000'
    sheet.getCell('E3').numFmt = '0.00'
    const read1 = await read(Buffer.from(await book.xlsx.writeBuffer()))
    expect(read1.columns).toEqual(['Name', 'Phone', 'Born', 'Padded', 'Sum', 'Rich', 'Link', 'Yes'])
    expect(read1.rows).toMatchObject([
      {
        line: 3,
        cells: ['علی', '3001234567', '2001-02-03', '03001234567', '2', 'bold plain', 'a@b.test', 'TRUE'],
      },
    ])
  })

  test('whatever else is in the file', async () => {
    const cell = '<c r="A1" t="inlineStr"><is><t>Name</t></is></c>'
    const sheet = await read(
      workbookOf(
        `<worksheet><sheetData><row r="1">${cell}</row><row r="1048576">${cell.replace('A1', 'A1048576')}</row></sheetData>
        <mergeCells><mergeCell ref="A2:XFD1048575"/></mergeCells>
        <dataValidations><dataValidation sqref="A1:XFD1048576" type="list"/></dataValidations></worksheet>`,
      ),
    )
    expect(sheet).toMatchObject({ columns: ['Name'], rows: [{ line: 1_048_576, cells: ['Name'] }] })
  })

  test('not when it is cut off or no workbook', async () => {
    const { rawPayload } = await sent({ name: 'x', day: '2026-03-02', columns, rows }, 'xlsx')
    expect(await refused(rawPayload.subarray(0, rawPayload.length / 2))).toEqual(CANNOT_BE_READ)
    expect(JSON.stringify(await refused(zipOf({ 'a.txt': 'a' })))).toContain('The file is no workbook')
    expect(await refused('PK\x03\x04')).toEqual(CANNOT_BE_READ)
  })

  test('not when it was made to fill the memory, and others go on meanwhile', async () => {
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 5)
    const before = process.memoryUsage().rss
    const table = (gap: number) => {
      const cells = [1, 2].map((line) => `<row r="${line}"><c r="A${line}" t="str"><v>a</v></c></row>`)
      return workbookOf(`<worksheet><sheetData>${cells.join(' '.repeat(gap))}</sheetData></worksheet>`)
    }
    expect((await read(table(1))).rows).toHaveLength(1)
    expect(await refused(table(100 * 1024 * 1024))).toEqual(CANNOT_BE_READ)
    expect(await refused(workbookOf('<row r="1">'.repeat(4_000_000)))).toEqual(CANNOT_BE_READ)
    const many = `<row r="1"><c r="A1" t="str"><v>a</v></c></row>`.repeat(100_000)
    expect(await refused(workbookOf(`<worksheet><sheetData>${many}</sheetData></worksheet>`))).toEqual([
      'A file has at most 5,000 rows',
    ])
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(20)
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 * 1024 * 1024)
    expect((await read('Name\nAli\n')).rows).toHaveLength(1)
  })
})
