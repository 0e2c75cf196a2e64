import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN_EMAIL, PASSWORD, type Product, signIn, startProduct } from './testing/product.ts'

let directory: string
let product: Product | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-durable-'))
  chmodSync(directory, 0o755)
})
afterEach(async () => {
  await product?.end('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
})

async function start(): Promise<Product> {
  product = await startProduct({ DATA_DIR: directory })
  return product
}

test('what was acknowledged before kill -9 is there after the next start', async () => {
  const { base, end } = await start()
  const headers = { ...(await signIn(base)), 'content-type': 'application/json' }
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
      if (acknowledged.length === 200) await end('SIGKILL')
    }
  }
  const writers = [1, 2, 3, 4, 5, 6].map(write)
  await Promise.all(writers).finally(() => {
    isOver = true
  })
  expect(acknowledged.length).toBeGreaterThanOrEqual(200)

  const { base: again } = await start()
  const names = new Set<string>()
  for (let page = 1; page < 5; page += 1) {
    const answer = await fetch(`${again}/departments?per_page=500&page=${page}`, { headers: await signIn(again) })
    const { data } = (await answer.json()) as { data: { name: string }[] }
    for (const { name } of data) names.add(name)
  }
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
}, 60_000)

test('SIGTERM lets an open request finish and ends well', async () => {
  const { base, child } = await start()
  const open = request(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  })
  open.flushHeaders()
  // The server says so once it has begun to read the request.
  await once(open, 'continue')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  open.end(JSON.stringify({ email: ADMIN_EMAIL, password: PASSWORD }))
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
