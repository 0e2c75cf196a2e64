import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterAll, expect, test } from 'vitest'
import { attempt, fileIn, xml } from '../../testing/hostile-sheets.ts'
import { workbookOf, zipOf } from '../../testing/zip.ts'
import { BROKEN } from './lines.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-hostile-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const MB = 1024 * 1024
const { row, sheet, text, many } = xml
const twoRows = sheet(row(text('Name')) + row(text('Ali', 'A2'), 2))
const one = { columns: 1, rows: 1 }
const NO_ROWS = 'The file has no rows'
const TOO_MANY = 'A file has at most 5,000 rows'

function damaged(zip: Buffer): Buffer {
  zip.writeUInt32LE(0x7fff_ffff, zip.lastIndexOf('PK\x01\x02') + 42)
  return zip
}

function zip64(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06')
  zip.writeUInt16LE(0xffff, end + 10)
  zip.writeUInt32LE(0xffff_ffff, end + 16)
  return zip
}

test.each<[string, () => Buffer | string, unknown]>([
  ['a CSV of one heading without end', () => 'x'.repeat(4_700_000), 'A heading has more than 200 characters'],
  ['a CSV of millions of columns', () => `Name${','.repeat(2_000_000)}\nAli${','.repeat(2_000_000)}\n`, one],
  ['a CSV of quotes and separators', () => `Name\n${'",'.repeat(2_300_000)}\n`, undefined],
  ['a CSV of line breaks', () => `Name\n${'\n'.repeat(4_700_000)}`, expect.stringContaining(NO_ROWS)],
  ['a CSV of blank cells', () => `Name\n${' \t'.repeat(2_300_000)}\n`, undefined],
  ['a CSV of apostrophes', () => `Name\n${"'".repeat(32_000)}\n${"'".repeat(32_000)}=1\n`, { columns: 1, rows: 2 }],
  ['a CSV with half a character', () => Buffer.from('\uFEFFName\nAli\ud83d\n', 'utf16le'), undefined],
  ['a CSV of zeros', () => Buffer.alloc(4 * MB), undefined],
  [
    'a workbook whose relations open tags without end',
    () => workbookOf(twoRows, { 'xl/_rels/workbook.xml.rels': `<Relationships>${'<Relationship '.repeat(1_000_000)}` }),
    BROKEN,
  ],
  [
    'a workbook whose list of sheets is one of attributes',
    () => workbookOf(twoRows, { 'xl/workbook.xml': `<workbook ${many((n) => `a${n}="" `, 300_000)}></workbook>` }),
    BROKEN,
  ],
  ['a workbook that says it is larger than it is', () => workbookOf({ content: twoRows, size: 4_000_000_000 }), one],
  ['a workbook with a part beyond its end', () => damaged(workbookOf(twoRows)), BROKEN],
  [
    'a workbook of 20,000 parts',
    () => workbookOf(twoRows, Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}`, '']))),
    one,
  ],
  ['an archive in an archive', () => zipOf({ 'xl/workbook.xml': workbookOf(twoRows) }), BROKEN],
  ['an archive of the larger kind', () => zip64(workbookOf(twoRows)), BROKEN],
  [
    'a workbook of millions of columns',
    () => workbookOf(sheet(many((n) => row('<c/>'.repeat(20_000), n + 1), 20))),
    expect.stringContaining(NO_ROWS),
  ],
  ['a workbook with a column that no sheet has', () => workbookOf(sheet(row(text('a', 'ZZZZZZZ1')))), BROKEN],
  ['a workbook with a row that no sheet has', () => workbookOf(sheet(row(text('a'), 1e300))), BROKEN],
  ['a workbook of rows without text', () => workbookOf(sheet(many((n) => `<row r="${n + 1}"/>`, 1_000_000))), TOO_MANY],
  [
    'a workbook of one huge cell',
    () => workbookOf(sheet(row(text('x'.repeat(10 * MB))))),
    'Line 1: a cell has more than 32,767 characters',
  ],
  [
    'a workbook of spaces',
    () => workbookOf(`<worksheet>${' '.repeat(50 * MB)}</worksheet>`),
    expect.stringContaining(NO_ROWS),
  ],
  [
    'a workbook with half a character',
    () => workbookOf(sheet(row(text('Name')) + row(text('Ali_xD83D_', 'A2'), 2))),
    one,
  ],
  [
    'noise that ends archives',
    () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4 * MB, 'PK\x05\x06')]),
    BROKEN,
  ],
])('%s is answered soon, and others meanwhile', async (_, make, expected) => {
  const { outcome, took, blocked } = await attempt(fileIn(directory, make()))
  if (expected !== undefined) expect(outcome).toEqual(expected)
  expect(took).toBeLessThan(7_000)
  expect(blocked).toBeLessThan(500)
})

test('a workbook with any of its bytes changed is read or refused', async () => {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('a').addRows([
    ['Name', 'Born'],
    ['Ali', new Date('2001-02-03')],
  ])
  const good = Buffer.from(await book.xlsx.writeBuffer())
  // Always the same numbers, so that a failure can be seen again.
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 200; round += 1) {
    const bytes = Buffer.from(good)
    for (let change = 0; change <= round % 8; change += 1) bytes[4 + next(bytes.length - 4)] = next(256)
    const { outcome, took, blocked } = await attempt(fileIn(directory, bytes))
    expect(outcome, `round ${round}`).toBeDefined()
    expect(Math.max(took / 10, blocked)).toBeLessThan(600)
  }
}, 180_000)
