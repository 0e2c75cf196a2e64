import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../db/open.ts'
import { forwardTo } from '../../testing/forward.ts'
import { withStandby } from '../../testing/outside.ts'
import { signIn, soon, startProduct } from '../../testing/product.ts'
import { keepRecording } from '../../testing/recording.ts'

const LIMIT = 90_000
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
}, LIMIT)

const statusOf = async (address: string) => (await fetch(address)).status

test('a killed primary, whose standby takes over, costs a 503 each and nothing that was acknowledged', {
  timeout: LIMIT,
}, async () => {
  const { primary, standby } = await withStandby()
  closing.push(primary.close, standby.close)
  const forward = await forwardTo(primary.port)
  closing.push(forward.close)
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-failover-'))
  chmodSync(directory, 0o755)
  closing.push(() => rmSync(directory, { recursive: true, force: true }))
  const DATA_DIR = join(directory, 'data')
  mkdirSync(DATA_DIR)
  const product = await startProduct({ DATA_DIR, DATABASE_URL: `postgres://elog@127.0.0.1:${forward.port}/postgres` })
  closing.push(() => product.end('SIGKILL'))
  const opened = connect({ connectionString: `postgres://elog@127.0.0.1:${forward.port}/postgres` })
  closing.push(opened.close)
  const writing = await keepRecording(product.base, opened.db)
  const busy = () => writing.statuses.get(503) ?? 0
  await writing.more()

  await primary.stop('kill')
  await expect.poll(busy, soon).toBeGreaterThan(0)
  expect(await statusOf(`${product.base}/ready`)).toBe(503)
  // The address leads to the standby before that has taken over: what would read an older state there is refused too.
  forward.leadTo(standby.port)
  const before = busy()
  await expect.poll(busy, soon).toBeGreaterThan(before + 10)
  expect(await statusOf(`${product.base}/ready`)).toBe(503)
  await standby.ask('select pg_promote()')
  await writing.more()
  await writing.end()

  expect(await statusOf(`${product.base}/ready`)).toBe(200)
  expect(writing.unanswered()).toBe(0)
  expect(writing.odd).toEqual([])
  expect([...writing.statuses.keys()].sort()).toEqual([201, 503])
  expect(product.isRunning()).toBe(true)
  expect(await writing.wrong(opened.db)).toEqual([])
  await signIn(product.base)
})
