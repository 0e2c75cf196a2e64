import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PASSWORD = 'Durable-1-and-only'
let directory: string
let child: ChildProcess | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-durable-'))
  chmodSync(directory, 0o755)
})
afterEach(async () => {
  await kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
})

async function kill(signal: NodeJS.Signals): Promise<void> {
  const running = child
  child = undefined
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill(signal)
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Starts the real server and waits for its word that it is ready. */
async function start(): Promise<string> {
  const port = await freePort()
  const started = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: directory, DATABASE_URL: '', ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      if (said.includes('is ready at')) resolve()
    }
    started.stdout?.on('data', listen)
    started.stderr?.on('data', listen)
    started.on('exit', () => reject(new Error(`the server ended: ${said}`)))
  })
  return `http://127.0.0.1:${port}/api`
}

async function signIn(base: string): Promise<Record<string, string>> {
  const answer = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@localhost.localdomain', password: PASSWORD }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
}

test('what was acknowledged before kill -9 is there after the next start', async () => {
  const base = await start()
  const headers = await signIn(base)
  const acknowledged: string[] = []
  let isOver = false
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const name = `Department ${writer}-${turn}`
      const answer = await fetch(`${base}/departments`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      }).catch(() => undefined)
      if (!answer) return
      if (answer.status === 201) acknowledged.push(name)
      if (acknowledged.length === 200) await kill('SIGKILL')
    }
  }
  const writers = [1, 2, 3, 4, 5, 6].map(write)
  await Promise.all(writers).finally(() => {
    isOver = true
  })
  expect(acknowledged.length).toBeGreaterThanOrEqual(200)

  const again = await start()
  const names = new Set<string>()
  for (let page = 1; page < 5; page += 1) {
    const answer = await fetch(`${again}/departments?per_page=500&page=${page}`, { headers: await signIn(again) })
    const { data } = (await answer.json()) as { data: { name: string }[] }
    for (const { name } of data) names.add(name)
  }
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
}, 60_000)

test('SIGTERM lets an open request finish and ends well', async () => {
  const base = await start()
  const open = request(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  })
  open.flushHeaders()
  // The server says so once it has begun to read the request.
  await once(open, 'continue')
  const running = child
  const ended = running && once(running, 'exit')
  running?.kill('SIGTERM')
  open.end(JSON.stringify({ email: 'admin@localhost.localdomain', password: PASSWORD }))
  const [answer] = (await once(open, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  expect(await ended).toEqual([0, null])
}, 60_000)

test('a second server on the same data directory is refused with one clear line', async () => {
  await start()
  const second = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: directory, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  second.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code] = await once(second, 'exit')
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([expect.stringMatching(/^Clinical eLog cannot start: .* in use by another/)])
}, 60_000)
