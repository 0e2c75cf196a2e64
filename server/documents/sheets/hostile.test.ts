import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { attempt, fileIn, refusalOf, xml } from '../../testing/hostile-sheets.ts'
import { workbookOf, zipOf } from '../../testing/zip.ts'
import { BROKEN } from './lines.ts'
import { readSheet } from './read.ts'

// Files that were made to take a core, the memory or the event loop. More of them: sheets-hostile.long.test.ts.

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-hostile-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const MB = 1024 * 1024
const { row, sheet, text, many } = xml
const twoRows = sheet(row(text('Name')) + row(text('Ali', 'A2'), 2))
const LONG_HEADING = 'A heading has more than 200 characters'

const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${many(
  (n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`,
  9,
)}]>`

const letter = (n: number) => String.fromCharCode(65 + n)
/** The 200 columns that are read. */
const COLUMNS = Array.from({ length: 200 }, (_, n) => (n < 26 ? '' : letter(Math.floor(n / 26) - 1)) + letter(n % 26))

/** Makes a sheet of 4,999 rows, cells of the first of them merged with all below. */
function mergedSheet(value: string, merges: number): string {
  const first = value.length > 1 ? ['A'] : COLUMNS
  const rows =
    row(text('Name')) +
    row(first.map((column) => text(value, `${column}2`)).join(''), 2) +
    many((n) => row(text('Ali', `GR${n + 3}`), n + 3), 4_998)
  const merged = many((n) => `<mergeCell ref="${COLUMNS[n % 200]}2:${COLUMNS[n % 200]}5001"/>`, merges)
  return `<worksheet><sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`
}

test.each<[string, () => Buffer | string, unknown]>([
  ['a CSV of one heading of 4.7 MB', () => `${'Ä'.repeat(2_400_000)}\nAli\n`, LONG_HEADING],
  [
    'a CSV of one huge cell',
    () => `Name\n${'x'.repeat(4_700_000)}\n`,
    'Line 2: a cell has more than 32,767 characters',
  ],
  ['a CSV of millions of headings', () => `${'a,'.repeat(2_000_000)}\nAli\n`, { columns: 200, rows: 1 }],
  ['a CSV of quotes alone', () => '"'.repeat(4_700_000), LONG_HEADING],
  [
    'a workbook whose list of sheets opens tags without end',
    () => workbookOf(twoRows, { 'xl/workbook.xml': `<workbook><sheets>${'<sheet '.repeat(850_000)}` }),
    BROKEN,
  ],
  [
    'a workbook that unpacks to far more than it says',
    () => workbookOf({ content: '', packed: deflateRawSync(Buffer.alloc(100 * MB, ' ')), size: 1_000 }),
    BROKEN,
  ],
  [
    'a workbook that says it has four gigabytes',
    () => workbookOf({ content: twoRows, size: 0xff_ff_ff_fe }),
    { columns: 1, rows: 1 },
  ],
  [
    'a workbook of 40,000 parts',
    () => workbookOf(twoRows, Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`xl/x${n}.xml`, '']))),
    { columns: 1, rows: 1 },
  ],
  [
    'a workbook with archives in archives',
    () => {
      let inner = zipOf({ 'a.txt': Buffer.alloc(10 * MB) })
      for (let depth = 0; depth < 12; depth += 1) inner = zipOf({ 'xl/embeddings/a.xlsx': inner, 'b.zip': inner })
      return workbookOf(twoRows, { 'xl/embeddings/a.xlsx': inner.subarray(0, 4 * MB) })
    },
    { columns: 1, rows: 1 },
  ],
  [
    'a workbook with a link to a file of the server',
    () =>
      workbookOf(
        `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheet(row(text('Name')) + row(text('&a;', 'A2'), 2))}`,
        { 'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook r:id="rId1"/></externalLink>' },
      ),
    BROKEN,
  ],
  ['a workbook with entities of entities', () => workbookOf(entities + sheet(row(text('&j;')))), BROKEN],
  ['a workbook nested a million deep', () => workbookOf(`<worksheet>${'<a>'.repeat(1_000_000)}`), BROKEN],
  [
    'a workbook of one long text that a million cells show',
    () =>
      workbookOf(sheet(row(text('Name')) + many((n) => row('<c t="s"><v>0</v></c>'.repeat(200), n + 2), 4_999)), {
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      }),
    'The file has too much text',
  ],
  [
    'a workbook whose merged cells fill everything, many times over',
    () => workbookOf(mergedSheet('x', 9_900)),
    { columns: 200, rows: 4_999 },
  ],
  [
    'a workbook whose merged cells multiply a long text',
    () => workbookOf(mergedSheet('x'.repeat(30_000), 1)),
    'The file has too much text',
  ],
  [
    'a workbook with more merged cells than a person makes',
    () => workbookOf(mergedSheet('x', 10_001)),
    'The sheet has too many merged cells',
  ],
])('%s is answered soon, and others meanwhile', async (_, make, expected) => {
  const { outcome, took, blocked } = await attempt(fileIn(directory, make()))
  expect(outcome).toEqual(expected)
  expect(took).toBeLessThan(7_000)
  expect(blocked).toBeLessThan(500)
})

describe('files of several people', () => {
  test('a slow one is given up when its time is over, with a word why, and holds nobody else up', async () => {
    // Only the time limit ends this one: each tag is well-formed, and its attributes are all looked at.
    const slow = fileIn(directory, workbookOf(`<worksheet>${`<a ${many((n) => `a${n}="" `, 1_000)}/>`.repeat(6_500)}`))
    const quick = fileIn(directory, 'Name\nAli\n')
    const started = performance.now()
    const refused = readSheet(slow, 1, { patienceMs: 300 }).catch(refusalOf)
    const given: unknown[] = []
    const noted = refused.then((refusal) => given.push(refusal))
    const waits = readSheet(quick, 1)
    expect(await readSheet(quick, 1).catch(refusalOf)).toEqual({
      status: 429,
      said: ['Your other files are still being read. Please try again in a moment.'],
    })
    expect((await readSheet(quick, 2)).rows).toHaveLength(1)
    expect(await refused).toEqual({
      status: 422,
      said: ['The file takes too long to read. Keep only the rows to import, and save it again as XLSX or CSV.'],
    })
    expect(performance.now() - started).toBeLessThan(8_000)
    await noted
    expect((await waits).rows).toHaveLength(1)
  }, 30_000)

  test('who comes when too many wait is told so at once', async () => {
    const quick = fileIn(directory, 'Name\nAli\n')
    const statuses = await Promise.all(
      Array.from({ length: 14 }, (_, person) =>
        readSheet(quick, person).then(
          () => 200,
          (error: unknown) => refusalOf(error).status,
        ),
      ),
    )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), ...Array.from({ length: 4 }, () => 503)])
    expect((await readSheet(quick, 1)).rows).toHaveLength(1)
  }, 30_000)
})
