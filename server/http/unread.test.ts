import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { type GatedApp, gated } from '../testing/gated.ts'

const MB = 1024 * 1024
const ANSWER = Buffer.alloc(8 * MB, 'a')
/** More than both systems' buffers hold. */
const HUGE = Buffer.alloc(24 * MB, 'a')

let at: GatedApp
afterEach(() => at.close())

const ask = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, 'host: a', ...headers, '', ''].join('\r\n')
const withAnswers = (limits: { bytes?: number; allBytes?: number; stillMs?: number }, isProxy?: () => boolean) =>
  gated({
    limits: { unread: limits },
    addRoutes: (app) => {
      app.addHook('onRequest', async (request) => {
        const { person } = request.headers
        if (person !== undefined) request.caller = { id: Number(person) } as never
      })
      app.get('/large', (_request, reply) => reply.type('text/plain').send(ANSWER))
      app.get('/huge', (_request, reply) => reply.type('text/plain').send(HUGE))
      app.get('/stream', (_request, reply) => reply.send(Readable.from([ANSWER.subarray(0, MB), HUGE])))
    },
    ...(isProxy && { isProxy }),
  })
const waiting = () => at.there.reduce((sum, { writableLength }) => sum + writableLength, 0)

/** Asks on so many connections that read nothing. @returns the connections of which an answer was begun */
async function askUnread(count: number, from: string, ...headers: string[]): Promise<Socket[]> {
  const asked: Socket[] = []
  for (let n = 0; n < count; n += 1) {
    const socket = await at.open(from)
    socket.pause()
    socket.write(ask('/large', ...headers))
    const there = at.there.at(-1) as Socket
    await expect.poll(() => there.bytesWritten > MB || there.destroyed, { interval: 5 }).toBe(true)
    asked.push(there)
  }
  return asked
}
const alive = (sockets: Socket[]) => sockets.map(({ destroyed }) => !destroyed)

test('what a network does not read is bounded: what has stood still longest goes', async () => {
  at = await withAnswers({ bytes: 40 * MB })
  const other = await askUnread(1, '127.0.0.2')
  const asked = await askUnread(12, '127.0.0.1')
  expect(waiting()).toBeLessThanOrEqual(48 * MB)
  expect(alive(asked).slice(-3)).toEqual([true, true, true])
  expect(alive(asked).slice(0, 3)).toEqual([false, false, false])
  expect(alive(other)).toEqual([true])
})

test('of people behind a proxy each has their own bound, and so has each of their networks', async () => {
  at = await withAnswers({ bytes: 30 * MB, allBytes: 1024 * MB }, () => true)
  const [own, other] = ['x-forwarded-for: 10.0.0.1', 'x-forwarded-for: 10.0.0.2']
  const elsewhere = await askUnread(1, '127.0.0.1', other, 'person: 2')
  await askUnread(3, '127.0.0.1', own, 'person: 1')
  const asked = await askUnread(5, '127.0.0.1', 'x-forwarded-for: 10.0.0.3', 'person: 1')
  const left = [...at.there].filter(({ destroyed }) => !destroyed)
  expect(left.length).toBeLessThan(6)
  expect(alive(asked).at(-1)).toBe(true)
  expect(alive(elsewhere)).toEqual([true])
})

test('and all together have one', async () => {
  at = await withAnswers({ bytes: 20 * MB, allBytes: 40 * MB })
  for (const last of [2, 3, 4, 5, 6, 7, 8, 9]) await askUnread(2, `127.0.0.${last}`)
  expect(waiting()).toBeLessThanOrEqual(40 * MB)
})

/** Returns the waiting bytes that the system has not taken yet. */
const queued = (socket: Socket) =>
  `${socket.writableLength} ${(socket as Socket & { _handle?: { writeQueueSize: number } })._handle?.writeQueueSize}`

test.each([
  ['an answer', '/huge'],
  ['a stream', '/stream'],
])('%s of which nobody takes a byte between two looks is cut, and one that is read slowly is not', async (_, path) => {
  at = await withAnswers({ stillMs: 0 })
  const [unread, slow] = [await at.open(), await at.open()]
  const [cut, kept] = at.there as [Socket, Socket]
  for (const socket of [unread, slow]) socket.pause().write(ask(path))
  await expect.poll(() => [cut.writableLength, kept.writableLength].every((length) => length > 0)).toBe(true)
  let read = 0
  const readSome = () => {
    for (let bytes = slow.read(); bytes !== null; bytes = slow.read()) read += bytes.length
  }
  while (kept.writableLength > 0 && !kept.destroyed) {
    const before = queued(kept)
    await expect.poll(() => [readSome(), queued(kept)][1], { interval: 1 }).not.toBe(before)
    at.connections.look()
  }
  expect(cut.destroyed).toBe(true)
  await expect.poll(() => [readSome(), read][1]).toBeGreaterThan(HUGE.length)
  expect(kept.destroyed).toBe(false)
})

test('a connection on which nothing waits is not taken for one that stands still', async () => {
  at = await withAnswers({ stillMs: 0 })
  const socket = await at.open()
  for (const _ of [1, 2, 3]) {
    socket.write(ask('/'))
    await once(socket, 'data')
    at.connections.look()
  }
  expect(alive(at.there)).toEqual([true])
})
