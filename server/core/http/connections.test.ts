import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { unfurnished } from '../../testing/college.ts'
import { pdf } from '../../testing/make.ts'
import { listening, type Spoken, speak } from '../../testing/sockets.ts'
import { form } from '../../testing/uploads.ts'
import { openLogin } from '../login.ts'

const at = await unfurnished()
const port = await listening(at.app)

const ASK = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n'
const countOf = (heard: string) => heard.split('HTTP/1.1 200').length - 1

test('who asks a thousand things ahead on one connection is cut off', async () => {
  const spoken = await speak(port)
  spoken.send(ASK.repeat(1000))
  expect(countOf(await spoken.untilClosed())).toBeLessThanOrEqual(8)
})

test('who asks some ahead, or one after the other without end, is answered', async () => {
  const spoken = await speak(port)
  for (let n = 0; n < 20; n += 1) {
    spoken.send(ASK)
    await once(spoken.socket, 'data')
  }
  spoken.send(ASK.repeat(5) + ASK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
  expect(countOf(await spoken.untilClosed())).toBe(26)
})

test('no more connections are taken than a process may have open', () => {
  expect(at.app.server.maxConnections).toBe(5_000)
})

// Headers have their own limit. Body, file and answer would be held for a minute or more but for this one.
describe('a connection that stands still is cut', () => {
  const LIMITS = { headers: 400, body: 60_000, upload: 120_000, rest: 60_000, look: 50, still: 700 }
  const FILE_BYTES = 9 * 1024 * 1024
  let still: TestApp
  let stillPort: number
  let task: number
  let student: { userId: number; token: string }

  beforeAll(async () => {
    still = await testApp({ limits: LIMITS })
    stillPort = await listening(still.app)
    const [medicine, batch] = [await still.make.department(), await still.make.batch()]
    const wards = await still.make.group(batch, medicine)
    task = await still.make.task(medicine, [wards])
    const { userId } = await still.make.student(batch, wards)
    student = { userId, token: await still.db.transaction().execute((tx) => openLogin(tx, userId, 'test')) }
  })
  afterAll(() => still.close())

  /** A connection from both ends. */
  async function connected(): Promise<{ spoken: Spoken; there: Socket }> {
    const [spoken, [there]] = await Promise.all([speak(stillPort), once(still.app.server, 'connection')])
    return { spoken, there: there as Socket }
  }
  const headOf = (first: string, ...headers: string[]) =>
    [`${first} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${student.token}`, ...headers, ''].join('\r\n')

  test.each([
    ['that says nothing', () => ''],
    ['with half of the headers', () => headOf('GET /api/auth/me')],
    [
      'with half of a body',
      () => `${headOf('POST /api/auth/change-password', 'content-type: application/json', 'content-length: 99')}\r\n{`,
    ],
    [
      'with half of a file',
      () => {
        const type = 'content-type: multipart/form-data; boundary=x'
        const part = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-'
        return `${headOf('POST /api/task-submissions', type, 'content-length: 100000')}\r\n${part}`
      },
    ],
  ])('%s', async (_, begun) => {
    const { spoken } = await connected()
    const text = begun()
    if (text) spoken.send(text)
    expect(await spoken.untilClosed()).not.toContain('HTTP/1.1 2')
  })

  test('whose answer nobody reads', async () => {
    const body = form({ task_id: String(task) })
    body.set('files[0]', new Blob([pdf(), new Uint8Array(FILE_BYTES)]), 'a.pdf')
    const kept = await (await still.of(student.userId)).upload('/task-submissions', body)
    expect(kept.status).toBe(201)
    const { spoken, there } = await connected()
    spoken.socket.pause()
    const cut = once(there, 'close')
    spoken.send(`${headOf(`GET /api/task-submissions/${kept.body.data.id}/files/a.pdf/download`)}\r\n`)
    await cut
    spoken.socket.resume()
    const heard = await spoken.untilClosed()
    expect(heard).toMatch(/^HTTP\/1\.1 200 /)
    expect(heard.length).toBeLessThan(FILE_BYTES)
  })

  test('but not one that goes on with what it began', async () => {
    const { spoken } = await connected()
    for (const part of `${headOf('GET /api/auth/me')}\r\n`.match(/.{1,40}/gs) ?? []) spoken.send(part)
    expect((await spoken.answer()).status).toBe(200)
    spoken.socket.destroy()
  })
})
