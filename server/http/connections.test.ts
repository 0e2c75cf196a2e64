import { once } from 'node:events'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { proxiesIn } from '../core/networks.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { unfurnished } from '../testing/college.ts'
import { type GatedApp, gated } from '../testing/gated.ts'
import { pdf } from '../testing/make.ts'
import { type Conversation, listening, speak } from '../testing/sockets.ts'
import { form } from '../testing/uploads.ts'
import { Connections } from './connections.ts'

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

test('eight that are asked at once are answered, and a ninth cuts the connection', async () => {
  const last = ASK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
  const answersTo = async (asked: string) => {
    const spoken = await speak(port)
    spoken.send(asked)
    return countOf(await spoken.untilClosed())
  }
  expect(await answersTo(ASK.repeat(7) + last)).toBe(8)
  expect(await answersTo(ASK.repeat(8) + last)).toBeLessThan(9)
})

test('no more connections are taken than a process may have open', () => {
  expect(at.app.server.maxConnections).toBe(5_500)
})

test('of all connections one network has at most a fifth', () => {
  const connections = new Connections(() => false)
  const take = (remoteAddress: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      connections.take(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
    return connections.size
  }
  expect(take('192.0.2.1', 1_001)).toBe(1_000)
  expect([take('2001:db8::1', 500), take('2001:db8::2', 501)]).toEqual([1_500, 2_000])
  for (const network of [2, 3, 4]) take(`192.0.2.${network}`, 1_001)
  expect(take('192.0.2.5', 1)).toBe(5_000)
})

describe('a connection', () => {
  let gate: GatedApp
  afterEach(() => gate.close())
  const alive = () => gate.there.map(({ destroyed }) => !destroyed)
  const use = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await once(socket, 'data')
  }

  test('has one answer at work: what was sent ahead begins when that is flushed', async () => {
    const begun: string[] = []
    const answers: (() => void)[] = []
    gate = await gated({
      addRoutes: (app) => {
        app.get('/:name', async ({ url }) => {
          begun.push(url)
          await new Promise<void>((resolve) => answers.push(resolve))
          return Buffer.alloc(16 * 1024 * 1024)
        })
      },
    })
    const socket = await gate.open()
    socket.write(['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''))
    await expect.poll(() => begun).toEqual(['/a'])
    socket.pause()
    answers.pop()?.()
    const [there] = gate.there
    await expect.poll(() => there?.writableLength).toBeGreaterThan(0)
    await use(await gate.open())
    expect(begun).toEqual(['/a'])
    socket.resume()
    await expect.poll(() => begun).toEqual(['/a', '/b'])
  })

  test('that is closed begins nothing of what was sent ahead', async () => {
    const begun: string[] = []
    gate = await gated({
      addRoutes: (app) => app.get('/:name', ({ url }) => begun.push(url) && new Promise(() => undefined)),
    })
    const socket = await gate.open()
    socket.write('GET /a HTTP/1.1\r\nhost: a\r\n\r\nGET /b HTTP/1.1\r\nhost: a\r\n\r\n')
    await expect.poll(() => begun).toEqual(['/a'])
    socket.destroy()
    await expect.poll(alive).toEqual([false])
    expect([begun, gate.connections.size]).toEqual([['/a'], 0])
  })

  test('of one network takes no more than its share: that which it has not used for longest goes', async () => {
    gate = await gated({ limits: { most: 10, ofNetwork: 3 } })
    const others = await gate.open('127.0.0.2')
    const [first] = [await gate.open(), await gate.open(), await gate.open()]
    await use(first as Socket)
    await gate.open()
    expect(alive()).toEqual([true, true, false, true, true])
    await use(others)
  })

  test('that is closed gives its place in the share of its network back', async () => {
    gate = await gated({ limits: { most: 10, ofNetwork: 2 } })
    const [first] = [await gate.open(), await gate.open()]
    first?.destroy()
    await expect.poll(alive).toEqual([false, true])
    await gate.open()
    expect(alive()).toEqual([false, true, true])
  })

  test('of a proxy is nobody’s share', async () => {
    gate = await gated({ limits: { most: 10, ofNetwork: 3 }, isProxy: proxiesIn([]) })
    for (let n = 0; n < 9; n += 1) await gate.open()
    expect(alive()).toEqual(Array(9).fill(true))
  })

  test('too many is there for the one that has been idle longest', async () => {
    gate = await gated({ limits: { most: 3, ofNetwork: 3 } })
    const [a, b] = [await gate.open('127.0.0.2'), await gate.open('127.0.0.3'), await gate.open('127.0.0.4')]
    await use(a as Socket)
    await gate.open('127.0.0.5')
    expect(alive()).toEqual([true, false, true, true])
    await once(b as Socket, 'close')
    expect(gate.connections.size).toBe(3)
  })

  test('too many is not taken while an answer is at work on all', async () => {
    gate = await gated({
      limits: { most: 2 },
      addRoutes: (app) => app.get('/:name', () => new Promise(() => undefined)),
    })
    for (const address of ['127.0.0.2', '127.0.0.3'])
      (await gate.open(address)).write('GET /a HTTP/1.1\r\nhost: a\r\n\r\n')
    await expect.poll(() => [...gate.connections.atWork()].length).toBe(2)
    const third = await gate.open('127.0.0.4')
    await once(third, 'close')
    expect(alive()).toEqual([true, true, false])
  })
})

// Headers have their own limit. Body, file and answer would be held for a minute or more but for this one.
describe('a connection that stands still is cut', () => {
  const LIMITS = {
    headers: 400,
    body: 60_000,
    upload: 120_000,
    rest: 60_000,
    look: 50,
    still: 700,
    unread: 60_000,
    rights: 5_000,
  }
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
  async function connected(): Promise<{ spoken: Conversation; there: Socket }> {
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
