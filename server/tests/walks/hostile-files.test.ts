import { inflateRawSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { actingPdf, endlessPdf, foldedZeros, UNFOLDED, unfoldingPdf, zlibZeros } from '../../testing/hostile-pdfs.ts'
import { entryForm } from '../../testing/library.ts'
import { smallPdf } from '../../testing/small-pdf.ts'
import { zipOf } from '../../testing/zip.ts'

// The server opens no file but a sheet that is imported and a PDF that is handed in, of which it looks for a page and leaves
// what stands there folded: of all others it looks at the first bytes.

const { at, admin, medicine, wards, student } = await furnished()
const MB = 1024 * 1024

/** Sends a file and has it given out in both ways. */
type Way = (name: string, content: Buffer) => Promise<{ caller: Client; address: string }>

async function toLibrary(name: string, content: Buffer) {
  const form = entryForm({ title: 'Atlas', department_id: medicine }, { name, content: new Uint8Array(content) })
  const { status, body } = await admin.upload('/libraries', form)
  expect(status).toBe(201)
  return { caller: admin, address: `/libraries/${body.data.id}` }
}

async function handedIn(name: string, content: Buffer) {
  const task = await at.make.task(medicine, [wards])
  const { caller } = await student(wards)
  const form = new FormData()
  form.set('task_id', String(task))
  form.set('files[0]', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name)
  const { status, body } = await caller.upload('/task-submissions', form)
  expect(status).toBe(201)
  return { caller, address: `/task-submissions/${body.data.id}/files/${name}` }
}

const zip = () => zipOf({ 'word/document.xml': { content: '', packed: foldedZeros(UNFOLDED), size: 0xff_ff_ff_fe } })
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const PDF = 'application/pdf'
const endless = () => endlessPdf(50_000)
const acting = () => actingPdf('http://127.0.0.1')

const SENT: [what: string, name: string, make: () => Buffer, type: string, way: Way][] = [
  ['a PDF that unfolds to gigabytes, in the library', 'a.pdf', unfoldingPdf, PDF, toLibrary],
  ['a PDF that unfolds to gigabytes, handed in', 'a.pdf', unfoldingPdf, PDF, handedIn],
  ['a PDF without end, in the library', 'a.pdf', endless, PDF, toLibrary],
  ['a PDF that acts, in the library', 'a.pdf', acting, PDF, toLibrary],
  ['a PDF that acts, handed in', 'a.pdf', acting, PDF, handedIn],
  ['an archive that unfolds to gigabytes', 'a.zip', zip, 'application/zip', toLibrary],
  ['a document that unfolds to gigabytes', 'a.docx', zip, DOCX, toLibrary],
]

// First, while the process has not had much memory yet.
test.each(
  SENT.filter(([what]) => !what.includes('acts')),
)('%s, costs what a plain file of its size costs', async (...sent) => {
  const [, name, make, , way] = sent
  const content = make()
  const plain = smallPdf('plain', content.length)
  const timed = async (bytes: Buffer) => {
    const started = performance.now()
    const { caller, address } = await way(name, bytes)
    await caller.get(`${address}/view`)
    return performance.now() - started
  }
  /** The best of each, taken in turns: whatever else the machine does makes some of them slower. */
  const best = { plain: Number.POSITIVE_INFINITY, hostile: Number.POSITIVE_INFINITY }
  const peak = () => process.resourceUsage().maxRSS * 1024
  best.plain = await timed(plain)
  const before = peak()
  // More turns while a busy machine may be the reason.
  for (let turn = 0; turn < 5 || (turn < 20 && best.hostile / best.plain >= 10); turn += 1) {
    best.hostile = Math.min(best.hostile, await timed(content))
    best.plain = Math.min(best.plain, await timed(plain))
  }
  // Unfolded it took a hundred times as long.
  expect(best.hostile / best.plain).toBeLessThan(10)
  // Unfolded it would be about a thousand times its size.
  expect((peak() - before) / content.length).toBeLessThan(100)
})

test.each(
  SENT,
)('%s, is kept and given out byte for byte, as what is to be kept or shown in a sandbox', async (...sent) => {
  const [, name, make, type, way] = sent
  const content = make()
  const { caller, address } = await way(name, content)
  for (const use of ['download', 'view']) {
    const { status, headers, raw } = await caller.get(`${address}/${use}`)
    expect(status).toBe(200)
    expect(raw.equals(content)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect(headers['content-encoding']).toBeUndefined()
    const isShown = use === 'view' && type === PDF
    expect(headers['content-disposition']).toMatch(isShown ? /^inline;/ : /^attachment;/)
  }
})

test('what is sent would unfold to gigabytes', () => {
  expect(inflateRawSync(foldedZeros(3 * MB))).toEqual(Buffer.alloc(3 * MB))
  expect(inflateSync(zlibZeros(3 * MB))).toEqual(Buffer.alloc(3 * MB))
  const limit = { maxOutputLength: 256 * MB }
  expect(() => inflateSync(zlibZeros(UNFOLDED), limit)).toThrow('Cannot create a Buffer larger than')
  expect(unfoldingPdf().length).toBeLessThan(8 * MB)
})
