import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { startCaddy as startShippedCaddy } from '../../testing/caddy.ts'
import { freePort, soon } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'

const caddy = findProgram('caddy')
/** Lengths as they stand in a log, and one that is sent below. The digits of an instant may have it within. */
const LENGTHS = [/(?<![\d.])777(?![\d.])/, /Content-Length/, /"size"/, /bytes_read/]
const closing: (() => unknown)[] = []

if (!caddy) process.stderr.write(`Caddy: left out, since ${missingText('caddy')}\n`)

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Runs Caddy until the test ends. */
async function startCaddy(ports: number[], change?: (shipped: string) => string) {
  if (!caddy) throw new Error(missingText('caddy'))
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-caddy-'))
  closing.push(() => rmSync(directory, { recursive: true }))
  const started = await startShippedCaddy(caddy, directory, ports, change)
  closing.push(started.end)
  return started
}

/** Starts a stand-in for a process of ours: it says which one it is. */
async function startOne(name: string): Promise<{ server: Server; port: number }> {
  const server = createServer((request, answer) => {
    request.resume().on('end', () => answer.end(name))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close().closeAllConnections())
  return { server, port: (server.address() as AddressInfo).port }
}

test.runIf(caddy)(
  'what no process answers is refused in our form, and no address of a calendar and no link for a forgotten password is logged',
  async () => {
    const refused = { message: 'The server is busy. Please try again in a moment.' }
    const { base } = await startCaddy([await freePort()])
    const answer = await fetch(`${base}/api/calendar/a-secret/feed.ics`)
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '2', refused])

    // Caddy 2.6 logs what was not answered otherwise, newer ones all of it.
    const bare = await startCaddy([await freePort()], (shipped) =>
      shipped.replace(/^\thandle_errors \{[\s\S]*?^\t\}$/m, ''),
    )
    await fetch(`${bare.base}/api/calendar/a-secret/feed.ics`)
    await fetch(`${bare.base}/reset-password?token=a-secret`)
    for (const known of ['"/api/calendar/…"', '"/reset-password…"'])
      await expect.poll(bare.logged, soon).toContain(known)
    expect(bare.logged()).not.toContain('a-secret')

    await fetch(`${bare.base}/api/feedback-responses/submit`, { method: 'POST', body: 'x'.repeat(777) })
    await expect.poll(bare.logged, soon).toContain('/api/feedback-responses/submit')
    for (const length of LENGTHS) expect(bare.logged()).not.toMatch(length)
  },
)

test.runIf(caddy)('a log of all requests, where one is added, has no lengths and no secrets of addresses', async () => {
  const { port } = await startOne('one')
  const { base, logged } = await startCaddy([port], (shipped) => shipped.replace(/^\{\$ELOG_HOST.*$/m, '$&\n\tlog'))
  await fetch(`${base}/api/feedback-responses/submit`, { method: 'POST', body: 'x'.repeat(777) })
  await fetch(`${base}/reset-password?token=a-secret`)
  for (const known of ['/api/feedback-responses/submit', '"/reset-password…"'])
    await expect.poll(logged, soon).toContain(known)
  for (const unknown of [...LENGTHS, /a-secret/]) expect(logged()).not.toMatch(unknown)
})

test.runIf(caddy)(
  'what says that it is too large is refused in our form, and no process is left out for it',
  async () => {
    const { port } = await startOne('one')
    const front = await startCaddy([port])
    const send = async (length: string) => {
      const socket = connect(front.port, '127.0.0.1')
      socket.end(`POST /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
      return text(socket)
    }
    for (const length of ['110000000', '200000000', '1000000000', '99999999999'])
      expect(await send(length)).toMatch(
        /^HTTP\/1\.1 413 [\s\S]*Content-Type: application\/json[\s\S]*"The request is too large\."/,
      )
    const body = new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(10_000_000)),
    })
    await fetch(`${front.base}/api/x`, { method: 'POST', body, duplex: 'half' } as RequestInit).catch(() => undefined)
    const some = await fetch(`${front.base}/api/x`, { method: 'POST', body: new Uint8Array(10_000_000) })
    expect([some.status, await some.text()]).toEqual([200, 'one'])
  },
)

test.runIf(caddy)('a process that has gone keeps nobody from reading', async () => {
  const [one, two] = [await startOne('one'), await startOne('two')]
  const { base } = await startCaddy([one.port, two.port])
  const asked = async () => (await fetch(`${base}/api/x`)).text()
  await expect.poll(asked, soon).toBe('two')
  one.server.close().closeAllConnections()
  const names = []
  for (let turn = 0; turn < 6; turn += 1) names.push(await asked())
  expect(names).toEqual(Array(6).fill('two'))
})
