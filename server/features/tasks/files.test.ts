import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import type { Answer, Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { pdf } from '../../testing/make.ts'
import { smallPdf } from '../../testing/small-pdf.ts'
import { countFiles, form } from '../../testing/uploads.ts'

const { at, faculty, medicine, wards, student } = await furnished()
const task = await at.make.task(medicine, [wards])

const send = async (files: [name: string, content: Blob][], caller?: Client) => {
  const body = form({ task_id: String(task) })
  files.forEach(([name, content], index) => {
    body.set(`files[${index}]`, content, name)
  })
  return (caller ?? (await student(wards)).caller).upload('/task-submissions', body)
}
const filesOf = (answer: Answer): { name: string; size: number; sha256: string }[] => {
  expect(answer.status).toBe(201)
  return JSON.parse(answer.body.data.files)
}
const namesOf = (answer: Answer) => filesOf(answer).map((file) => file.name)
const MEGABYTES = 1024 * 1024
const sized = (bytes: number) => pdf('large', bytes)

describe('what is handed in', () => {
  test('is at least one PDF, by name and by content', async () => {
    const before = countFiles(at, 'kept')
    const refused = async (files: [string, Blob][]) => {
      const { status, body } = await send(files)
      expect(status).toBe(422)
      return body.errors
    }
    const notPdf = (name: string) => ({ files: [`File "${name}" is not a PDF. Only PDF files are allowed.`] })
    expect(await refused([])).toEqual({ files: ['Please upload a PDF file'] })
    expect(await refused([['work.docx', pdf()]])).toEqual(notPdf('work.docx'))
    expect(
      await refused([
        ['a.pdf', pdf()],
        ['page.pdf', new Blob(['<html>'])],
      ]),
    ).toEqual(notPdf('page.pdf'))
    expect(await refused([['empty.pdf', new Blob([])]])).toEqual(notPdf('empty.pdf'))
    expect(await refused([['far.pdf', new Blob([' '.repeat(2000), '%PDF-1.4'])]])).toEqual(notPdf('far.pdf'))
    expect(await at.db.selectFrom('task_submissions').select('id').where('task_id', '=', task).execute()).toEqual([])
    expect(countFiles(at, 'kept')).toBe(before)
    expect(countFiles(at, 'incoming')).toBe(0)
  })

  test('is at most 10 MB each', async () => {
    const { status, body } = await send([['big.pdf', sized(10 * MEGABYTES + 1)]])
    expect(status).toBe(413)
    expect(body.message).toBe('File "big.pdf" is too large. Maximum size is 10MB.')
    expect(body.errors).toEqual({ files: [body.message] })
    expect(countFiles(at, 'incoming')).toBe(0)
    expect(filesOf(await send([['full.pdf', sized(10 * MEGABYTES)]]))[0]?.size).toBe(10 * MEGABYTES)
  })

  test('is at most ten files', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n): [string, Blob] => [`${n}.pdf`, pdf()])
    const { status, body } = await send(many(11))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ files: ['At most 10 files can be uploaded'] })
    expect(countFiles(at, 'incoming')).toBe(0)
    expect(namesOf(await send(many(10)))).toHaveLength(10)
  })

  test('is listed with size and SHA-256, and stored as it came', async () => {
    const content = pdf('خلاصہ')
    const bytes = Buffer.from(await content.arrayBuffer())
    const answer = await send([['a.pdf', content]])
    expect(filesOf(answer)).toEqual([
      { name: 'a.pdf', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ])
    const sent = await faculty.get(`/task-submissions/${answer.body.data.id}/files/a.pdf/download`)
    expect(sent.raw).toEqual(bytes)
  })

  test('is renamed when a name comes twice, whatever the case', async () => {
    const files: [string, Blob][] = ['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf'].map((name) => [name, pdf()])
    expect(namesOf(await send(files))).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf', 'a (2) (2).pdf'])
  })

  test('loses paths and what a file system could trip over, and keeps every script', async () => {
    const given = ['../../etc/cron.pdf', 'C:\\work\\x.pdf', 'a\u202efdp.pdf', 'q?<b>.pdf', 'رپورٹ ۱.pdf', '.pdf']
    const caller = (await student(wards)).caller
    const answer = await send(
      given.map((name) => [name, pdf(name)]),
      caller,
    )
    expect(namesOf(answer)).toEqual(['cron.pdf', 'x.pdf', 'afdp.pdf', 'qb.pdf', 'رپورٹ ۱.pdf', '.pdf'])
    for (const name of namesOf(answer)) {
      const path = `/task-submissions/${answer.body.data.id}/files/${encodeURIComponent(name)}/download`
      expect((await caller.get(path)).status, name).toBe(200)
    }
    expect(readdirSync(at.filesDirectory)).toEqual(['files'])
  })

  test('can be downloaded again by a name of the greatest length in any script', async () => {
    const name = `${'ڑ'.repeat(300)}.pdf`
    const caller = (await student(wards)).caller
    const answer = await send([[name, pdf()]], caller)
    expect(namesOf(answer)).toEqual([`${'ڑ'.repeat(196)}.pdf`])
    const stored = encodeURIComponent(namesOf(answer)[0] ?? '')
    expect((await caller.get(`/task-submissions/${answer.body.data.id}/files/${stored}/view`)).status).toBe(200)
    const wide = `${'漢'.repeat(196)}.pdf`
    const second = await send([[wide, pdf()]], (await student(wards)).caller)
    const path = `/task-submissions/${second.body.data.id}/files/${encodeURIComponent(wide)}/view`
    expect((await faculty.get(path)).status).toBe(200)
  })
})

