import { inflateSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { answerErrors } from '../../http/answers.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { visualPieces } from './bidi.ts'
import { makeReport, sendPdf } from './pdf.ts'
import type { PdfReport } from './report.ts'

const reportOf = (names: string[], more: Partial<PdfReport> = {}): PdfReport => ({
  college: 'Test College',
  title: 'Some Report',
  date: '7 Mar 2026',
  facts: [['Batch', 'Batch 1']],
  parts: [
    {
      table: {
        columns: [
          { label: 'Name', share: 0.5 },
          { label: 'Count', share: 0.5, toRight: true },
        ],
        rows: names.map((name, index) => [name, String(index)]),
        empty: 'Nobody',
      },
      notes: ['The end'],
    },
  ],
  ...more,
})

const made = async (report: PdfReport) => {
  const bytes = await makeReport(report)
  return { bytes, pages: textOfPdf(bytes) }
}
const drawnIn = (bytes: Buffer) =>
  [...bytes.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)].map(([, data = '']) => {
    const raw = Buffer.from(data, 'latin1')
    return (raw[0] === 0x78 ? inflateSync(raw) : raw).toString('latin1')
  })
/** The glyph that a font has for what it lacks is its first one. */
const boxesIn = (bytes: Buffer) =>
  drawnIn(bytes)
    .flatMap((drawn) => [...drawn.matchAll(/\[([^\]]*)\] TJ/g)])
    .flatMap(([, glyphs = '']) => [...glyphs.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []))
    .filter((glyph) => glyph === '0000').length
const lines = (pages: { text: string }[][]) => pages.flat().map(({ text }) => text)

