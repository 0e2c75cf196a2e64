import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openPusher } from '../../core/push.ts'
import type { JobServices } from '../../jobs/kinds.ts'
import { everyMinute } from '../../jobs.ts'
import { readSettings } from '../../settings.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { hasten, keptJobs } from '../../testing/jobs.ts'
import { ask } from '../../testing/leaves.ts'
import { browserKeys, pushService } from '../../testing/push-service.ts'
import { filed, staffIdOf } from '../../testing/reportings.ts'
import { dayAfter } from '../../testing/today.ts'
import { MOST_DEVICES } from './devices.writes.ts'
import { noteForStudents } from './events.writes.ts'
import { sweepWorkDue } from './pushing.ts'

const environment = { MAIL_FROM: 'elog@college.test', PUBLIC_URL: 'https://elog.test' }
const settings = readSettings(environment)
const service = await pushService()
afterAll(service.close)
const push = openPusher(settings, randomBytes(32), service.options)
const { at, admin, hod, faculty, surgeon, student, medicine, wards } = await furnished({
  ...(push ? { push } : {}),
  doesJobs: true,
  environment,
})
const silent = await furnished()
const log = pino({ level: 'silent' })
const services = { db: at.plainDb, push, jobs: at.jobs, settings, log } as Partial<JobServices> as JobServices

