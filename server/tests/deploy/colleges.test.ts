import { appendFileSync, chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { type ManyColleges, manyColleges } from '../../testing/colleges.ts'
import { freePort, soon } from '../../testing/product.ts'
import { smtpServer } from '../../testing/smtp.ts'

const LIMIT = 120_000
const [A, B] = ['north.example.org', 'south.example.org']
/** The same password at both colleges. */
const OWN = 'Of-one-college-only-7'

let many: ManyColleges
let northern: Record<string, string>
let southern: Record<string, string>

const ready = async (host: string) => (await many.call(host, '/api/ready')).status
const databases = async () =>
  (
    await many.outside.ask<{ name: string }>(`select datname as name from pg_database where datname ~ '^elog_'
    union all select rolname from pg_roles where rolname ~ '^elog_(north|south|west)'`)
  )
    .map(({ name }) => name)
    .toSorted()

const metricsPort = await freePort()

beforeAll(async () => {
  many = await manyColleges({ METRICS_PORT: String(metricsPort) })
  const first = await many.add('north', A)
  await many.start()
  northern = await many.begin(A, first, OWN)
  // While the server runs.
  const second = await many.add('south', B)
  await many.isThere(B)
  southern = await many.begin(B, second, OWN)
}, LIMIT)
afterAll(() => many?.close(), LIMIT)

test('a name or host that is taken makes nothing', async () => {
  const before = [await databases(), readdirSync(many.colleges)]
  expect((await many.command('add', 'north', '--host', 'new.example.org')).said).toContain('there is a college north')
  expect((await many.command('add', 'west', '--host', B.toUpperCase())).said).toContain(`${B} is that of south`)
  expect((await many.command('add', 'West!', '--host', 'west.example.org')).said).toContain('is no name')
  expect([await databases(), readdirSync(many.colleges)]).toEqual(before)
  expect(before[0]).toEqual([
    'elog_north',
    'elog_north',
    'elog_north__owner',
    'elog_south',
    'elog_south',
    'elog_south__owner',
  ])
})

test('the role of a college comes to no other database', async () => {
  const can = `select has_database_privilege('elog_north', 'elog_south', 'connect') as app,
    has_database_privilege('elog_north__owner', 'elog_south', 'connect') as owner`
  expect(await many.outside.ask(can)).toEqual([{ app: false, owner: false }])
})

test('a login is worth nothing at another college: every call is a 401', async () => {
  const guarded = declaredEndpoints.filter(({ action }) => action !== 'public')
  expect(guarded.length).toBeGreaterThan(200)
  for (const { method, path } of guarded) {
    const address = `/api${path.replace(/:\w+/g, '1')}`
    const { status } = await many.call(B, address, { method, headers: northern })
    expect(status, `${method} ${address}`).toBe(401)
  }
  expect((await many.call(A, '/api/auth/me', { headers: northern })).status).toBe(200)
}, 60_000)

test('so are the token of a page, and an address of a calendar', async () => {
  const tokenOf = async (host: string) =>
    /name="csrf-token" content="([^"]+)"/.exec((await many.call(host, '/login')).text)?.[1] ?? ''
  const logout = (token: string) =>
    many.call(B, '/api/departments', { method: 'POST', headers: { ...southern, 'x-csrf-token': token }, body: {} })
  expect((await logout(await tokenOf(A))).status).toBe(403)
  expect((await logout(await tokenOf(B))).status).toBe(422)
  const made = await many.call(A, '/api/calendar', { method: 'POST', headers: northern })
  const url = JSON.stringify(made.body).match(/\/api\/calendar\/[^"]+/)?.[0] ?? ''
  expect([(await many.call(A, url)).status, (await many.call(B, url)).status]).toEqual([200, 404])
})

test('a key of a create is each college’s own, and so is what it makes', async () => {
  const make = (host: string, login: Record<string, string>) =>
    many.call(host, '/api/departments', {
      method: 'POST',
      headers: { ...login, 'idempotency-key': 'the-same-key-at-both' },
      body: { name: `Only at ${host}` },
    })
  const made = [await make(A, northern), await make(B, southern)]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const names = async (host: string, headers: Record<string, string>) =>
    (await many.call(host, '/api/departments', { headers })).text
  expect(await names(A, northern)).not.toContain(`Only at ${B}`)
  expect(await names(B, southern)).toContain(`Only at ${B}`)
})

test('a host is known in every spelling of it, and an unknown or odd one is told of no college', async () => {
  const call = (host: string, path = '/api/ready', more = '') =>
    many.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`)
  for (const host of [A, A.toUpperCase(), `${A}.`, `${A}:8443`, `${A.toUpperCase()}.:443`])
    expect(await call(host), host).toBe('HTTP/1.1 200 OK')
  for (const host of ['example.org', `x.${A}`, `${A}..`, `${A}@${B}`, '[::1]', '127.0.0.1', 'nörth.example.org', ''])
    expect(await call(host), host).toBe('HTTP/1.1 421 Misdirected Request')
  expect(await call(A, '/api/ready', `Host: ${B}\r\n`)).toBe('HTTP/1.1 400 Bad Request')
  expect(await call(A, `http://${B}/api/ready`)).toBe('HTTP/1.1 400 Bad Request')
  expect(await call(A, `http://${A}/api/ready`)).toBe('HTTP/1.1 200 OK')
  // This machine's own proxy is trusted.
  expect(await call('127.0.0.1', '/api/ready', `X-Forwarded-Host: ${A}\r\n`)).toBe('HTTP/1.1 200 OK')
  expect(await call(A, '/api/ready', 'X-Forwarded-Host: nobody.example.org\r\n')).toBe(
    'HTTP/1.1 421 Misdirected Request',
  )
  const page = await many.call('nobody.example.org', '/')
  expect([page.status, page.text]).toEqual([421, 'There is nothing at this address.\n'])
})

test('while a college is flooded, another one is answered before its callers are', async () => {
  let isOver = false
  const middle = (took: number[]) => took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0
  const timed = async (took: number[], host: string, headers: Record<string, string>) => {
    const from = performance.now()
    const { status } = await many.call(host, '/api/departments', { headers })
    took.push(performance.now() - from)
    return status
  }
  const there: number[] = []
  const flood = Array.from({ length: 100 }, async () => {
    while (!isOver) await timed(there, A, northern)
  })
  const here: number[] = []
  for (let turn = 0; turn < 20; turn += 1) expect(await timed(here, B, southern)).toBe(200)
  isOver = true
  await Promise.all(flood)
  expect(middle(here)).toBeLessThan(middle(there) / 2)
}, 60_000)

test('the end of all logins at one ends none at the other', async () => {
  const mine = await many.signIn(A, OWN)
  expect((await many.call(A, '/api/logout', { method: 'POST', headers: mine })).status).toBe(200)
  expect((await many.call(A, '/api/auth/me', { headers: mine })).status).toBe(401)
  expect((await many.call(B, '/api/auth/me', { headers: southern })).status).toBe(200)
})

test('a database that is away is its own college’s 503', async () => {
  await many.outside.ask('alter role elog_north connection limit 0')
  await many.outside.ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'elog_north'`)
  await expect.poll(async () => (await many.call(A, '/api/auth/me', { headers: northern })).status, soon).toBe(503)
  expect(await ready(B)).toBe(200)
  await many.outside.ask('alter role elog_north connection limit -1')
  await expect.poll(async () => (await many.call(A, '/api/auth/me', { headers: northern })).status, soon).toBe(200)
})

test('a mail leaves at once, by the process of the rounds', async () => {
  const smtp = await smtpServer()
  const mails = { SMTP_URL: smtp.url, MAIL_FROM: 'north@example.org', PUBLIC_URL: `https://${A}` }
  const lines = Object.entries(mails).map(([name, value]) => `${name}="${value}"\n`)
  appendFileSync(join(many.colleges, 'north', 'college.env'), lines.join(''))
  await expect.poll(async () => (await many.call(A, '/login')).text, soon).toContain('content="yes"')
  // By the clock the next round is minutes away.
  const body = { email: 'admin@localhost.localdomain' }
  expect((await many.call(A, '/api/auth/forgot-password', { method: 'POST', body })).status).toBe(200)
  await expect.poll(() => smtp.mails.map(({ to }) => to), soon).toEqual([body.email])
  expect(smtp.mails[0]?.text).toContain(`https://${A}/reset-password`)
  await smtp.close()
})

test('the rounds make the backup of each night, also of a college that nobody calls', async () => {
  const made = () => ['north', 'south'].map((name) => readdirSync(join(many.backups, name)).length)
  await expect.poll(made, soon).toEqual([1, 1])
})

test(
  'Prometheus is told of each college what its last round has read',
  async () => {
    const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    for (const name of ['north', 'south'])
      await expect.poll(read, soon).toContain(`\ncollege_round_timestamp_seconds{college="${name}"} `)
    const told = await read()
    for (const name of ['north', 'south']) {
      expect(told).toMatch(new RegExp(`^college_up\\{college="${name}"\\} 1$`, 'm'))
      expect(told).toMatch(new RegExp(`^concerns\\{college="${name}",kind="disk-low"\\} [01]$`, 'm'))
    }
    expect(told).toContain(`\ndisk_free_bytes{place="${many.colleges}"} `)
    expect(told.match(/^disk_free_bytes\{/gm)).toHaveLength(1)
    // Its file is for more eyes than its owner's.
    const file = join(many.colleges, 'south', 'college.env')
    chmodSync(file, 0o644)
    await expect.poll(read, soon).toContain('college_up{college="south"} 0')
    chmodSync(file, 0o600)
    await expect.poll(read, soon).toContain('college_up{college="south"} 1')
  },
  LIMIT,
)

test(
  'all are listed, checked, upgraded and backed up; removed, one is gone and leaves a backup',
  async () => {
    const all = async (what: string) => {
      const { status, said } = await many.command(what)
      return [status, said.trim().split('\n').toSorted()]
    }
    expect(await all('list')).toEqual([
      0,
      [expect.stringMatching(/^north: north\.example\.org; up to date/), expect.stringMatching(/^south: /)],
    ])
    expect(await all('upgrade')).toEqual([0, ['north: up to date', 'south: up to date']])
    expect(await all('check')).toEqual([
      0,
      [expect.stringMatching(/^north: .*audit trail whole, files there/), expect.stringMatching(/^south: .*whole/)],
    ])
    expect(await all('backup')).toEqual([
      0,
      [expect.stringMatching(/^north: Backed up/), expect.stringMatching(/^south: B/)],
    ])
    expect(readdirSync(join(many.backups, 'north')).length).toBeGreaterThan(0)

    expect((await many.command('remove', 'south')).said).toContain('--yes south')
    const removed = await many.command('remove', 'south', '--yes', 'south')
    expect(removed, removed.said).toMatchObject({ status: 0 })
    await expect.poll(() => ready(B), soon).toBe(421)
    expect(await ready(A)).toBe(200)
    expect(await databases()).toEqual(['elog_north', 'elog_north', 'elog_north__owner'])
    expect(existsSync(join(many.colleges, 'south'))).toBe(false)
    expect(readdirSync(join(many.colleges, '.removed'))).toHaveLength(1)
  },
  LIMIT,
)
