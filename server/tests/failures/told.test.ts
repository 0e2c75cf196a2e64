import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import type { ConcernWord } from '../../../shared/concerns.ts'
import { connect } from '../../db/open.ts'
import { APP_ROLE } from '../../machine/access.ts'
import { failedJobs, waitingMail } from '../../testing/jobs.ts'
import { endedSite, startListener } from '../../testing/listener.ts'
import { freePort, type Product, signIn, startProduct } from '../../testing/product.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-told-'))
chmodSync(directory, 0o755)
const listener = await startListener({ aheadSeconds: 3600 })
const site = await endedSite()
// A file where the directory of the backups should be.
const noDirectory = join(directory, 'not-a-directory')
writeFileSync(noDirectory, '')
const metricsPort = await freePort()
const mailPort = await freePort()
const place = join(directory, 'data')
const healthy = { PORT: String(await freePort()), DATA_DIR: place, METRICS_PORT: String(metricsPort) }
const troubled = {
  ...healthy,
  ALERT_WEBHOOK: listener.url('/alerts'),
  HEARTBEAT_URL: listener.url('/life'),
  PUBLIC_URL: site.url,
  // Nobody listens there.
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  MAIL_FROM: 'elog@college.test',
  BACKUP_DIR: join(noDirectory, 'backups'),
  DISK_RESERVE: '9999999GB,1%',
  SLOW_STATEMENT_MS: '300',
}
let product: Product | undefined
afterAll(async () => {
  await product?.end('SIGKILL')
  await Promise.all([listener.close(), site.close()])
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

const database = () => connect({ host: join(place, 'postgres'), user: APP_ROLE, database: 'clinical_elog', max: 1 })

interface Message {
  type: string
  data: { concerns: { kind: ConcernWord; detail: string }[] }
}

/** The kinds that were told in a word, with how often. */
function told(event: string, key: string): Map<ConcernWord, number> {
  const counts = new Map<ConcernWord, number>()
  for (const { path, headers, text } of listener.heard) {
    if (path !== '/alerts') continue
    // Throws at a wrong signature.
    const { type, data } = new Webhook(key).verify(text, headers as Record<string, string>) as Message
    if (type === `installation.${event}`)
      for (const { kind } of data.concerns) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

/** Has a list wait for a lock. */
async function slowDown({ base }: Product, headers: Record<string, string>): Promise<void> {
  const { pool, close } = database()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table departments in access exclusive mode')
  const waiting = fetch(`${base}/departments`, { headers })
  await client.query('select pg_sleep(1)')
  await client.query('commit')
  client.release()
  expect((await waiting).status).toBe(200)
  await close()
}

const health = async () => (await fetch(`${product?.base}/health`)).json()
const figures = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const asks = { timeout: 100_000, interval: 200 }

const ALL: ConcernWord[] = [
  'backup-failed',
  'certificate',
  'clock',
  'disk-low',
  'jobs-failed',
  'mail-waits',
  'slow-statements',
]

test('whoever listens outside hears of each incident once, signed, and of its end; so say health and figures', {
  timeout: 300_000,
}, async () => {
  product = await startProduct(healthy)
  expect(await health()).toEqual({ status: 'ok' })
  const opened = database()
  await failedJobs(opened.db, 'mail-reset', { queue: 'mail' })
  await waitingMail(opened.db)
  await opened.close()
  await product.end('SIGTERM')

  product = await startProduct(troubled)
  const headers = await signIn(product.base)
  const { data } = await (await fetch(`${product.base}/concerns/key`, { method: 'POST', headers })).json()
  const key: string = data.secret
  expect(key).toMatch(/^whsec_/)
  await slowDown(product, headers)
  await expect.poll(() => [...told('begun', key).keys()].sort(), asks).toEqual(ALL)
  expect(() => told('begun', 'whsec_c29tZWJvZHkgZWxzZSBhbHRvZ2V0aGVy')).toThrow('signature')
  expect([...told('begun', key).values()]).toEqual(ALL.map(() => 1))
  expect(await health()).toEqual({
    status: 'degraded',
    concerns: expect.arrayContaining(ALL.filter((kind) => kind !== 'slow-statements')),
    disk: 'low',
  })
  const text = await figures()
  for (const kind of ALL) expect(text).toContain(`concerns{kind="${kind}"} 1`)
  expect(text).toContain('concerns{kind="trail-broken"} 0')
  expect(text).toMatch(/^certificate_end_timestamp_seconds 1764547200$/m)
  expect(text).toMatch(/^disk_free_bytes\{place=".*"\} \d/m)
  expect(text).not.toMatch(/^backup_last_success_timestamp_seconds /m)
  const alive = listener.heard.filter(({ path }) => path === '/life').map(({ text: said }) => said)
  expect(alive[0]).toMatch(/^(?:ok|degraded: )/)

  await product.end('SIGTERM')
  product = await startProduct({ ...troubled, DISK_RESERVE: '1MB,0%', BACKUP_DIR: '', PUBLIC_URL: 'http://elog.test' })
  const over: ConcernWord[] = ['backup-failed', 'certificate', 'disk-low']
  await expect.poll(() => [...told('ended', key).keys()].sort(), asks).toEqual(expect.arrayContaining(over))
  const { concerns } = await health()
  for (const kind of over) expect(concerns ?? []).not.toContain(kind)
})
