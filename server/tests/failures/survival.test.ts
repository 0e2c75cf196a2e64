import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APP_ROLE } from '../../machine/access.ts'
import { outsideServer } from '../../testing/outside.ts'
import { keepWriting, missing, type Product, signIn, soon, startProduct } from '../../testing/product.ts'

const LIMIT = 90_000
let directory = ''
let product: Product | undefined
let closing: (() => Promise<void>)[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-survival-'))
  chmodSync(directory, 0o755)
})
afterEach(async () => {
  await product?.end('SIGKILL')
  product = undefined
  for (const close of closing) await close()
  closing = []
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}, LIMIT)

/** Each call had an answer, a 503 says when to come again, and what was acknowledged is there. */
async function expectNothingLost(
  { base, isRunning, end }: Product,
  headers: Record<string, string>,
  writing: ReturnType<typeof keepWriting>,
): Promise<void> {
  await writing.end()
  expect(writing.unanswered()).toBe(0)
  expect([...writing.statuses.keys()].sort()).toEqual([201, 503])
  expect(writing.withoutRetry).toEqual([])
  expect(isRunning()).toBe(true)
  expect(await missing(base, headers, writing.acknowledged)).toEqual([])
  expect(await end('SIGTERM')).toEqual([0, null])
}

test('a server of DATABASE_URL: connections terminated, restarted, crashed under writes cost a 503 each', {
  timeout: LIMIT,
}, async () => {
  const outside = await outsideServer()
  closing.push(outside.close)
  product = await startProduct({ DATABASE_URL: outside.url, DATA_DIR: directory })
  const { base } = product
  const headers = await signIn(base)
  const writing = keepWriting(base, headers)
  await writing.more()
  for (let round = 0; round < 5; round += 1) {
    await outside.ask(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clinical-elog'`)
    await writing.more()
  }
  for (const kind of ['fast', 'immediate'] as const) {
    const before = writing.count(503)
    await outside.stop(kind)
    await expect.poll(() => writing.count(503), soon).toBeGreaterThan(before)
    expect((await fetch(`${base}/health`)).status).toBe(503)
    // By which an orchestrator tells that the process lives (deploy/Containerfile); 404 where the app is not built.
    expect([200, 404]).toContain((await fetch(new URL('/favicon.svg', base))).status)
    await outside.start()
    await writing.more()
  }
  await expectNothingLost(product, headers, writing)
})

test('the embedded database: a busy backend killed, then the whole of it, under writes cost a 503 each', {
  timeout: LIMIT,
}, async () => {
  product = await startProduct({ DATA_DIR: directory })
  const { base, said } = product
  const headers = await signIn(base)
  const writing = keepWriting(base, headers)
  const client = new pg.Client({ host: join(directory, 'postgres'), user: APP_ROLE, database: 'clinical_elog' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'clinical-elog'`,
  )
  await writing.more()
  process.kill(rows[0]?.pid as number, 'SIGKILL')
  await expect.poll(() => writing.count(503), soon).toBeGreaterThan(0)
  await writing.more()
  process.kill(Number.parseInt(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  await expect.poll(said, soon).toContain('The database runs again.')
  await writing.more()
  await expectNothingLost(product, headers, writing)
})
