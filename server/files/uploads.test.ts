import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { unfurnished } from '../testing/college.ts'
import { pdf } from '../testing/make.ts'
import { countFiles, form } from '../testing/uploads.ts'
import { freeName } from './uploads.ts'

describe('a free name', () => {
  test.each([
    ['a.pdf', [], 'a.pdf'],
    ['a.pdf', ['b.pdf'], 'a.pdf'],
    ['a.pdf', ['a.pdf'], 'a (2).pdf'],
    ['A.PDF', ['a.pdf', 'a (2).pdf'], 'A (3).PDF'],
    ['a.b.pdf', ['a.b.pdf'], 'a.b (2).pdf'],
    ['file', ['file'], 'file (2)'],
    ['.pdf', ['.pdf'], '.pdf (2)'],
    ['ÄRZTE.pdf', ['ärzte.pdf'], 'ÄRZTE (2).pdf'],
  ])('for %s beside %j is %s', (name, taken, free) => {
    expect(freeName(name, taken)).toBe(free)
  })
})

const at = await unfurnished()
const department = await at.make.department()
const batch = await at.make.batch()
const group = await at.make.group(batch, department)
const task = await at.make.task(department, [group])
const { userId } = await at.make.student(batch, group)
const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
const headers = { authorization: `Bearer ${token}` }
await at.app.listen({ port: 0, host: '127.0.0.1' })
const port = (at.app.server.address() as AddressInfo).port

/** Over a socket, where a sender may be slow, go away, or still be sending when the answer is already clear. */
describe('an upload over the network', () => {
  const begin = (more: Record<string, string>) =>
    request({ port, method: 'POST', path: '/api/task-submissions', headers: { ...headers, ...more } })

  /** Sends as a browser does: everything, and only then reads the answer. */
  test('that is too large is read to its end, and then told so', async () => {
    const body = form({ task_id: String(task) })
    body.set('files[0]', new Blob([pdf(), new Uint8Array(30 * 1024 * 1024)]), 'big.pdf')
    const encoded = new Response(body)
    const sending = begin({ 'content-type': encoded.headers.get('content-type') ?? '' })
    const answered = once(sending, 'response')
    sending.end(Buffer.from(await encoded.arrayBuffer()))
    await once(sending, 'finish')
    const [answer] = (await answered) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
    expect(await json(answer)).toMatchObject({ message: 'File "big.pdf" is too large. Maximum size is 10MB.' })
    expect(countFiles(at, 'incoming')).toBe(0)
  })

  test('whose sender goes away leaves nothing behind', async () => {
    const sending = begin({ 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' })
    sending.on('error', () => undefined)
    sending.write('--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.pdf"\r\n\r\n%PDF-1.4 and so')
    await expect.poll(() => countFiles(at, 'incoming')).toBe(1)
    sending.destroy()
    await expect.poll(() => countFiles(at, 'incoming')).toBe(0)
    expect(await at.db.selectFrom('task_submissions').select('id').execute()).toEqual([])
  })

  test('that is in order is stored', async () => {
    const body = form({ task_id: String(task) }, 'a.pdf', 'b.pdf')
    expect(
      (await fetch(`http://127.0.0.1:${port}/api/task-submissions`, { method: 'POST', headers, body })).status,
    ).toBe(201)
    expect(countFiles(at, 'kept')).toBe(2)
    expect(countFiles(at, 'incoming')).toBe(0)
  })
})
