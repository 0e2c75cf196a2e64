import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { endlessPdf } from '../../testing/hostile-pdfs.ts'
import { leaveForm } from '../../testing/leaves.ts'
import { smallPdf } from '../../testing/small-pdf.ts'
import { countFiles } from '../../testing/uploads.ts'

const { at, medicine, wards, student } = await furnished()
const task = await at.make.task(medicine, [wards])

/** A page with a password to open it, or only one to change it. */
async function locked(passwords: { userPassword?: string; ownerPassword: string }, pdfVersion: '1.4' | '1.7ext3') {
  const made = new PDFDocument({ ...passwords, pdfVersion })
  made.text('Case history').end()
  return buffer(made)
}
const whole = smallPdf()
const part = (share: number) => whole.subarray(0, Math.round(whole.length * share))
const withLead = (lead: Buffer) => Buffer.concat([lead, whole])
const text = (...objects: string[]) =>
  Buffer.from(
    `%PDF-1.4\n${objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  )
const ROOT = '<< /Type /Catalog /Pages 2 0 R >>'

async function handIn(name: string, content: Buffer) {
  const form = new FormData()
  form.set('task_id', String(task))
  form.set('remarks', 'Typed before')
  form.set('files[0]', new Blob([new Uint8Array(content)], { type: 'application/octet-stream' }), name)
  const { caller } = await student(wards)
  const { status, body } = await caller.upload('/task-submissions', form)
  return { status, errors: body.errors }
}

async function asCertificate(name: string, content: Buffer) {
  const { caller } = await student(wards)
  const { status, body } = await caller.upload('/leaves', leaveForm({}, { name, content: new Uint8Array(content) }))
  return { status, errors: body.errors }
}

const PASSWORD = 'File "a.pdf" is protected by a password. Save it without one and choose it again.'
const NO_PAGE = 'File "a.pdf" has no page that can be shown. It may be damaged or incomplete.'
const NO_PDF = 'File "a.pdf" is not a PDF. Only PDF files are allowed.'

test.each<[what: string, content: Buffer, refusal: string]>([
  ['that opens with a password', await locked({ userPassword: 'a', ownerPassword: 'b' }, '1.4'), PASSWORD],
  ['that opens with a password of today', await locked({ userPassword: 'a', ownerPassword: 'b' }, '1.7ext3'), PASSWORD],
  ['of a header alone', Buffer.from('%PDF-1.4\n'), NO_PAGE],
  ['of a header and an end', Buffer.from('%PDF-1.4\n%%EOF\n'), NO_PAGE],
  ['that is cut off', part(0.4), NO_PAGE],
  ['without a page', text(ROOT, '<< /Type /Pages /Kids [] /Count 0 >>'), NO_PAGE],
  ['whose only page is missing', text(ROOT, '<< /Type /Pages /Kids [7 0 R] /Count 1 >>'), NO_PAGE],
  ['whose pages lead back to themselves', endlessPdf(100), NO_PAGE],
  ['that is one by its name alone', Buffer.from('Case history'), NO_PDF],
])('a PDF %s is refused by its name, and nothing of it stays', async (_what, content, refusal) => {
  const before = [await at.count('task_submissions'), countFiles(at, 'kept'), countFiles(at, 'removed')]
  expect(await handIn('a.pdf', content)).toEqual({ status: 422, errors: { files: [refusal] } })
  expect([await at.count('task_submissions'), countFiles(at, 'kept'), countFiles(at, 'removed')]).toEqual(before)
  expect(countFiles(at, 'incoming')).toBe(0)
})

test.each<[what: string, content: Buffer, name?: string]>([
  ['behind a mark of its encoding', withLead(Buffer.from('\ufeff'))],
  ['behind a header of an old Mac', withLead(Buffer.alloc(128))],
  ['that begins with the 1,020th byte', withLead(Buffer.alloc(1019, ' '))],
  ['with a password to change it only', await locked({ ownerPassword: 'b' }, '1.7ext3')],
  ['whose last bytes are missing, which readers repair', whole.subarray(0, -20)],
  ['with much behind its end', Buffer.concat([whole, Buffer.alloc(5000)])],
  ['whose name has no ending', whole, 'Scanned document'],
  ['whose name only seems to have one', whole, 'Report of Dr. Khan'],
])('a PDF %s is taken', async (_what, content, name = 'a.pdf') => {
  expect(await handIn(name, content)).toEqual({ status: 201, errors: undefined })
  expect((await asCertificate(name, content)).status).toBe(201)
})

test('a certificate is looked at like handed-in work', async () => {
  expect(await asCertificate('a.pdf', part(0.4))).toEqual({ status: 422, errors: { file: [NO_PAGE] } })
  const picture = Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.from('%PDF-')])
  expect((await asCertificate('cert.jfif', picture)).status).toBe(201)
})
