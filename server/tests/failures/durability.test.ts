import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ADMIN_EMAIL,
  keepWriting,
  missing,
  PASSWORD,
  type Product,
  signIn,
  startProduct,
} from '../../testing/product.ts'

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
  const writing = keepWriting(base, await signIn(base), 6)
  await writing.more(200)
  await end('SIGKILL')
  await writing.end()

  const { base: again } = await start()
  expect(await missing(again, await signIn(again), writing.acknowledged)).toEqual([])
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
