import { createHash, randomBytes } from 'node:crypto'
import { parseSetCookie } from 'cookie'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepLogins } from '../../core/login.ts'
import { hashPassword } from '../../core/passwords.ts'
import { openPusher } from '../../core/push.ts'
import { sharedSecret, signedToken } from '../../core/secrets.ts'
import type { JobServices } from '../../jobs/kinds.ts'
import { everyMinute } from '../../jobs.ts'
import { readSettings } from '../../settings.ts'
import { furnished } from '../../testing/college.ts'
import { keptJobs } from '../../testing/jobs.ts'
import { browserKeys, pushService } from '../../testing/push-service.ts'
import { issueReset } from '../accounts/passwords.writes.ts'
import { TOLD_DAYS } from './devices.reads.ts'
import { sweepPushDevices } from './devices.writes.ts'

const environment = { MAIL_FROM: 'elog@college.test', PUBLIC_URL: 'https://elog.test' }
const settings = readSettings(environment)
const service = await pushService()
afterAll(service.close)
const push = openPusher(settings, randomBytes(32), service.options)
const { at, admin, faculty, student, medicine, wards } = await furnished({
  ...(push ? { push } : {}),
  doesJobs: true,
  environment,
})
const log = pino({ level: 'silent' })
const services = { db: at.plainDb, push, jobs: at.jobs, settings, log } as Partial<JobServices> as JobServices

const PASSWORD = 'Correct-horse-9'
const password_hash = await hashPassword(PASSWORD)
let addresses = 0

/** A browser that keeps its cookie, and the token of whoever has signed in there last. */
function browserOf(cookie?: string) {
  let token: string | undefined
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
    addresses += 1
    const answer = await at.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        'x-forwarded-for': `10.9.${addresses >> 8}.${addresses & 255}`,
        ...(cookie && { cookie: `clinical_elog_device=${cookie}` }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(payload && { payload }),
    })
    const set = answer.headers['set-cookie']
    if (set) cookie = parseSetCookie(String(set)).value
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    call,
    async signIn({ email }: { email: string }) {
      token = undefined
      const { status, body } = await call('POST', '/login', { email, password: PASSWORD })
      expect(status, JSON.stringify(body)).toBe(200)
      token = body.access_token
    },
    async refresh() {
      token = (await call('POST', '/auth/refresh')).body.access_token
    },
    isOn: async () => (await call('GET', '/notices')).body.data.on_device,
    others: async () => (await call('GET', '/notices')).body.data.other_devices,
    cookie: () => cookie,
  }
}

async function person() {
  const made = await student(wards)
  await at.db.updateTable('users').set({ password_hash }).where('id', '=', made.userId).execute()
  const { email } = await at.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', made.userId)
    .executeTakeFirstOrThrow()
  return { ...made, email: email ?? '' }
}

/** Has the browser told; what it was told since. */
async function toldOn(browser: ReturnType<typeof browserOf>) {
  const [name, keys] = [randomBytes(6).toString('hex'), browserKeys().keys]
  const { status, body } = await browser.call('POST', '/notices/device', { endpoint: service.endpoint(name), keys })
  expect(status, JSON.stringify(body)).toBe(200)
  return () => service.received.filter(({ path }) => path === `/${name}`).length
}

/** A person with one browser that is told. */
async function chosen() {
  const [who, browser] = [await person(), browserOf()]
  await browser.signIn(who)
  return { who, browser, told: await toldOn(browser) }
}

/** Lets twelve hours pass without a use of any login, and the sweep of the hour. */
async function expire(userId: number): Promise<void> {
  const over = new Date(Date.now() - 1000)
  await at.db.updateTable('logins').set({ expires_at: over }).where('user_id', '=', userId).execute()
  await sweepLogins(at.plainDb)
}

/** Has something new for a student, and lets the minute pass in which it is told. */
async function tell({ id }: { id: number }): Promise<void> {
  await at.db.deleteFrom('push_events').execute()
  const work = await at.make.submission(await at.make.task(medicine, [wards]), id)
  expect((await faculty.put(`/task-submissions/${work}`, { marks: 13 })).status).toBe(200)
  await everyMinute(services)
  await expect.poll(async () => (await keptJobs(at.db)).filter(({ kind }) => kind === 'push')).toEqual([])
}

const devices = async () => (await at.db.selectFrom('push_devices').select('id').execute()).length

beforeEach(async () => {
  await at.db.deleteFrom('push_devices').execute()
  service.received.length = 0
})

