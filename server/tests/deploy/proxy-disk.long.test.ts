import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCaddy } from '../../testing/caddy.ts'
import { startNginx } from '../../testing/nginx.ts'
import { filesIn, openFilesIn } from '../../testing/open-files.ts'
import { soon } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'

// The delivered proxies must write nothing that they pass on to the disk, but uploads. An answer to an anonymous survey stands in clear in
// its call, and on no disk but, enciphered, in the database.

const MB = 1024 * 1024
const PROXIES = { nginx: startNginx, caddy: startCaddy }
/** Files that a proxy writes beside bodies. */
const OWN = /\/(?:[a-z-]+\.log|nginx\.pid|[a-z]+\.conf|Caddyfile|caddy\/.*)$/

interface Came {
  request: IncomingMessage
  answer: ServerResponse
  bytes: number
  isWhole: boolean
}

/** Stands for a process of ours: it takes whole bodies, and answers when it is told to. */
function standIn() {
  const calls: Came[] = []
  const server = createServer((request, answer) => {
    if (/^\/api\/(?:auth\/me|ready)$/.test(request.url ?? ''))
      return void request.resume().on('end', () => answer.end())
    const came = { request, answer, bytes: 0, isWhole: false }
    calls.push(came)
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => {
      came.bytes += chunk.length
    })
    request.on('end', () => {
      came.isWhole = true
    })
  })
  return { calls, server }
}

const head = (path: string, headers: string[]) =>
  `${[`POST /api/${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=x'

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  const program = findProgram(name)
  if (!program) process.stderr.write(`${name}: left out, since ${missingText(name)}\n`)
  const { calls, server } = standIn()
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'clinical-elog-proxy-')))
  const sockets: Socket[] = []
  let proxy: { port: number; pid: number; end(): Promise<void> }

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    if (program) proxy = await PROXIES[name](program, directory, [(server.address() as AddressInfo).port])
  })
  beforeEach(() => {
    calls.splice(0)
    return () => {
      for (const socket of sockets.splice(0)) socket.destroy()
    }
  })
  afterAll(async () => {
    await proxy?.end()
    server.close().closeAllConnections()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Returns the size of each body on the disk, with a name or without. */
  const onDisk = () =>
    [...filesIn(directory), ...openFilesIn(directory, proxy.pid)]
      .filter(([path]) => !OWN.test(path))
      .map(([, size]) => size)

  async function begin(path: string, headers: string[]) {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    let heard = ''
    await once(socket, 'connect')
    socket.write(head(path, headers))
    return {
      socket,
      hear: () => socket.on('data', (chunk) => (heard += chunk)),
      heard: () => heard,
      send: async (bytes: number) => {
        if (!socket.write(Buffer.alloc(bytes, 'a'))) await once(socket, 'drain')
      },
      sendPiece: async (bytes: number) => {
        socket.write(`${bytes.toString(16)}\r\n`)
        if (!socket.write(`${'a'.repeat(bytes)}\r\n`)) await once(socket, 'drain')
      },
    }
  }
  const theCall = async (isReady: (came: Came) => boolean) => {
    await expect.poll(() => calls[0] !== undefined && isReady(calls[0]), soon).toBe(true)
    return calls[0] as Came
  }
  const expectAnswer = async ({ heard }: { heard(): string }, status: number) =>
    expect.poll(heard, soon).toMatch(new RegExp(`^HTTP/1.1 ${status} `))

  test.runIf(program).each([
    ['the largest answer to a survey that is taken', 'feedback-responses/submit', MB],
    ['a large call', 'students', MB],
    ['a small call', 'feedback-responses', 20_000],
  ])('writes nothing of %s', async (_what, path, bytes) => {
    const call = await begin(path, [JSON_TYPE, `Content-Length: ${bytes}`])
    call.hear()
    await call.send(bytes / 2)
    expect(onDisk()).toEqual([])
    await call.send(bytes / 2)
    // Then the proxy has all of it, and has not forgotten it yet: it may have to send it again.
    const { answer } = await theCall((came) => came.isWhole && came.bytes === bytes)
    expect(onDisk()).toEqual([])
    answer.end('{}')
    await expectAnswer(call, 200)
    expect(onDisk()).toEqual([])
  })

  test.runIf(program)('writes nothing of a call that does not say how large it is', async () => {
    const call = await begin('feedback-responses/submit', [JSON_TYPE, 'Transfer-Encoding: chunked'])
    call.hear()
    for (let sent = 0; sent < 15; sent += 1) await call.sendPiece(64 * 1024)
    expect(onDisk()).toEqual([])
    call.socket.write('0\r\n\r\n')
    const { answer } = await theCall((came) => came.isWhole && came.bytes === 15 * 64 * 1024)
    expect(onDisk()).toEqual([])
    answer.end('{}')
    await expectAnswer(call, 200)
  })

  test.runIf(program)('writes nothing of JSON that is too large, whether it says so or not', async () => {
    const said = await begin('login', [JSON_TYPE, `Content-Length: ${8 * MB}`])
    const unsaid = await begin('login', [JSON_TYPE, 'Transfer-Encoding: chunked'])
    said.hear()
    unsaid.hear()
    await Promise.all([said.send(4 * MB), unsaid.sendPiece(4 * MB)])
    if (name === 'nginx') {
      for (const call of [said, unsaid]) {
        await expectAnswer(call, 413)
        await expect.poll(call.heard, soon).toContain('{"message":"The request is too large."}')
      }
      expect(calls).toEqual([])
    } else await expect.poll(() => calls.map(({ bytes }) => bytes), soon).toEqual([4 * MB, 4 * MB])
    expect(onDisk()).toEqual([])
  })

  test.runIf(program)('writes nothing of an answer that nobody reads', async () => {
    const call = await begin('students', [JSON_TYPE, 'Content-Length: 2'])
    await call.send(2)
    const { answer } = await theCall((came) => came.isWhole)
    answer.writeHead(200, { 'content-type': 'application/json' })
    let written = 0
    const write = async () => {
      while (written < 64 && answer.write(Buffer.alloc(MB, 'a'))) written += 1
    }
    answer.on('drain', () => {
      written += 1
      void write()
    })
    void write()
    // Until it takes no more, for a second.
    for (let before = -1; before !== written; await sleep(1000)) before = written
    expect(written).toBeLessThan(64)
    expect(onDisk()).toEqual([])
  })

  test.runIf(program).each([
    ['that ends', 0],
    ['that its sender cuts off', 1],
  ])('leaves nothing of an upload %s', async (_how, cut) => {
    const bytes = 8 * MB
    const call = await begin('libraries', [FORM_TYPE, `Content-Length: ${bytes}`, 'Authorization: Bearer x'])
    call.hear()
    await call.send(bytes / 2)
    // nginx takes it all before it passes it on, on the disk but in no directory; Caddy passes it on as it comes.
    if (name === 'nginx') await expect.poll(() => Math.max(0, ...onDisk()), soon).toBeGreaterThan(bytes / 4)
    else await theCall((came) => came.bytes === bytes / 2)
    expect([...filesIn(directory).keys()].filter((path) => !OWN.test(path))).toEqual([])
    if (name === 'caddy') expect(onDisk()).toEqual([])
    if (cut) call.socket.destroy()
    else {
      await call.send(bytes / 2)
      const { answer } = await theCall((came) => came.isWhole && came.bytes === bytes)
      answer.end('{}')
      await expectAnswer(call, 200)
    }
    await expect.poll(onDisk, soon).toEqual([])
  })
})
