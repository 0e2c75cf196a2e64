import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf.ts'
import { makeReport } from './pdf.ts'
import type { PdfReport } from './report.ts'

const COLUMNS = [
  { label: 'No.', share: 0.2 },
  { label: 'Text', share: 0.8 },
]
const linesOf = (count: number, name = 'line') => Array.from({ length: count }, (_, index) => `${name} ${index}`)
const tableOf = (texts: string[]) => ({
  table: { columns: COLUMNS, rows: texts.map((text, index) => [`Row ${index}`, text]), empty: 'No rows' },
})

const reportOf = (parts: PdfReport['parts'], more: Partial<PdfReport> = {}): PdfReport => ({
  college: 'College',
  title: 'Pages',
  date: '7 Mar 2026',
  facts: [],
  parts,
  ...more,
})
const textsOf = (bytes: Buffer) => textOfPdf(bytes).map((lines) => lines.map(({ text }) => text))
const pagesOf = async (parts: PdfReport['parts']) => textsOf(await makeReport(reportOf(parts)))

/** Returns filler to stand before it, in lines of text. */
const filler = (count: number) => ({ notes: linesOf(count, 'filler'), texts: ['Before'] })

test.each([
  ['the head of a table and its first row', tableOf(['one', 'two']), ['Things', 'No. | Text', 'Row 0 | one']],
  ['an empty table', tableOf([]), ['Things', 'No. | Text', 'No rows']],
  [
    'the first lines of a high row',
    tableOf([linesOf(90).join('\n')]),
    ['Things', 'No. | Text', 'Row 0 | line 0', 'line 1', 'line 2'],
  ],
  ['the first lines of a long text', { texts: [linesOf(90).join('\n')] }, ['Things', 'line 0', 'line 1', 'line 2']],
  ['all of a short text', { texts: [linesOf(8).join('\n')] }, ['Things', ...linesOf(8)]],
])('a heading stays with %s', async (_name, part, together) => {
  for (let count = 46; count < 62; count += 1) {
    const pages = await pagesOf([filler(count), { heading: 'Things', ...part }])
    const page = pages.find((lines) => lines.includes('Things')) ?? []
    expect(page.slice(page.indexOf('Things')).slice(0, together.length), `after ${count} lines`).toEqual(together)
  }
})

test('what is whole stands on one page, however much of the one before stays white, and is divided where it fits on none', async () => {
  const whole = (rows: number) => ({ heading: 'Things', isWhole: true, ...tableOf(linesOf(rows)) })
  for (let count = 20; count < 56; count += 5) {
    const holding = (await pagesOf([filler(count), whole(30)])).filter((lines) =>
      lines.some((line) => line.startsWith('Row ')),
    )
    expect(holding, `after ${count} lines`).toHaveLength(1)
    expect(holding[0]).toContain('Things')
  }
  expect((await pagesOf([whole(60)])).length).toBeGreaterThan(1)
})

test('a high row begins where the one before it ends, and goes on below the heading row of the next page', async () => {
  const first = linesOf(30, 'first')
  const second = linesOf(40, 'second')
  const pages = await pagesOf([tableOf([first.join('\n'), second.join('\n'), 'the last'])])
  expect(pages).toHaveLength(2)
  const [one = [], two = []] = pages
  expect(one.at(one.indexOf('first 29') + 1)).toBe('Row 1 | second 0')
  expect(one.length).toBeGreaterThan(50)
  expect(two[0]).toBe('No. | Text')
  const seconds = [...one, ...two].filter((line) => line.includes('second'))
  expect(seconds.map((line) => line.replace('Row 1 | ', ''))).toEqual(second)
})

