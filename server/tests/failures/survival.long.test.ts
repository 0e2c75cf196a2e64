import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from '../../machine/embedded.ts'
import { type Product, startProduct } from '../../testing/product.ts'

const LIMIT = 120_000
let directory = ''
let product: Product | undefined

beforeEach(() => {
  directory = mkdtempSync('/tmp/elog-survival-')
  chmodSync(directory, 0o755)
})
afterEach(async () => {
  await product?.end('SIGKILL')
  product = undefined
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}, LIMIT)

const postmaster = () => Number.parseInt(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8'), 10)

test('stop() ends a database that hangs, and the next start works', { timeout: LIMIT }, async () => {
  const server = await startEmbedded(directory)
  const pid = postmaster()
  process.kill(pid, 'SIGSTOP')
  await server.stop()
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false)
  const next = await startEmbedded(directory)
  await next.stop()
})

test('a database that can’t be started again ends the server with its reason and status 1', {
  timeout: LIMIT,
}, async () => {
  product = await startProduct({ DATA_DIR: directory })
  const ended = once(product.child, 'exit')
  renameSync(join(directory, 'postgres/global/pg_control'), join(directory, 'kept'))
  process.kill(postmaster(), 'SIGKILL')
  const answer = await fetch(`${product.base}/health`)
  expect(answer.status).toBe(503)
  expect(await ended).toEqual([1, null])
  expect(product.said()).toMatch(/^Clinical eLog ends: The database can't be kept running: .*pg_control.*$/m)
})

test('a socket that sends a byte now and then keeps SIGTERM for 20 seconds and no longer', {
  timeout: LIMIT,
}, async () => {
  product = await startProduct({ DATA_DIR: directory })
  const { hostname, port } = new URL(product.base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write('POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{')
  await once(socket, 'connect')
  // A request that came after it was answered: it has been read.
  await fetch(`${product.base}/health`)
  const trickle = setInterval(() => socket.write(' '), 500)
  const begun = performance.now()
  expect(await product.end('SIGTERM')).toEqual([0, null])
  clearInterval(trickle)
  const took = performance.now() - begun
  expect(took).toBeGreaterThan(15_000)
  expect(took).toBeLessThan(30_000)
  expect(existsSync(join(directory, 'postgres/postmaster.pid'))).toBe(false)
})
