import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopperOf } from '../../stopping.ts'

let app: FastifyInstance
let port = 0
let sockets: Socket[] = []
/** Lets the open request of `/slow` be answered. */
let answer: () => void

beforeEach(async () => {
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app = Fastify({ forceCloseConnections: 'idle' })
  app.get('/slow', () => answered.then(() => 'done'))
  app.get('/hangs', () => new Promise(() => undefined))
  app.post('/body', (request) => request.body as object)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  answer()
  app.server.closeAllConnections()
  await app.close()
})

/** Opens a connection, sends the text, and waits until the server has it. */
async function open(text: string): Promise<Socket> {
  const [socket, [there]] = await Promise.all([connect(port, '127.0.0.1'), once(app.server, 'connection')])
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(text)
  await expect.poll(() => (there as Socket).bytesRead).toBe(text.length)
  return socket
}
/** Waits for the end of a connection, also of one that is reset: bytes may be on their way when it is cut. */
const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const arrives = (path: string) => expect.poll(() => inFlight.has(path)).toBe(true)
const inFlight = new Set<string>()
beforeEach(() => {
  inFlight.clear()
  app.server.on('request', ({ url }) => inFlight.add(url ?? ''))
})
const took = async (stop: () => Promise<void>) => {
  const begun = performance.now()
  await stop()
  return performance.now() - begun
}

test('an open request is finished, and nobody waits for what is over', async () => {
  const socket = await open('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await arrives('/slow')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const stop = stopperOf(app)
  const stopped = took(stop)
  answer()
  expect(await stopped).toBeLessThan(10_000)
  await expect.poll(() => text).toMatch(/^HTTP\/1.1 200.*done$/s)
})

test.each([
  ['headers that trickle', 'GET /slow HTTP/1.1\r\nhost: a\r\nx: '],
  [
    'a body that never comes',
    'POST /body HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  ],
  ['a handler that hangs', 'GET /hangs HTTP/1.1\r\nhost: a\r\n\r\n'],
])('%s: cut when the time is over', async (_, text) => {
  const socket = await open(text)
  const closed = closing(socket)
  // More of the headers, a byte at a time.
  const trickle = text.endsWith('x: ') ? setInterval(() => socket.write('a'), 20) : undefined
  expect(await took(stopperOf(app, 300))).toBeGreaterThan(290)
  clearInterval(trickle)
  await closed
})

test('a second call cuts at once', async () => {
  const socket = await open('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await arrives('/slow')
  const closed = closing(socket)
  const stop = stopperOf(app)
  void stop()
  expect(await took(stop)).toBeLessThan(10_000)
  await closed
})

test('a part of the app that never closes holds nobody up', async () => {
  const stuck = Fastify()
  let release: () => void = () => undefined
  stuck.addHook('onClose', () => new Promise<void>((resolve) => (release = resolve)))
  await stuck.listen({ port: 0, host: '127.0.0.1' })
  const stop = stopperOf(stuck)
  void stop()
  expect(await took(stop)).toBeLessThan(10_000)
  release()
  await stuck.close()
})

test('a part of the app that fails to close is a line in the log, and the stop goes on', async () => {
  const lines: string[] = []
  const failing = Fastify({ logger: { stream: { write: (line: string) => lines.push(JSON.parse(line).msg) } } })
  failing.addHook('onClose', async () => {
    throw new Error('broken')
  })
  await failing.ready()
  await stopperOf(failing)()
  expect(lines).toContain('the app did not close well')
})