describe('a form', () => {
  const raw = async (contentType: string | undefined, payload: string) => {
    const { userId } = (await student(wards)).caller
    const login = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
    const answer = await at.app.inject({
      method: 'POST',
      url: '/api/task-submissions',
      headers: { authorization: `Bearer ${login}`, ...(contentType ? { 'content-type': contentType } : {}) },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('is multipart/form-data and nothing else', async () => {
    for (const [type, payload] of [
      ['application/json', '{}'],
      ['application/pdf', '%PDF-1.4'],
      ['text/plain', 'x'],
    ] as const)
      expect((await raw(type, payload)).status, type).toBe(415)
    expect((await raw(undefined, '')).status).toBe(415)
  })

  test('that ends in the middle is refused and leaves nothing behind', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="task_id"\r\n\r\n'
    const file = '\r\n--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.pdf"\r\n\r\n%PDF-1.4 and so'
    for (const payload of [head, `${head}${task}${file}`, `${head}${task}${file}\r\n--x`]) {
      const { status, body } = await raw('multipart/form-data; boundary=x', payload)
      expect(status, payload).toBe(400)
      expect(body.message).toMatch(/^The form is malformed/)
    }
    expect((await raw('multipart/form-data', 'x')).status).toBe(400)
    expect(countFiles(at, 'incoming')).toBe(0)
  })

  test('has a bounded number of fields, and remarks of a bounded length', async () => {
    const caller = (await student(wards)).caller
    const many = form({
      task_id: String(task),
      ...Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`f${n}`, 'x'])),
    })
    expect((await caller.upload('/task-submissions', many)).status).toBe(400)
    const long = form({ task_id: String(task), remarks: 'x'.repeat(5001) }, 'a.pdf')
    expect((await caller.upload('/task-submissions', long)).body.errors).toEqual({
      remarks: ['Remarks must be at most 5000 characters'],
    })
    expect(countFiles(at, 'incoming')).toBe(0)
  })
})

describe('a file', () => {
  test('is sent to keep or to open, as a PDF that nothing else can come of', async () => {
    const caller = (await student(wards)).caller
    const answer = await send([['رپورٹ 1 (a).pdf', pdf('x')]], caller)
    const path = `/task-submissions/${answer.body.data.id}/files/${encodeURIComponent('رپورٹ 1 (a).pdf')}`
    for (const reader of [caller, faculty, await at.as('principal')])
      for (const [how, disposition] of [
        ['download', 'attachment'],
        ['view', 'inline'],
      ]) {
        const { status, headers, raw } = await reader.get(`${path}/${how}`)
        expect(status).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'application/pdf',
          'content-length': String(raw.length),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
          'content-disposition': `${disposition}; filename="_____ 1 (a).pdf"; filename*=UTF-8''%D8%B1%D9%BE%D9%88%D8%B1%D9%B9%201%20%28a%29.pdf`,
        })
        expect(raw.equals(smallPdf('x'))).toBe(true)
      }
  })

  test('is found by its name, by those who may see the submission', async () => {
    const caller = (await student(wards)).caller
    const answer = await send([['a.pdf', pdf()]], caller)
    const path = (name: string, id = answer.body.data.id) => `/task-submissions/${id}/files/${name}/download`
    for (const name of ['b.pdf', 'A.pdf', '..', '%2e%2e%2fa.pdf', '%00'])
      expect((await caller.get(path(name))).status, name).toBe(404)
    expect((await caller.get(path('a.pdf', 99_999))).status).toBe(404)
    expect((await (await student(wards)).caller.get(path('a.pdf'))).status).toBe(404)
    expect((await (await at.as('faculty', await at.make.department())).get(path('a.pdf'))).status).toBe(404)
    expect((await (await at.as('student-affair')).get(path('a.pdf'))).status).toBe(403)
    expect((await at.nobody.get(path('a.pdf'))).status).toBe(401)
  })

  test('that the store has lost is a 404, not a broken answer', async () => {
    const answer = await send([['a.pdf', pdf()]])
    rmSync(join(at.filesDirectory, 'files', 'kept'), { recursive: true })
    const { status, body } = await faculty.get(`/task-submissions/${answer.body.data.id}/files/a.pdf/view`)
    expect(status).toBe(404)
    expect(body.message).toBe('File not found.')
  })
})