test.each([
  ['of 8 lines is never divided', 8, 8],
  ['of 9 lines has three at the least on either page', 9, 3],
])('a row %s', async (_name, size, least) => {
  const rows = tableOf(Array.from({ length: 14 }, () => linesOf(size).join('\n')))
  for (let count = 0; count < 12; count += 2) {
    const counts = (await pagesOf([filler(count), rows])).flatMap(countsOf)
    expect(counts.reduce((sum, lines) => sum + lines, 0)).toBe(14 * size)
    expect(Math.min(...counts), `after ${count} lines`).toBeGreaterThanOrEqual(least)
    expect(counts.length > 14).toBe(size > least)
  }
})

test('no row of a table that keeps them is divided, but one that is higher than half a page', async () => {
  const { table } = tableOf(Array.from({ length: 14 }, () => linesOf(12).join('\n')))
  for (let count = 0; count < 12; count += 2) {
    const counts = (await pagesOf([filler(count), { table: { ...table, keepsRows: true } }])).flatMap(countsOf)
    expect(counts, `after ${count} lines`).toEqual(new Array(14).fill(12))
  }
  const high = tableOf([linesOf(40).join('\n'), linesOf(40).join('\n')]).table
  expect((await pagesOf([{ table: { ...high, keepsRows: true } }])).flatMap(countsOf).length).toBe(3)
})

/** Returns the number of lines that each row has on a page. */
function countsOf(lines: string[]): number[] {
  const counts: number[] = []
  for (const line of lines) {
    if (line === 'No. | Text' || line.startsWith('Row ')) counts.push(0)
    if (/line \d+$/.test(line)) counts.push((counts.pop() ?? 0) + 1)
  }
  return counts.filter((count) => count > 0)
}

test('a row of thousands of lines goes on from page to page', async () => {
  const pages = await pagesOf([tableOf([linesOf(2500).join('\n')])])
  const lines = pages.flat().flatMap((line) => /line \d+$/.exec(line) ?? [])
  expect(lines).toEqual(linesOf(2500))
  for (const page of pages.slice(0, -1)) expect(page.length).toBeGreaterThan(50)
})

test('each report of a file begins on a new page, below its own head, and counts its own pages', async () => {
  const long = tableOf(linesOf(60))
  const pages = textsOf(
    await makeReport(
      reportOf([{ notes: ['short'] }], { title: 'First' }),
      reportOf([long], { title: 'Second' }),
      reportOf([{ notes: ['short'] }], { title: 'Third' }),
    ),
  )
  expect(pages.map((page) => page.slice(0, 2))).toEqual([
    ['College', 'First'],
    ['College', 'Second'],
    ['No. | Text', expect.stringMatching(/^Row /)],
    ['College', 'Third'],
  ])
  expect(pages.map((page) => page.at(-1))).toEqual([
    'Page 1 of 1',
    'Page 1 of 2',
    'Second | Page 2 of 2',
    'Page 1 of 1',
  ])
})

test('a letter has numbers where it has several pages, and what follows its table stays with the signatures', async () => {
  const letterOf = (rows: number) => [
    { prose: ['Dear parents,'], ...tableOf(linesOf(rows)) },
    { prose: ['Please sign.', 'With regards,'], signatures: ['The head', 'A guardian'] },
  ]
  const asLetter = async (rows: number) => textsOf(await makeReport(reportOf(letterOf(rows), { isLetter: true })))
  const [single = [], ...others] = await asLetter(3)
  expect(others).toEqual([])
  expect(single.slice(0, 4)).toEqual(['College', 'Pages', 'Date | 7 Mar 2026', 'Dear parents,'])
  expect(single.slice(-3)).toEqual(['Please sign.', 'With regards,', 'The head | A guardian'])
  for (let rows = 20; rows < 36; rows += 1) {
    const pages = await asLetter(rows)
    const page = pages.find((lines) => lines.includes('Please sign.')) ?? []
    expect(page, `below ${rows} rows`).toContain('The head | A guardian')
    if (pages.length > 1) expect(pages.at(-1)?.at(-1)).toBe('Pages | Page 2 of 2')
  }
})
