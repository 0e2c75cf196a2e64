import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf.ts'
import { makeReport } from './pdf.ts'
import type { PdfReport } from './report.ts'

const ADDRESS = 'https://elog.college.example/verify/0123456789ABCDEF'
const report: PdfReport = {
  college: 'Test College',
  title: 'Some Paper',
  date: '7 Mar 2026',
  facts: [],
  foot: 'MBBS-22001',
  parts: [{ texts: Array.from({ length: 90 }, (_, line) => `Line ${line}`) }],
  proof: { number: '2026-000123', code: '0123-4567-89AB-CDEF', address: ADDRESS },
}

/** Draws the filled squares of a page as a camera sees them, four points to one of the page. */
function pictureOf(drawn: string) {
  const [width, height, scale] = [600, 850, 4]
  const data = new Uint8ClampedArray(width * height * scale * scale * 4).fill(255)
  for (const numbers of drawn.matchAll(/(\S+) (\S+) (\S+) (\S+) re/g)) {
    const [x = 0, y = 0, w = 0, h = 0] = numbers.slice(1).map((number) => Math.round(Number(number) * scale))
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1)
        data.fill(0, (row * width * scale + column) * 4, (row * width * scale + column) * 4 + 3)
  }
  return { width: width * scale, height: height * scale, data }
}

test('the end of a document has the code that a camera reads as the address, and each page names it', async () => {
  const bytes = await makeReport(report)
  const pages = textOfPdf(bytes).map((page) => page.map(({ text }) => text))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages)
    expect(page.at(-1)).toContain('Document 2026-000123 · 0123-4567-89AB-CDEF · MBBS-22001 | Page')
  expect(pages.at(-1)).toContain(`Check it at ${ADDRESS}`)
  const streams = [...bytes.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)].map(([, data = '']) => {
    const raw = Buffer.from(data, 'latin1')
    return (raw[0] === 0x78 ? inflateSync(raw) : raw).toString('latin1')
  })
  const drawn = streams.find((stream) => stream.includes(' re\n'))
  expect(decodeQR(pictureOf(drawn ?? ''))).toBe(ADDRESS)
})

test('the code stays with what is said of it, on a page of its own if need be', async () => {
  for (let length = 40; length < 80; length += 3) {
    const parts = [{ texts: Array.from({ length }, (_, line) => `Line ${line}`) }]
    const pages = textOfPdf(await makeReport({ ...report, parts })).map((page) => page.map(({ text }) => text))
    expect(pages.findIndex((page) => page.includes('Document 2026-000123'))).toBe(pages.length - 1)
    expect(pages.at(-1)).toContain(`Check it at ${ADDRESS}`)
  }
})
