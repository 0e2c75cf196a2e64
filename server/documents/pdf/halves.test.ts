import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf.ts'
import { halvedBlocks } from './halves.ts'
import { PAGE } from './pages.ts'
import { makeReport } from './pdf.ts'
import type { PdfReport, PdfTable } from './report.ts'
import type { Paper } from './text.ts'

const PROOF = {
  number: '2026-000031',
  code: '0123-4567-89AB-CDEF',
  address: 'https://elog.test/verify/0123456789ABCDEF',
}

const report = (rows: readonly (readonly string[])[]): PdfReport => ({
  college: 'College',
  title: 'Halves',
  date: '7 Mar 2026',
  facts: [
    ['Title', 'Final professional examination'],
    ['Batch', 'MBBS 2023'],
    ['Department', 'All departments'],
    ['Frozen', '7 Mar 2026, 10:00'],
    ['Students', 'Eligible 100, Not eligible 50'],
  ],
  parts: [
    {
      table: {
        columns: [
          { label: 'Roll', share: 0.24 },
          { label: 'Name', share: 0.47 },
          { label: 'Verdict', share: 0.29 },
        ],
        rows,
        empty: 'Nobody',
        isHalved: true,
      },
      notes: ['A note'],
    },
  ],
  proof: PROOF,
})
const students = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => [`R-${String(index).padStart(3, '0')}`, name, 'Not yet eligible'])
const pagesOf = async (rows: readonly (readonly string[])[]) => {
  const bytes = await makeReport(report(rows))
  return { bytes, pages: textOfPdf(bytes).map((lines) => lines.map(({ text }) => text)) }
}
const rollsOf = (lines: readonly string[]) => lines.flatMap((line) => line.match(/R-\d{3}/g) ?? [])

test.each([
  ['short', 'Ali Raza', 2],
  ['long English', 'Muhammad Abdul Rehman Siddiqui Chaudhry', 3],
  ['long Urdu', 'محمد عبد الرحمٰن صدیقی چوہدری بن محمد یوسف', 3],
])('a hundred and fifty %s names stand on few pages, each once, with heading and number', async (_kind, name, most) => {
  const { pages } = await pagesOf(students(150, name))
  expect(pages.length).toBeLessThanOrEqual(most)
  expect(pages.flatMap(rollsOf).toSorted()).toEqual(students(150, name).map(([roll]) => roll))
  for (const [index, lines] of pages.entries()) {
    expect(lines.join('\n')).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(lines.join('\n')).toContain(`Document ${PROOF.number} · ${PROOF.code}`)
    if (rollsOf(lines).length > 0) expect(lines.filter((line) => line.includes('Roll | Name'))).not.toEqual([])
  }
})

test('a cell that is read from the right ends before the next one begins', () => {
  const cells: { text: string; from: number; to: number }[] = []
  const doc: object = new Proxy({}, { get: () => () => doc })
  const paper = {
    doc,
    linesOf: (text: string) => [{ text, isFromRight: true }],
    draw: ({ text }: { text: string }, _style: unknown, from: number, _y: number, room: number) =>
      cells.push({ text, from, to: from + room }),
  } as unknown as Paper
  const table = report([['R-1', 'محمد عبد الرحمٰن', 'Eligible']]).parts[0]?.table as PdfTable
  const [, rows] = halvedBlocks(paper, table, PAGE, 0)
  rows?.draw(100)
  const [roll, name, verdict] = cells
  expect(cells.map(({ text }) => text)).toEqual(['R-1', 'محمد عبد الرحمٰن', 'Eligible'])
  expect((name?.from ?? 0) - (roll?.to ?? 0)).toBeGreaterThan(6)
  expect((verdict?.from ?? 0) - (name?.to ?? 0)).toBeGreaterThan(6)
})
