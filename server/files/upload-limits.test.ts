import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { unfurnished } from '../testing/college.ts'
import { countFiles, form } from '../testing/uploads.ts'
import { UploadSlots } from './upload-limits.ts'

const at = await unfurnished()
const department = await at.make.department()
const batch = await at.make.batch()
const group = await at.make.group(batch, department)
const task = await at.make.task(department, [group])
await at.app.listen({ port: 0, host: '127.0.0.1' })
const port = (at.app.server.address() as AddressInfo).port

const PART = '--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.pdf"\r\n\r\n%PDF-1.4 and so'

async function studentToken(): Promise<string> {
  const { userId } = await at.make.student(batch, group)
  return at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
}

const open: ClientRequest[] = []
/** Begins an upload and does not end it. */
function begin(token: string): { sending: ClientRequest; answered: Promise<IncomingMessage> } {
  const sending = request({
    port,
    method: 'POST',
    path: '/api/task-submissions',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '100000',
    },
  })
  sending.on('error', () => undefined)
  sending.write(PART)
  open.push(sending)
  const answered = once(sending, 'response').then(([answer]) => answer as IncomingMessage)
  // Most are cut off at the end of a test and get none.
  answered.catch(() => undefined)
  return { sending, answered }
}
const submit = (token: string) =>
  fetch(`http://127.0.0.1:${port}/api/task-submissions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form({ task_id: String(task) }, 'a.pdf'),
  })
const unfinished = (count: number) => expect.poll(() => countFiles(at, 'incoming')).toBe(count)

afterEach(async () => {
  for (const sending of open.splice(0)) sending.destroy()
  await unfinished(0)
})

describe('uploads at once', () => {
  test('are two for a person: the third is refused, others go on, and a cut one makes room', async () => {
    const token = await studentToken()
    const first = begin(token)
    begin(token)
    await unfinished(2)
    const answer = await begin(token).answered
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await json(answer)).toEqual({
      message: 'You are already sending 2 uploads. Please try again when one of them has ended.',
    })
    expect(countFiles(at, 'incoming')).toBe(2)
    expect((await submit(await studentToken())).status).toBe(201)
    first.sending.destroy()
    await unfinished(1)
    expect((await submit(token)).status).toBe(201)
  })

  test.each([
    ['with a length that is too short', 'Content-Length: 10\r\n', `${PART} and more than was announced`],
    ['chunked, and cut off', 'Transfer-Encoding: chunked\r\n', '20\r\n--x\r\nContent'],
    ['announced, and never begun', 'Content-Length: 500000\r\n', ''],
  ])('that have ended before they were looked at leave their places: %s', async (_how, length, body) => {
    const token = await studentToken()
    for (let sent = 0; sent < 6; sent += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.end(
        'POST /api/task-submissions HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
          `Authorization: Bearer ${token}\r\n${length}\r\n${body}`,
      )
      await once(socket.resume(), 'close')
    }
    expect((await submit(token)).status).toBe(201)
  })

  test('wait for one another for a moment, so that quick ones all succeed', async () => {
    const token = await studentToken()
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await submit(token)).status))
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('a class that hands in at once waits for one another; who waits too long, or beyond all places, is told so', async () => {
    const slots = new UploadSlots({ most: 3, waiting: 2, ownMs: 50, othersMs: 400 })
    const full = {
      status: 503,
      headers: { 'retry-after': '10' },
      message: 'Too many files are being uploaded just now. Please try again in a moment.',
    }
    const [leave] = [await slots.take(1), await slots.take(2), await slots.take(3)]
    const waiting = [slots.take(4), slots.take(5)]
    const late = expect(waiting[1]).rejects.toMatchObject(full)
    await expect(slots.take(6)).rejects.toMatchObject(full)
    leave?.()
    expect(await waiting[0]).toBeInstanceOf(Function)
    await late
  })

  test('sixty students at once are all taken', async () => {
    const students = await Promise.all(Array.from({ length: 60 }, studentToken))
    for (const token of students) begin(token)
    await unfinished(60)
  })
})

describe('what is still to come of a refused upload', () => {
  /** Sends a body of any length as fast as it is read, until the server cuts it. */
  async function pour(socket: Socket, mostBytes: number): Promise<number> {
    const block = Buffer.alloc(1024 * 1024, 'x')
    let isCut = false
    let goOn: () => void = () => undefined
    socket.on('drain', () => goOn())
    socket.on('close', () => {
      isCut = true
      goOn()
    })
    socket.on('error', () => undefined)
    socket.resume()
    let sent = 0
    while (!isCut && sent < mostBytes) {
      sent += block.length
      const { promise, resolve } = Promise.withResolvers<void>()
      goOn = resolve
      if (!socket.write(block) && !isCut) await promise
    }
    socket.destroy()
    return sent
  }

  test.each([
    ['in the middle of the form', 201],
    ['before it is read', 401],
  ])(
    'is read up to the largest form and then cut: refused %s',
    async (_when, kind) => {
      const token = kind === 401 ? 'x'.repeat(43) : await studentToken()
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        'POST /api/task-submissions HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
          `Authorization: Bearer ${token}\r\nContent-Length: 2000000000\r\n\r\n${PART}`,
      )
      const sent = await pour(socket, 400 * 1024 * 1024)
      expect(sent).toBeGreaterThan(100 * 1024 * 1024)
      expect(sent).toBeLessThan(300 * 1024 * 1024)
    },
    20_000,
  )
})
