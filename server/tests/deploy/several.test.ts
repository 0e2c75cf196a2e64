import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unauthenticated } from '../../core/errors.ts'
import { migrationNames } from '../../db/migrate.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { ADMIN_EMAIL, signIn, soon } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'
import { keepRecording } from '../../testing/recording.ts'
import { type Several, startSeveral } from '../../testing/several.ts'
import { form } from '../../testing/uploads.ts'

const LIMIT = 90_000
const nginx = findProgram('nginx')
const bucketUrl = await servedBucket()
let several: Several

if (!nginx) process.stderr.write(`several processes: left out, since ${missingText('nginx')}\n`)

beforeAll(async () => {
  if (nginx) several = await startSeveral(nginx, bucketUrl('several'))
}, LIMIT)
afterAll(() => several?.close(), LIMIT)

/** Returns the status of a call whose body never comes. */
async function statusOf(address: string, options: RequestOptions): Promise<number | undefined> {
  const call = request(address, options)
  call.flushHeaders()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  call.destroy()
  return answer.statusCode
}

const statusAt = async (base: string, headers: Record<string, string>) =>
  (await fetch(`${base}/auth/me`, { headers })).status
const everywhere = (headers: Record<string, string>) =>
  Promise.all(several.bases.map((base) => statusAt(base, headers)))

test.runIf(nginx)('three that start together migrate once, and make one administrator', async () => {
  const { ask } = several.outside
  const run = await ask<{ name: string }>('select name from kysely_migration order by name')
  expect(run.map(({ name }) => name)).toEqual(migrationNames)
  expect(await ask('select email from users')).toEqual([{ email: ADMIN_EMAIL }])
})

test.runIf(nginx)('a login of one is known to all, and ended at once on all', async () => {
  const headers = await signIn(several.bases[0] ?? '')
  expect(await everywhere(headers)).toEqual([200, 200, 200])
  expect((await fetch(`${several.bases[2]}/logout`, { method: 'POST', headers })).status).toBe(200)
  expect(await everywhere(headers)).toEqual([401, 401, 401])
})

test.runIf(nginx)('failed sign-ins are counted together', async () => {
  const tried = async (base = '') => {
    const body = JSON.stringify({ email: 'nobody@college.test', password: 'Wrong-password-1' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${base}/login`, { method: 'POST', headers, body })).status
  }
  const statuses = []
  for (let turn = 0; turn < 9; turn += 1) statuses.push(await tried(several.bases[turn % 3]))
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(4).fill(429)])
})

test.runIf(nginx)('of a response to a survey no length is in the log of nginx', async () => {
  for (const path of ['feedback-responses', 'feedback-responses/submit']) {
    await fetch(`${several.base}/${path}`, { method: 'POST', body: 'x' })
    await expect.poll(several.logged.access).toMatch(new RegExp(`"POST /api/${path} HTTP/1.1" \\d+ - "-" "`))
  }
})

test.runIf(nginx)('no address of a calendar and no link for a forgotten password is in a log of nginx', async () => {
  const page = `${new URL(several.base).origin}/reset-password?token=a-secret`
  const tooLarge = { 'content-length': '900000000' }
  for (const address of [`${several.base}/calendar/a-secret/feed.ics`, page]) {
    await fetch(address)
    // Refusals by nginx itself are in its log of errors, with the whole request.
    expect(await statusOf(address, { method: 'POST', headers: tooLarge })).toBe(413)
  }
  expect(await statusOf(`${several.base}/ready?refused`, { method: 'POST', headers: tooLarge })).toBe(413)
  await fetch(`${several.base}/ready`, { headers: { referer: page } })
  await expect.poll(several.logged.access).toContain('"GET /api/ready HTTP/1.1" 200')
  expect(several.logged.access()).toContain('"GET /reset-password HTTP/1.1"')
  expect(several.logged.errors()).toContain('/api/ready?refused')
  for (const logged of Object.values(several.logged)) expect(logged()).not.toContain('a-secret')
})

test.runIf(nginx)(
  'without TLS everything leads to it, but what asks whether the name is ours for a certificate',
  async () => {
    const ask = (path: string) => fetch(`${several.plain}${path}`, { redirect: 'manual' })
    const led = await ask('/tasks?page=2')
    expect([led.status, led.headers.get('location')]).toEqual([308, 'https://127.0.0.1/tasks?page=2'])
    // No certbot has put it there.
    expect((await ask('/.well-known/acme-challenge/asked')).status).toBe(404)
  },
)

test.runIf(nginx)(
  'a create that comes without a key is given one by nginx, and so is done once when it is sent again',
  async () => {
    const headers = { ...(await signIn(several.base)), 'content-type': 'application/json' }
    const kept = () => several.outside.ask('select from idempotency_keys')
    const before = (await kept()).length
    const body = JSON.stringify({ name: 'Without a key' })
    const made = await fetch(`${several.base}/departments`, { method: 'POST', headers, body })
    expect(made.status).toBe(201)
    expect(await kept()).toHaveLength(before + 1)
  },
)

test.runIf(nginx)('an upload of who is not signed in is refused by nginx, in our form', async () => {
  const body = form({ task_id: '1' }, 'work.pdf')
  const refused = await fetch(`${several.base}/task-submissions`, { method: 'POST', body })
  expect([refused.status, await refused.json()]).toEqual([401, { message: unauthenticated().message }])
})

test.runIf(nginx)(
  'ended and killed processes refuse nobody; a restarted database loses and doubles nothing',
  {
    timeout: LIMIT,
  },
  async () => {
    const { outside, opened, base } = several
    const writing = await keepRecording(base, opened.db)
    await writing.more()
    expect(await several.renew(0, 'SIGTERM')).toEqual([0, null])
    await several.renew(1, 'SIGKILL')
    await writing.more()
    expect([...writing.statuses.keys()]).toEqual([201])
    await outside.stop('immediate')
    await expect.poll(() => writing.statuses.get(503) ?? 0, soon).toBeGreaterThan(0)
    await outside.start()
    await writing.more()
    await writing.end()
    expect(writing.unanswered()).toBe(0)
    expect(writing.odd).toEqual([])
    expect([...writing.statuses.keys()].sort()).toEqual([201, 503])
    expect(several.running()).toEqual([true, true, true])
    expect(await writing.wrong(opened.db)).toEqual([])
  },
)
