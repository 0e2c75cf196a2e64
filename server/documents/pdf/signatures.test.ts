import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf.ts'
import { makeReport } from './pdf.ts'
import { signatureBlocks } from './signatures.ts'
import type { Paper } from './text.ts'

test('name and title of who signs stand under one another, whatever their script', () => {
  const drawn: { text: string; from: number; to: number }[] = []
  const doc: object = new Proxy({}, { get: () => () => doc })
  const paper = {
    doc,
    widthOf: (text: string) => text.length,
    linesOf: (text: string) =>
      text.split('\n').map((line) => ({ text: line, isFromRight: /[\u0600-\u06ff]/.test(line) })),
    draw: ({ text }: { text: string }, _style: unknown, from: number, _y: number, room: number) =>
      drawn.push({ text, from, to: from + room }),
  } as unknown as Paper
  const [row, ...others] = signatureBlocks(paper, ['طارق محمود قریشی\nController'], 500)
  row?.draw(0)
  expect(others).toEqual([])
  // A name that is read from the right ends where the longer of the two ends, and not at the end of the line to sign on.
  expect(drawn).toEqual([
    { text: 'طارق محمود قریشی', from: 42, to: 58 },
    { text: 'Controller', from: 42, to: 58 },
  ])
})

test('a name that the foot of a page has no room for ends in three dots', async () => {
  const name = 'Makhdoomzada Syed Muhammad Ghulam Mustafa Shah Gilani'
  const footOf = async (foot: string) => {
    const report = { college: 'College', title: 'Logbook', date: '', facts: [], parts: [], foot }
    const proof = { number: '2026-000031', code: '0123-4567-89AB-CDEF', address: 'https://elog.test/verify/0' }
    const [page = []] = textOfPdf(await makeReport({ ...report, proof }))
    return page.at(-1)?.text
  }
  expect(await footOf(`MBBS-23089 · ${name}`)).toMatch(/Muhammad Ghulam… \| Page 1 of 1$/)
  expect(await footOf('MBBS-23089 · Ali Raza')).toMatch(/Ali Raza \| Page 1 of 1$/)
})
