import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { callerAs } from '../../testing/callers.ts'
import { libraryOver, STORES } from '../../testing/library.ts'
import { listening } from '../../testing/sockets.ts'
import { findEntry } from './reads.ts'
import { addUpDownloads, countDownload } from './writes.ts'

const libraries = { directory: await libraryOver('directory'), bucket: await libraryOver('bucket') }

describe.each(STORES)('the file of an entry, from a %s,', (kind) => {
  const { at, admin, faculty, medicine, add, student } = libraries[kind]
  const tokenOf = (userId: number) => at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  const ask = async (
    id: number,
    headers: Record<string, string> = {},
    how: { method?: 'GET' | 'HEAD'; path?: string } = {},
  ) => {
    const { method = 'GET', path = 'download' } = how
    const authorization = `Bearer ${await tokenOf(faculty.userId)}`
    const answer = await at.app.inject({
      method,
      url: `/api/libraries/${id}/${path}`,
      headers: { authorization, ...headers },
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.rawPayload.toString() }
  }
  const countOf = async (id: number) => (await admin.get(`/libraries/${id}`)).body.data.download_count

  test('is sent as it came, with what a download needs to go on', async () => {
    const { id, sha256 } = await add('رپورٹ (1).txt', '0123456789')
    const { status, headers, text } = await ask(id)
    expect([status, text]).toEqual([200, '0123456789'])
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="_____ (1).txt"; filename*=UTF-8''%D8%B1%D9%BE%D9%88%D8%B1%D9%B9%20%281%29.txt`,
    })
    expect(sha256).toBe(createHash('sha256').update('0123456789').digest('hex'))
  })

  test.each([
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=4-6', 206, '456', 'bytes 4-6/10'],
    ['bytes=4-99', 206, '456789', 'bytes 4-9/10'],
    ['bytes=0-', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    // No range, or more than one, may be left unheeded.
    ['bytes=6-4', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['pages=1-2', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['bytes=99999999999999999999-', 200, '0123456789', undefined],
  ])('of which %s is asked: %i', async (range, status, text, contentRange) => {
    const { id } = await add('x.txt', '0123456789')
    const answer = await ask(id, { range })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, text, contentRange])
    expect(answer.headers['content-length']).toBe(String(text.length))
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('has no part %s', async (range) => {
    const { id } = await add('x.txt', '0123456789')
    const { status, headers, text } = await ask(id, { range })
    expect([status, headers['content-range']]).toEqual([416, 'bytes */10'])
    expect(JSON.parse(text).message).toBe('The file has no such part.')
    expect(await countOf(id)).toBe(0)
  })

  test('is gone on with only while it is the same: else the whole of the other one comes', async () => {
    const { id } = await add('x.txt', '0123456789')
    const etag = String((await ask(id)).headers.etag)
    expect(await ask(id, { range: 'bytes=4-', 'if-range': etag })).toMatchObject({ status: 206, text: '456789' })
    for (const other of ['"other"', `W/${etag}`, new Date().toUTCString()])
      expect(await ask(id, { range: 'bytes=4-', 'if-range': other })).toMatchObject({ status: 200, text: '0123456789' })
    const form = new FormData()
    for (const [name, value] of [
      ['title', 'x'],
      ['department_id', String(medicine)],
    ] as const)
      form.set(name, value)
    form.set('file', new Blob(['another one']), 'y.txt')
    expect((await admin.upload(`/libraries/${id}/file`, form)).status).toBe(200)
    const answer = await ask(id, { range: 'bytes=4-', 'if-range': etag })
    expect([answer.status, answer.text]).toEqual([200, 'another one'])
    expect(answer.headers.etag).not.toBe(etag)
  })

  test('that was cut off on its way is whole in the end', async () => {
    // More than the connection's own buffers hold.
    const content = Buffer.alloc(40 * 1024 * 1024, 'a ward round, ')
    const { id, sha256 } = await add('large.bin', content)
    if (!at.app.server.listening) await listening(at.app)
    const address = at.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const authorization = `Bearer ${await tokenOf(admin.userId)}`
    const get = async (headers: Record<string, string>) => {
      const sent = request({
        port,
        path: `/api/libraries/${id}/download`,
        headers: { authorization, ...headers },
      }).end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return answer
    }
    const first = await get({})
    const pieces: Buffer[] = []
    for await (const piece of first) {
      pieces.push(piece)
      if (Buffer.concat(pieces).length > 100_000) break
    }
    first.destroy()
    const begun = Buffer.concat(pieces)
    expect(begun.length).toBeLessThan(content.length)
    expect(await countOf(id)).toBe(0)
    const rest = await get({ range: `bytes=${begun.length}-`, 'if-range': String(first.headers.etag) })
    expect(rest.statusCode).toBe(206)
    const whole = Buffer.concat([begun, await buffer(rest)])
    expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256)
    // It is one download, however many parts it came in.
    expect(await countOf(id)).toBe(1)
  })

  test('tells its size without being sent, and is not counted by that', async () => {
    const { id, sha256 } = await add('x.txt', '0123456789')
    const { status, headers, text } = await ask(id, {}, { method: 'HEAD' })
    expect([status, text]).toEqual([200, ''])
    expect(headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes', etag: `"${sha256}"` })
    expect((await ask(99_999, {}, { method: 'HEAD' })).status).toBe(404)
    expect(await countOf(id)).toBe(0)
  })

  test('is counted when it is downloaded, not when it is looked at or asked for in vain', async () => {
    const { id } = await add('x.pdf', '%PDF-1.4')
    await ask(id)
    await ask(id, { range: 'bytes=0-3' })
    await ask(id, { range: 'bytes=4-' })
    await ask(id, {}, { path: 'view' })
    await at.nobody.get(`/libraries/${id}/download`)
    expect(await countOf(id)).toBe(2)
    await addUpDownloads(at.plainDb)
    expect(await countOf(id)).toBe(2)
    expect((await at.stored('library_entries', id))?.download_count).toBe(2)
    const before = (await admin.get(`/libraries/${id}`)).body.data.updated_at
    await Promise.all(Array.from({ length: 5 }, () => ask(id)))
    await Promise.all([addUpDownloads(at.plainDb), ask(id), addUpDownloads(at.plainDb)])
    expect(await countOf(id)).toBe(8)
    expect((await admin.get(`/libraries/${id}`)).body.data.updated_at).toBe(before)
  })

  test('is not counted any more when its entry is gone', async () => {
    const { id } = await add('x.txt', '0123456789')
    const entry = await findEntry(at.plainDb, callerAs('admin'), id)
    await at.db.deleteFrom('library_entries').where('id', '=', id).execute()
    if (entry) await at.db.transaction().execute((tx) => countDownload(tx, entry))
    expect(entry?.id).toBe(id)
    const counted = at.db.selectFrom('library_downloads').select('id').where('library_entry_id', '=', id)
    expect(await counted.execute()).toEqual([])
  })

  test('waits for nobody who changes its entry', async () => {
    const { id } = await add('x.txt', '0123456789')
    await at.db.transaction().execute(async (tx) => {
      await tx.updateTable('library_entries').set({ title: 'y' }).where('id', '=', id).execute()
      expect((await ask(id)).status).toBe(200)
      // A locked entry is added up the next time.
      await addUpDownloads(at.plainDb)
    })
    expect((await at.stored('library_entries', id))?.download_count).toBe(0)
    expect(await countOf(id)).toBe(1)
  })

  test('is shown in place when it is a PDF or a picture', async () => {
    const { id } = await add('x.png', Buffer.from('\x89PNG\r\n\x1a\nand so on', 'latin1'))
    const { status, headers } = await ask(id, {}, { path: 'view' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect((await (await student()).caller.get(`/libraries/${id}/view`)).status).toBe(200)
  })

  test('that the store has lost is a 404, and no download', async () => {
    const { id } = await add('x.txt', 'lost')
    const key = (await at.stored('library_entries', id))?.storage_key ?? ''
    if (kind === 'directory') rmSync(join(at.filesDirectory, 'files/kept', key))
    else {
      await libraries[kind].files.setAside(key)
      for await (const file of libraries[kind].files.removedFiles())
        if (file.key === key) await libraries[kind].files.forget(file)
    }
    const { status, text } = await ask(id)
    expect([status, JSON.parse(text).message]).toEqual([404, 'File not found.'])
    expect(await countOf(id)).toBe(0)
  })
})