describe('a device whose login ended by time', () => {
  test('is told still, and goes on when its person signs in there again', async () => {
    const { who, browser, told } = await chosen()
    await expire(who.userId)
    await tell(who)
    expect(told()).toBe(1)
    await browser.signIn(who)
    expect(await browser.isOn()).toBe(true)
    await browser.call('POST', '/logout')
    expect(await devices()).toBe(0)
  })

  test('is told for 30 days since its last use, and then forgotten', async () => {
    const { who, told } = await chosen()
    const used = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
    await at.db
      .updateTable('push_devices')
      .set({ seen_at: used(60) })
      .execute()
    await at.db
      .updateTable('logins')
      .set({ last_used_at: used(TOLD_DAYS - 1) })
      .where('user_id', '=', who.userId)
      .execute()
    await expire(who.userId)
    await tell(who)
    expect(told()).toBe(1)
    await sweepPushDevices(at.plainDb)
    expect(await devices()).toBe(1)
    await at.db
      .updateTable('push_devices')
      .set({ seen_at: used(TOLD_DAYS + 1) })
      .execute()
    await tell(who)
    expect(told()).toBe(1)
    await sweepPushDevices(at.plainDb)
    expect(await devices()).toBe(0)
  })

  test('goes with its login where the browser carries no cookie: it could not be known again', async () => {
    const who = await person()
    const login = await at.of(who.userId)
    const [name, keys] = [randomBytes(6).toString('hex'), browserKeys().keys]
    expect((await login.post('/notices/device', { endpoint: service.endpoint(name), keys })).status).toBe(200)
    await expire(who.userId)
    await tell(who)
    expect(service.received).toEqual([])
    await sweepPushDevices(at.plainDb)
    expect(await devices()).toBe(0)
  })

  test('ends when somebody else signs in there, who is told nothing of it', async () => {
    const { who, browser, told } = await chosen()
    await expire(who.userId)
    const other = await person()
    await browser.signIn(other)
    expect([await devices(), await browser.isOn()]).toEqual([0, false])
    await tell(who)
    expect(told()).toBe(0)
  })

  test('ends at a sign-in of somebody else there also while its login goes on', async () => {
    const { browser } = await chosen()
    await browser.signIn(await person())
    expect(await devices()).toBe(0)
  })

  test.each<[string, (one: Awaited<ReturnType<typeof person>>) => Promise<unknown>]>([
    [
      'the password is changed elsewhere',
      async (who) => {
        const elsewhere = browserOf()
        await elsewhere.signIn(who)
        return elsewhere.call('POST', '/auth/change-password', {
          current_password: PASSWORD,
          password: 'Another-horse-8',
        })
      },
    ],
    [
      'the password is reset by a mailed link',
      async ({ userId }) => {
        const { token } = (await at.db.transaction().execute((tx) => issueReset(tx, userId))) ?? {}
        return browserOf().call('POST', '/auth/reset-password', { token, password: 'Another-horse-8' })
      },
    ],
    ['an administrator issues a password', ({ userId }) => admin.post(`/users/${userId}/initial-password`, {})],
    ['the person is deactivated', ({ id }) => admin.put(`/students/${id}`, { status: 'graduated' })],
    [
      'the person signs out everywhere else',
      async (who) => {
        const elsewhere = browserOf()
        await elsewhere.signIn(who)
        return elsewhere.call('DELETE', '/auth/logins')
      },
    ],
    [
      'the person ends it on other devices',
      async (who) => {
        const elsewhere = browserOf()
        await elsewhere.signIn(who)
        expect(await elsewhere.others()).toBe(1)
        return elsewhere.call('DELETE', '/notices/devices')
      },
    ],
  ])('ends at once when %s', async (_what, end) => {
    const { who, told } = await chosen()
    const bystander = await chosen()
    await expire(who.userId)
    const answer = (await end(who)) as { status: number; body: unknown }
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await tell(who)
    expect([told(), await devices(), await bystander.browser.isOn()]).toEqual([0, 1, true])
  })
})

describe('a device whose login goes on', () => {
  test('ends with it when its person ends that login elsewhere, or signs out there', async () => {
    const { who } = await chosen()
    const elsewhere = browserOf()
    await elsewhere.signIn(who)
    const { data } = (await elsewhere.call('GET', '/auth/logins')).body
    const { id } = data.find((one: { is_current: boolean }) => !one.is_current)
    expect((await elsewhere.call('DELETE', `/auth/logins/${id}`)).status).toBe(200)
    expect(await devices()).toBe(0)
  })

  test('stays when its token is replaced, and when its own person changes the password there', async () => {
    const { who, browser, told } = await chosen()
    await browser.refresh()
    expect(await browser.isOn()).toBe(true)
    const change = { current_password: PASSWORD, password: 'Another-horse-8' }
    expect((await browser.call('POST', '/auth/change-password', change)).status).toBe(200)
    await tell(who)
    expect([await browser.isOn(), told()]).toEqual([true, 1])
  })

  test('is one for a browser, however often it is chosen there', async () => {
    const { who, browser } = await chosen()
    await browser.signIn(who)
    await toldOn(browser)
    expect([await devices(), await browser.others()]).toEqual([1, 0])
  })
})

describe('a browser’s cookie', () => {
  test('that this server has not signed ends and takes over nothing', async () => {
    const { who, told } = await chosen()
    const forged = randomBytes(32).toString('base64url')
    const device = createHash('sha256').update(forged).digest()
    await at.db.updateTable('push_devices').set({ device }).execute()
    await browserOf(forged).signIn(await person())
    expect(await devices()).toBe(1)
    await tell(who)
    expect(told()).toBe(1)
  })

  test('of somebody else’s browser tells its thief nothing', async () => {
    const { who, browser } = await chosen()
    const thief = browserOf(browser.cookie())
    await thief.signIn(await person())
    expect([await thief.isOn(), await devices()]).toEqual([false, 0])
    await tell(who)
    expect(service.received).toEqual([])
  })

  test('of a browser that has never been told changes nothing', async () => {
    const { browser } = await chosen()
    const other = browserOf(signedToken(await sharedSecret(at.db, 'devices')))
    await other.signIn(await person())
    expect([await devices(), await browser.isOn(), await other.isOn()]).toEqual([1, true, false])
  })
})