/** Has a device of this person told, and reads what it is told. */
async function deviceOf(caller: Client) {
  const browser = browserKeys()
  const name = randomBytes(6).toString('hex')
  const { status, body } = await caller.post('/notices/device', {
    endpoint: service.endpoint(name),
    keys: browser.keys,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const told = () => service.received.filter(({ path }) => path === `/${name}`).map((one) => browser.read(one.body))
  return { name, told }
}
const events = () => at.db.selectFrom('push_events').select(['user_id', 'kind', 'noted_at']).execute()
const devices = async () => (await at.db.selectFrom('push_devices').selectAll().execute()).length
const settled = () => expect.poll(async () => (await keptJobs(at.db)).filter(({ kind }) => kind === 'push')).toEqual([])
/** Lets the minute pass in which what is new is told. */
async function tell() {
  await everyMinute(services)
  await settled()
}

beforeEach(async () => {
  await at.db.deleteFrom('push_devices').execute()
  await at.db.deleteFrom('push_events').execute()
  service.received.length = 0
})

const task = await at.make.task(medicine, [wards], { name: 'Secret case history', total_marks: 20 })
const SAYS = { kind: 'marks', text: 'You have a new result.', to: '/dashboard' }

async function graded(id: number, marks = 13) {
  const work = await at.make.submission(task, id)
  expect((await faculty.put(`/task-submissions/${work}`, { marks })).status).toBe(200)
  return work
}

describe('what is new', () => {
  test('is told to the devices of whom it is about, in words that say nothing personal', async () => {
    const [one, other] = [await student(wards), await student(wards)]
    const [phone, laptop] = [await deviceOf(one.caller), await deviceOf(await at.of(one.userId))]
    const theirs = await deviceOf(other.caller)
    await graded(one.id)
    expect(service.received).toEqual([])
    await tell()
    const [said = ''] = phone.told()
    expect(JSON.parse(said)).toEqual(SAYS)
    expect(said).toHaveLength(160)
    expect(laptop.told()).toEqual([said])
    expect(theirs.told()).toEqual([])
  })

  test('is told once an hour, however much it is, and by one of the processes', async () => {
    const one = await student(wards)
    const phone = await deviceOf(one.caller)
    const work = await graded(one.id)
    await Promise.all([tell(), tell(), tell()])
    await faculty.put(`/task-submissions/${work}`, { marks: 14 })
    await tell()
    expect(phone.told()).toHaveLength(1)
    // An hour later the rest is told.
    const before = new Date(Date.now() - 61 * 60_000)
    await at.db.updateTable('push_events').set({ told_at: before }).execute()
    await tell()
    expect(phone.told()).toHaveLength(2)
  })

  test('is not told when it has been seen or taken back meanwhile', async () => {
    const one = await student(wards)
    const phone = await deviceOf(one.caller)
    const work = await graded(one.id)
    await faculty.put(`/task-submissions/${work}`, { marks: null })
    await tell()
    expect(phone.told()).toEqual([])
  })

  test('of a result, a decision on leave and a case is told alike', async () => {
    const one = await student(wards)
    const [phone, desk] = [await deviceOf(one.caller), await deviceOf(faculty)]
    const assessment = await at.make.assessment(wards)
    const results = [{ student_id: one.id, marks: 7 }]
    const sent = { submission_type: 'assessment', assessment_id: assessment, results }
    expect((await faculty.post('/assessment-results', sent)).status).toBe(201)
    const leave = await ask(one.caller, { first_day: dayAfter(3), last_day: dayAfter(3) })
    const decision = { department_id: medicine, status: 'refused', note: 'Whispered note' }
    expect((await hod.post(`/leaves/${leave.id}/decision`, decision)).status).toBe(200)
    await filed(surgeon, { student_id: one.id, assigned_to: await staffIdOf(at, faculty), title: 'Whispered title' })
    await tell()
    expect(phone.told().map((text) => JSON.parse(text).text)).toEqual(
      expect.arrayContaining(['You have a new result.', 'You have a new answer.']),
    )
    expect(desk.told().map((text) => JSON.parse(text))).toEqual([
      { kind: 'case', text: 'Something waits for your answer.', to: '/reporting?turn=mine' },
    ])
    for (const text of [...phone.told(), ...desk.told()]) expect(text).not.toMatch(/Whispered|CASE|7/)
  })

  test('of work due tomorrow is told on the afternoon before, to who has not handed it in', async () => {
    const [lazy, done] = [await student(wards), await student(wards)]
    const [phone, other] = [await deviceOf(lazy.caller), await deviceOf(done.caller)]
    const due = await at.make.task(medicine, [wards], { end_date: dayAfter(1) })
    await at.make.submission(due, done.id)
    const at4 = Temporal.Now.zonedDateTimeISO('Asia/Karachi').withPlainTime({ hour: 16 }).epochMilliseconds
    await sweepWorkDue(services, at4 - 1)
    expect(await events()).toEqual([])
    await sweepWorkDue(services, at4)
    await tell()
    expect(phone.told().map((text) => JSON.parse(text).text)).toEqual(['You have work due tomorrow.'])
    expect(other.told()).toEqual([])
  })

  test('is noted with the write that makes it, or not at all; and of nobody without a device', async () => {
    const [one, other] = [await student(wards), await student(wards)]
    await deviceOf(one.caller)
    const back = at.plainDb.transaction().execute(async (tx) => {
      await noteForStudents(tx, 'returned', [one.id])
      throw new Error('taken back')
    })
    await expect(back).rejects.toThrow('taken back')
    await at.plainDb.transaction().execute((tx) => noteForStudents(tx, 'returned', [other.id]))
    expect(await events()).toEqual([])
    await at.plainDb.transaction().execute((tx) => noteForStudents(tx, 'returned', [one.id, other.id]))
    expect(await events()).toMatchObject([{ user_id: one.userId, kind: 'returned' }])
  })

  test('that a push service does not take fails no write, and is tried again; a browser that it knows no more is forgotten', async () => {
    const one = await student(wards)
    const [gone, bad] = [await deviceOf(one.caller), await deviceOf(await at.of(one.userId))]
    service.answers.set(`/${gone.name}`, () => 410)
    service.answers.set(`/${bad.name}`, () => 500)
    await graded(one.id)
    await everyMinute(services)
    await expect
      .poll(() => keptJobs(at.db))
      .toMatchObject([{ kind: 'push', state: 'retry', reason: 'EPUSH 500', data: { event: 'marks' } }])
    expect(await devices()).toBe(1)
    service.answers.clear()
    await hasten(at.db)
    await settled()
    expect(bad.told()).toHaveLength(2)
  })
})

describe('a device', () => {
  const device = () => ({ endpoint: service.endpoint(randomBytes(4).toString('hex')), keys: browserKeys().keys })

  test('without the browser’s cookie is told until its login ends: by signing out, elsewhere, with the session or the record', async () => {
    const person = await student(wards)
    const [first, second] = [await at.of(person.userId), await at.of(person.userId)]
    await deviceOf(first)
    await deviceOf(second)
    const isOn = async (caller: Client) => (await caller.get('/notices')).body.data.on_device
    expect([await isOn(first), await isOn(second), await isOn(person.caller)]).toEqual([true, true, false])
    await first.post('/logout')
    expect(await devices()).toBe(1)
    await person.caller.delete('/auth/logins')
    expect(await devices()).toBe(0)

    const third = await at.of(person.userId)
    const phone = await deviceOf(third)
    await graded(person.id)
    const over = new Date(Date.now() - 1000)
    await at.db.updateTable('logins').set({ expires_at: over }).where('user_id', '=', person.userId).execute()
    await tell()
    expect(phone.told()).toEqual([])

    await deviceOf(await at.of(person.userId))
    expect((await admin.put(`/students/${person.id}`, { status: 'graduated' })).status).toBe(200)
    expect(await devices()).toBe(0)
  })

  test('is not told what waited until its login was over', async () => {
    const person = await student(wards)
    const login = await at.of(person.userId)
    const phone = await deviceOf(login)
    service.answers.set(`/${phone.name}`, () => 503)
    await graded(person.id)
    await everyMinute(services)
    await expect.poll(() => keptJobs(at.db)).toMatchObject([{ kind: 'push', state: 'retry', reason: 'EPUSH 503' }])
    service.answers.clear()
    const over = new Date(Date.now() - 1000)
    await at.db.updateTable('logins').set({ expires_at: over }).where('user_id', '=', person.userId).execute()
    await hasten(at.db)
    await settled()
    expect(phone.told()).toHaveLength(1)
  })

  test('is told of nothing more when its person says so, and another login can’t say it', async () => {
    const one = await at.as('clerk')
    await deviceOf(one)
    expect((await faculty.delete('/notices/device')).status).toBe(200)
    expect(await devices()).toBe(1)
    expect((await one.delete('/notices/device')).status).toBe(200)
    expect([await devices(), (await one.get('/notices')).body.data.on_device]).toEqual([0, false])
  })

  test('is of who has chosen it last, once a login and address', async () => {
    const [one, other] = [await at.as('clerk'), await at.as('clerk')]
    const shared = device()
    for (const caller of [one, one, other]) expect((await caller.post('/notices/device', shared)).status).toBe(200)
    const rows = await at.db.selectFrom('push_devices').select('user_id').execute()
    expect(rows).toEqual([{ user_id: other.userId }])
  })

  test('too many are refused, also when they come together', async () => {
    const { userId } = await at.as('clerk')
    const logins = await Promise.all(Array.from({ length: MOST_DEVICES + 2 }, () => at.of(userId)))
    const answers = await Promise.all(logins.map((login) => login.post('/notices/device', device())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_DEVICES)
    const [refused] = answers.filter(({ status }) => status !== 200)
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { endpoint: [expect.stringMatching(/^10 devices/)] } },
    })
  })

  test.each([
    ['an address in the house', { endpoint: 'https://10.0.0.7/admin' }],
    ['an address without TLS', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['an endless address', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
    ['a key that is none', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
    ['no keys', { keys: undefined }],
  ])('with %s is refused', async (_what, change) => {
    expect((await faculty.post('/notices/device', { ...device(), ...change })).status).toBe(422)
    expect([await devices(), service.received]).toEqual([0, []])
  })

  test('can’t be told where there is no contact for push services', async () => {
    expect((await silent.faculty.get('/notices')).body.data).toMatchObject({ push_key: null, on_device: false })
    expect((await silent.faculty.post('/notices/device', device())).status).toBe(422)
  })

  test('is told of in the security log and the personal data, without what it is reached by', async () => {
    const one = await student(wards)
    await deviceOf(one.caller)
    await one.caller.delete('/notices/device')
    await deviceOf(one.caller)
    const own = (await one.caller.get(`/users/${one.userId}/personal-data`)).body
    expect(own.notices.devices).toEqual([{ user_agent: null, since: expect.any(String) }])
    expect(JSON.stringify(own)).not.toMatch(/p256dh|endpoint|localhost:/)
    const kinds = async () =>
      (await admin.get(`/security-log?user_id=${one.userId}`)).body.data.map(({ kind }: { kind: string }) => kind)
    await expect.poll(kinds).toEqual(expect.arrayContaining(['notices-on', 'notices-off']))
  })
})
