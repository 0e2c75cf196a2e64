import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { entryForm, libraryOver, STORES } from '../../testing/library.ts'
import { listening, speak } from '../../testing/sockets.ts'
import { countFiles } from '../../testing/uploads.ts'
import { zipOf } from '../../testing/zip.ts'

const MB = 1024 * 1024
const libraries = { directory: await libraryOver('directory'), bucket: await libraryOver('bucket') }
const full = { environment: { DISK_RESERVE: '1000000GB,5%' } }
const onFull = { directory: await libraryOver('directory', full), bucket: await libraryOver('bucket', full) }

describe.each(STORES)('an upload to a %s', (kind) => {
  const { at, admin, medicine, send, add, expectNoOrphans } = libraries[kind]
  const shown = async (id: number) => {
    const { headers } = await admin.get(`/libraries/${id}/view`)
    return [headers['content-type'], String(headers['content-disposition']).split(';')[0]]
  }
  const entries = () => at.count('library_entries')

  test('has the name of a file, and no path', async () => {
    for (const [given, kept] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\work\\x.pdf', 'x.pdf'],
      ['/etc/cron.d/x', 'x'],
      ['..', 'file'],
      ['a\u202efdp.exe', 'afdp.exe'],
      ['q?<b>.pdf', 'qb.pdf'],
      ['the "ward"\r\nbook 20%.pdf', 'the wardbook 20%.pdf'],
      ['کتاب ۱.pdf', 'کتاب ۱.pdf'],
    ] as const) {
      const { id, filename } = await add(given, `bytes of ${given}`)
      expect(filename).toBe(kept)
      expect((await admin.get(`/libraries/${id}/download`)).raw.toString()).toBe(`bytes of ${given}`)
    }
    await expectNoOrphans()
  })

  test.each<[what: string, name: string, content: () => string | Buffer<ArrayBuffer>, type: string, shown: string[]]>([
    [
      'a page said to be a picture',
      'x.png',
      () => '<script>alert(1)</script>',
      'image/png',
      ['text/plain', 'attachment'],
    ],
    ['a page', 'x.html', () => '<html><script>alert(1)</script>', 'application/pdf', ['text/html', 'attachment']],
    ['an SVG', 'x.svg', () => '<svg onload="alert(1)"/>', 'image/png', ['image/svg+xml', 'attachment']],
    ['XML', 'x.xml', () => '<?xml version="1.0"?><a/>', 'image/gif', ['application/xml', 'attachment']],
    ['a script', 'x.js', () => 'alert(1)', 'application/pdf', ['text/javascript', 'attachment']],
    [
      'a ZIP named PDF',
      'x.pdf',
      () => Buffer.from(zipOf({ 'a.txt': 'a' })),
      'application/pdf',
      ['application/zip', 'attachment'],
    ],
    ['a PDF named as a page', 'x.html', () => '%PDF-1.4\n<script>', 'text/html', ['application/pdf', 'inline']],
    ['a picture named as a page', 'x.html', () => Buffer.from('GIF89a<script>'), 'text/html', ['image/gif', 'inline']],
    [
      'bytes said to be a page',
      'x.html',
      () => Buffer.from([0, 1, 2, 3]),
      'text/html',
      ['application/octet-stream', 'attachment'],
    ],
  ])('%s is what its content says', async (_, name, content, type, expected) => {
    const { status, body } = await send({ name, content: content(), type })
    expect(status).toBe(201)
    expect(await shown(body.data.id)).toEqual(expected)
    const { headers } = await admin.get(`/libraries/${body.data.id}/download`)
    expect(headers).toMatchObject({
      'content-type': expected[0],
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers['content-disposition']).toMatch(/^attachment;/)
  })

  test('without a byte, or without a file, or with two, is refused', async () => {
    const before = await entries()
    const refused = async (form: FormData) => {
      const { status, body } = await admin.upload('/libraries', form)
      expect(status).toBe(422)
      return body.errors
    }
    const fields = { title: 'x', department_id: medicine }
    expect(await refused(entryForm(fields, { name: 'nothing.pdf', content: '' }))).toEqual({
      file: ['File "nothing.pdf" is empty. Choose a file with something in it.'],
    })
    expect(await refused(entryForm(fields))).toEqual({ file: ['Filename is required'] })
    expect(await refused(entryForm({ department_id: medicine }))).toEqual({
      title: ['Title is required'],
      file: ['Filename is required'],
    })
    const two = entryForm(fields, { name: 'a.txt', content: 'a' })
    two.append('file', new Blob(['b']), 'b.txt')
    expect(await refused(two)).toEqual({ file: ['Choose one file'] })
    // A file of a form that is refused for another field is not kept either.
    expect(await refused(entryForm({ department_id: medicine }, { name: 'a.txt', content: 'a' }))).toEqual({
      title: ['Title is required'],
    })
    expect(await entries()).toBe(before)
    await expectNoOrphans()
  })

  test('is at most 50 MB', async () => {
    const before = await entries()
    const { status, body } = await send({ name: 'film.mp4', content: new Uint8Array(51 * MB) })
    expect([status, body.message]).toEqual([413, 'File "film.mp4" is too large. Maximum size is 50MB.'])
    expect(body.errors).toEqual({ file: [body.message] })
    expect((await send({ name: 'film.mp4', content: new Uint8Array(50 * MB + 1) })).status).toBe(413)
    expect(await entries()).toBe(before)
    expect(await add('film.mp4', new Uint8Array(50 * MB))).toMatchObject({ file_size: 50 * MB })
    await expectNoOrphans()
  })

  test('that is broken, cut off or of another length leaves nothing behind', async () => {
    const before = await entries()
    const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, undefined))
    const head = (length: number) =>
      `POST /api/libraries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`
    const field = (name: string, value: unknown) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 and so on\r\n'
    const whole = `${field('title', 'x')}${field('department_id', medicine)}${file}--x--\r\n`
    const port = await listening(at.app)

    for (const [body, length] of [
      [whole.replace('--x--', '--y--'), whole.length],
      [whole.slice(0, -30), whole.length - 30],
      [whole.slice(0, -12), whole.length - 12],
      // Less is announced than comes: what comes after it is none of the form.
      [whole, whole.length - 12],
      ['--x\r\nnonsense', 13],
      ['', 0],
    ] as const) {
      const spoken = await speak(port)
      spoken.send(head(length) + body)
      const { status } = await spoken.answer()
      expect([400, 415, 422]).toContain(status)
      spoken.socket.destroy()
    }
    // More is announced than comes, and then the sender goes.
    const spoken = await speak(port)
    spoken.send(head(whole.length + 1000) + whole.slice(0, -12))
    await expect.poll(() => countFiles(at, 'incoming')).toBe(1)
    spoken.socket.destroy()

    const form = new Response(
      entryForm({ title: 'x', department_id: medicine }, { name: 'a', content: 'x'.repeat(MB) }),
    )
    const bytes = Buffer.from(await form.arrayBuffer())
    const sending = request({
      port,
      method: 'POST',
      path: '/api/libraries',
      headers: { authorization: `Bearer ${token}`, 'content-type': form.headers.get('content-type') ?? '' },
    })
    sending.on('error', () => undefined)
    sending.write(bytes.subarray(0, bytes.length / 2))
    await expect.poll(() => countFiles(at, 'incoming')).toBeGreaterThan(0)
    sending.destroy()

    await expectNoOrphans()
    expect(await entries()).toBe(before)
  })

  test('to a disk without room is a 507, in every way to send one', async () => {
    const { admin: sender, at: there, expectNoOrphans: expectNone, medicine: department } = onFull[kind]
    const form = () => entryForm({ title: 'x', department_id: department }, { name: 'a', content: 'a' })
    const id = await there.make.libraryEntry(department)
    for (const path of ['/libraries', '/libraries/uploads', `/libraries/${id}/file`])
      expect((await sender.upload(path, form())).status, path).toBe(507)
    expect(await there.count('library_entries')).toBe(1)
    await expectNone()
  })

  test('that replaces a file sets that one aside, and so does a deletion; nothing else moves', async () => {
    const { keptKeys, removedKeys } = libraries[kind]
    const id = await at.make.libraryEntry(medicine, { type: 'Book' }, 'first')
    const [kept, removed] = [await keptKeys(), await removedKeys()]
    const first = (await at.stored('library_entries', id))?.storage_key
    const form = entryForm({ title: 'x', department_id: medicine }, { name: 'second.txt', content: 'second' })
    const { status, body } = await admin.upload(`/libraries/${id}/file`, form)
    expect([status, body.data]).toMatchObject([
      200,
      { title: 'x', type: 'Book', filename: 'second.txt', file_size: 6, file_type: 'text/plain' },
    ])
    const second = (await at.stored('library_entries', id))?.storage_key
    expect(await removedKeys()).toEqual([...removed, first].sort())
    expect(await keptKeys()).toEqual([...kept.filter((key) => key !== first), second].sort())
    expect((await admin.get(`/libraries/${id}/download`)).raw.toString()).toBe('second')
    const [told] = await at.trailOf('library_entry', id)
    expect(told).toMatchObject({ action: 'replace-file', changes: { filename: ['notes.txt', 'second.txt'] } })
    expect(told.changes.sha256).toHaveLength(2)

    await admin.delete(`/libraries/${id}`)
    expect(await removedKeys()).toEqual([...removed, first, second].sort())
    expect(await keptKeys()).toEqual(kept.filter((key) => key !== first))
    await expectNoOrphans()
  })

  test('for an entry that was changed meanwhile is refused, and its file is not kept', async () => {
    const id = await at.make.libraryEntry(medicine, {}, 'first')
    const form = (more: object) =>
      entryForm({ title: 'x', department_id: medicine, ...more }, { name: 'a.txt', content: 'other' })
    const stale = { updated_at: '2020-01-01T00:00:00.000Z' }
    expect((await admin.upload(`/libraries/${id}/file`, form(stale))).status).toBe(409)
    expect((await admin.upload(`/libraries/${id}/file`, form({ department_id: 99_999 }))).status).toBe(422)
    expect((await admin.get(`/libraries/${id}/download`)).raw.toString()).toBe('first')
    await expectNoOrphans()
  })
})