describe('a report', () => {
  test('has a head, a table and what stands below it, in text that can be copied', async () => {
    const { bytes, pages } = await made(reportOf(['Zoë Łukasiewicz', 'Николай']))
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(lines(pages)).toEqual([
      'Test College',
      'Some Report',
      'Batch | Batch 1',
      'Date | 7 Mar 2026',
      'Name | Count',
      'Zoë Łukasiewicz | 0',
      'Николай | 1',
      'The end',
      'Page 1 of 1',
    ])
  })

  test('has Chinese, Japanese and emoji among other letters, none of them as an empty box', async () => {
    const names = [
      '王小明 (B-12)',
      'Ali 👍🏽 Khan',
      '見習 かなカナ',
      'Seen ❤️ by 👨‍👩‍👧, 1️⃣ and 🇵🇰',
      '医'.repeat(80),
      'محمد 👍🏽 علی',
    ]
    const { bytes, pages } = await made(reportOf(names, { college: '医学院', title: 'Report 报告 🩺' }))
    const text = lines(pages).join('\n')
    for (const part of ['医学院', 'Report 报告 🩺', '王小明 (B-12) | 0', '見習 かなカナ | 2', 'Ali ', 'Seen ', ' and '])
      expect(text).toContain(part)
    expect(text.match(/医/g)).toHaveLength(81)
    expect(boxesIn(bytes)).toBe(0)
    // A letter that no font has is still seen to be missing.
    expect(boxesIn((await made(reportOf(['\u{12000}']))).bytes)).toBe(1)
  })

  test('has Korean in syllables, in their parts and in old letters, none of them as an empty box', async () => {
    const names = [
      '김민수 (B-12)',
      // As some file systems write it.
      '박서연.pdf'.normalize('NFD'),
      'Ali 이준 金 👍🏽 Khan',
      'ㅋㅋ ㅏ',
      '\u1112\u119e\u11ab \u1140\u1161',
      '의'.repeat(80),
      'محمد 지훈 علی',
    ]
    const { bytes, pages } = await made(reportOf(names, { college: '의과대학', title: 'Report 보고서' }))
    const text = lines(pages).join('\n')
    const parts = [
      '의과대학',
      'Report 보고서',
      '김민수 (B-12) | 0',
      '박서연.pdf | 1',
      'Ali 이준 金 ',
      'ㅋㅋ ㅏ | 3',
      '지훈',
    ]
    for (const part of [...parts, '\u1112\u119e\u11ab \u1140\u1161 | 4']) expect(text).toContain(part)
    expect(text.match(/의/g)).toHaveLength(81)
    expect(boxesIn(bytes)).toBe(0)
  })

  test('draws percents as bars of that part of their cells', async () => {
    const columns = [
      { label: 'Name', share: 0.5 },
      { label: 'Share', share: 0.5, isBar: true },
    ]
    const rows = ['100', '25', '0'].map((percent) => ['Some', percent])
    const { bytes, pages } = await made(reportOf([], { parts: [{ table: { columns, rows, empty: '' } }] }))
    expect(lines(pages)).toEqual(expect.arrayContaining(['Name | Share', 'Some']))
    // The heading's background is as wide as the page.
    const widths = [
      ...drawnIn(bytes)
        .join('\n')
        .matchAll(/(\S+) \S+ re\n/g),
    ].map(([, width]) => Number(width))
    const [page = 0, whole = 0, quarter = 0, ...others] = widths
    expect(others).toEqual([])
    expect([whole / page, quarter / whole]).toEqual([expect.closeTo(0.49, 1), expect.closeTo(0.25, 3)])
  })

  test('repeats the heading row on every page, and each page says how many there are', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Student ${index}`)
    const { pages } = await made(reportOf(names))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      const texts = page.map(({ text }) => text)
      expect(texts.filter((text) => text === 'Name | Count')).toHaveLength(1)
      expect(texts.at(-1)).toMatch(new RegExp(`Page ${index + 1} of ${pages.length}$`))
    }
    const rows = lines(pages).filter((text) => text.startsWith('Student '))
    expect(rows).toEqual(names.map((name, index) => `${name} | ${index}`))
  })

  test('never divides what stands below the table between two pages', async () => {
    const below = {
      heading: 'Total',
      facts: [['Present', '1'] as const, ['Absent', '2'] as const],
      notes: ['Counted so'],
    }
    for (let count = 28; count < 40; count += 1) {
      const { parts } = reportOf(Array.from({ length: count }, (_, index) => `Student ${index}`))
      const { pages } = await made(reportOf([], { parts: [...parts, below] }))
      const on = (text: string) => pages.findIndex((page) => page.some((line) => line.text === text))
      expect([on('Present | 1'), on('Absent | 2'), on('Counted so')]).toEqual([on('Total'), on('Total'), on('Total')])
    }
  })

  test('without rows says so', async () => {
    expect(lines((await made(reportOf([]))).pages)).toContain('Nobody')
  })

  test('breaks what is too long, a word and a text of many lines alike', async () => {
    const word = 'W'.repeat(200)
    const text = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n')
    const { pages } = await made(reportOf([word, text]))
    const all = lines(pages)
    expect(all.join('').replace(/[^W]/g, '')).toHaveLength(200)
    expect(all.filter((line) => /^line \d+/.test(line))).toHaveLength(200)
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(75)
  })

  test('sets Urdu from the right, word by word, and it is copied as it was written', async () => {
    const { bytes, pages } = await made(reportOf(['محمد علی خان']))
    const line = pages.flat().find(({ text }) => text.includes('محمد'))
    expect(line?.text).toBe('محمد علی خان | 0')
    expect(line?.glyphs).toBe(`${Array.from('محمد علی خان').reverse().join('')}0`)
    expect(bytes.toString('latin1')).toContain('+Vazirmatn')
  })

  test('a sign above its letter is copied where it was written', async () => {
    const { pages } = await made(reportOf(['عبدالرحمٰن چوہدری']))
    expect(lines(pages)).toContain('عبدالرحمٰن چوہدری | 0')
  })

  test('carries only the glyphs that it uses, of the fonts that it uses', async () => {
    const { bytes } = await made(reportOf(['Ali']))
    expect(bytes.length).toBeLessThan(30_000)
    expect(bytes.toString('latin1')).not.toContain('Vazirmatn')
  })

  test('is made whatever signs a text holds', async () => {
    const odd = [
      'a\u0301\u0302',
      '\u200f\u202eabc',
      '😀 👩‍👩‍👧',
      'नमस्ते',
      '李小龙',
      'ﷺ',
      '\u0640\u064e',
      ' ',
      '\u0600\u06dd1',
      '(((',
    ]
    const { pages } = await made(reportOf([...odd, 'the last']))
    expect(lines(pages)).toContain(`the last | ${odd.length}`)
  })
})

describe('a report is sent', () => {
  const sent = async (report: PdfReport) => {
    const app = Fastify()
    app.setErrorHandler(answerErrors)
    app.get('/', (_, reply) =>
      sendPdf(
        reply,
        { college: 'Test College', timezone: 'Asia/Karachi' },
        { name: 'some-report', day: '2026-03-07', report },
      ),
    )
    const answer = await app.inject('/')
    await app.close()
    return answer
  }

  test('as a file that is named after it and the day, never shown in the browser or kept', async () => {
    const { statusCode, headers, rawPayload } = await sent(reportOf(['Ali']))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="some-report-2026-03-07.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('as a 500 when it cannot be made', async () => {
    const { statusCode, body } = await sent(reportOf([7 as unknown as string]))
    expect(statusCode).toBe(500)
    expect(JSON.parse(body).message).toBe('Something went wrong on the server.')
  })
})

describe('a line is set from left to right', () => {
  const drawn = (text: string) => visualPieces(text).map((piece) => piece.text)
  test.each([
    ['as it is without a right-to-left letter', 'Ali (B-12) 3/5', ['Ali (B-12) 3/5']],
    ['word by word from the right', 'محمد علی', ['علی', ' ', 'محمد']],
    ['with a number in its own order', 'احمد 2026-03-06 تک', ['تک', ' ', '2026-03-06', ' ', 'احمد']],
    ['with Arabic digits in theirs', 'گروپ ۱۲', ['۱', '۲', ' ', 'گروپ']],
    ['with brackets turned', 'علی (خان)', ['(', 'خان', ')', ' ', 'علی']],
    ['with Latin words in their order', 'علی Raza Khan', ['Raza Khan', ' ', 'علی']],
    ['with Urdu words inside a Latin line', 'Ali محمد علی Khan', ['Ali ', 'علی', ' ', 'محمد', ' Khan']],
    ['with brackets around Urdu in a Latin line', 'Ali (خان) Khan', ['Ali (', 'خان', ') Khan']],
    ['with a sign at its end, whatever stands first', '50% حاضر۔', ['۔', 'حاضر', ' ', '50%']],
    ['with a vowel sign on its letter', 'اَب ج', ['ج', ' ', 'اَب']],
    ['without what steers direction', '\u200fab\u202e', ['ab']],
  ])('%s', (_name, text, pieces) => {
    expect(drawn(text)).toEqual(pieces)
  })
})
