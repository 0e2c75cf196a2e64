import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailer } from '../../core/mail.ts'
import { readSettings } from '../../settings.ts'
import { furnished } from '../../testing/college.ts'
import { startListener } from '../../testing/listener.ts'
import { listConcerns } from './reads.ts'
import { giveSignOfLife, tellNews } from './telling.ts'
import { noteConcerns, takeNews, takeSignOfLife } from './writes.ts'

const sent: Parameters<Mailer['send']>[0][] = []
const mail: Mailer = { publicUrl: 'https://elog.test', send: async (one) => void sent.push(one) }
const listener = await startListener()
afterAll(listener.close)
const environment = {
  ALERT_MAIL: 'operator@college.test, dean@college.test',
  ALERT_WEBHOOK: listener.url('/alerts'),
  HEARTBEAT_URL: listener.url('/life'),
  COLLEGE_NAME: 'Khyber College',
}
const settings = readSettings(environment)
const { at, admin, principal } = await furnished({ mail, environment })
const db = at.plainDb
const low = { kind: 'disk-low' as const, detail: '/srv has 0.5 GB left.' }
const clock = { kind: 'clock' as const, detail: 'Wrong.' }
/** Lets what is there have begun an hour ago: what comes after it is later by more than a moment. */
const anHourAgo = () =>
  at.db
    .updateTable('concerns')
    .set({ since: new Date(Date.now() - 60 * 60_000) })
    .execute()
const kinds = async () => (await listConcerns(db)).map(({ kind, source }) => `${kind} ${source}`)
const told = () => sent.map(({ to, subject }) => `${to}: ${subject}`)
const tell = () => tellNews({ db, jobs: at.jobs, settings })
const news = () => db.transaction().execute((tx) => takeNews(tx))
const words = (all: { kind: string }[]) => all.map(({ kind }) => kind)

beforeEach(async () => {
  await at.db.deleteFrom('concerns').execute()
  sent.length = 0
  listener.heard.length = 0
})

describe('whichever process is asked', () => {
  test('health and Status tell what any of them sees, until that one sees it no more', async () => {
    await noteConcerns(db, 'ward-1, port 3001', [low])
    await anHourAgo()
    await noteConcerns(db, 'ward-1, port 3002', [])
    await noteConcerns(db, '', [clock])
    expect((await at.nobody.get('/health')).body).toEqual({
      status: 'degraded',
      concerns: ['disk-low', 'clock'],
      disk: 'low',
    })
    const { concerns } = (await admin.get('/status')).body.data
    expect(concerns).toMatchObject([
      { ...low, source: 'ward-1, port 3001' },
      { ...clock, source: '' },
    ])
    await noteConcerns(db, 'ward-1, port 3001', [])
    expect(await kinds()).toEqual(['clock '])
  })

  test('a process that is gone tells nothing after ten minutes; what all see stays', async () => {
    await noteConcerns(db, 'gone, port 1', [low])
    await noteConcerns(db, 'files', [{ kind: 'files-unswept', detail: 'Why' }])
    await at.db
      .updateTable('concerns')
      .set({ seen_at: new Date(Date.now() - 11 * 60_000) })
      .execute()
    expect(await kinds()).toEqual(['files-unswept files'])
    expect((await at.nobody.get('/health')).body).toMatchObject({ status: 'degraded', files: 'unswept' })
  })

  test('slow statements are told without making the installation degraded', async () => {
    await noteConcerns(db, '', [{ kind: 'slow-statements', detail: '' }])
    expect((await at.nobody.get('/health')).body).toEqual({ status: 'ok' })
  })
})

test('it stands on the day of administrators, but for what has lines of its own and what degrades nothing', async () => {
  await noteConcerns(db, 'ward-1, port 3001', [low])
  await anHourAgo()
  await noteConcerns(db, '', [clock, { kind: 'jobs-failed', detail: '' }, { kind: 'slow-statements', detail: '' }])
  const partsOf = async (caller: typeof admin) =>
    (await caller.get('/today')).body.data.filter(({ kind }: { kind: string }) => kind === 'installation')
  expect(await partsOf(admin)).toMatchObject([
    {
      total: 2,
      lines: [
        { text: 'A disk is nearly full', detail: '/srv has 0.5 GB left. ward-1, port 3001', to: '/status' },
        { text: 'A clock is wrong', detail: 'Wrong.' },
      ],
    },
  ])
  expect(await partsOf(principal)).toEqual([])
})

describe('it is told', () => {
  test('once, again after a day, and once more when it is over', async () => {
    await noteConcerns(db, '', [clock])
    expect(words((await news()).begun)).toEqual(['clock'])
    await noteConcerns(db, '', [clock])
    expect(await news()).toEqual({ begun: [], ended: [] })
    await at.db
      .updateTable('concerns')
      .set({ told_at: new Date(Date.now() - 25 * 60 * 60_000) })
      .execute()
    expect(words((await news()).begun)).toEqual(['clock'])
    await noteConcerns(db, '', [])
    expect(await kinds()).toEqual([])
    expect(words((await news()).ended)).toEqual(['clock'])
    expect(await news()).toEqual({ begun: [], ended: [] })
  })

  test('not at all when it was over before anybody was told', async () => {
    await noteConcerns(db, '', [clock])
    await noteConcerns(db, '', [])
    expect(await news()).toEqual({ begun: [], ended: [] })
  })

  test('to each receiver and to the webhook, by one of several that tell at once', async () => {
    await noteConcerns(db, '', [clock])
    await anHourAgo()
    await noteConcerns(db, 'ward-1, port 3001', [low])
    await Promise.all([tell(), tell(), tell()])
    await expect
      .poll(() => told().sort())
      .toEqual([
        'dean@college.test: Khyber College: A clock is wrong and 1 more',
        'operator@college.test: Khyber College: A clock is wrong and 1 more',
      ])
    expect(sent[0]?.text).toContain('- A disk is nearly full, since ')
    expect(sent[0]?.text).toContain('(ward-1, port 3001). /srv has 0.5 GB left.')
    await expect.poll(() => listener.heard.length).toBe(1)
    const [heard] = listener.heard
    expect(JSON.parse(heard?.text ?? '')).toMatchObject({
      type: 'installation.begun',
      data: {
        college: 'Khyber College',
        concerns: [{ kind: 'clock', title: 'A clock is wrong' }, { kind: 'disk-low' }],
      },
    })
    await noteConcerns(db, '', [])
    await tell()
    await expect.poll(() => told()).toContain('dean@college.test: Khyber College: over: A clock is wrong')
  })
})

test('a sign of life is given by one process of all, every five minutes', async () => {
  const taken = await Promise.all([takeSignOfLife(db), takeSignOfLife(db), takeSignOfLife(db)])
  expect(taken.filter(Boolean)).toHaveLength(1)
  await at.db
    .updateTable('signs_of_life')
    .set({ tried_at: new Date(Date.now() - 5 * 60_000) })
    .execute()
  expect(await takeSignOfLife(db)).toBe(true)
})

test('a sign of life says whether the installation is degraded, and notes what hears it', async () => {
  const give = async () => {
    await at.db.updateTable('signs_of_life').set({ tried_at: null }).execute()
    await giveSignOfLife({ db, settings })
    return listener.heard.at(-1)?.text
  }
  await noteConcerns(db, '', [{ kind: 'slow-statements', detail: '' }])
  expect(await give()).toBe('ok')
  await noteConcerns(db, '', [clock, { kind: 'slow-statements', detail: '' }])
  expect(await give()).toBe('degraded: clock')
  listener.now.status = 503
  await give()
  listener.now.status = 200
  const { heartbeat } = (await admin.get('/status')).body.data
  expect(heartbeat).toMatchObject({ heard_at: expect.any(String), failure: 'It answered 503.' })
})

describe('the test of the places', () => {
  test('says of each what came of it', async () => {
    listener.now.status = 503
    const { status, body } = await admin.post('/concerns/test')
    listener.now.status = 200
    expect([status, body.data.places]).toEqual([
      200,
      [
        { place: 'mail', is_sent: true, message: 'The mail server has taken a mail to operator@college.test.' },
        { place: 'mail', is_sent: true, message: 'The mail server has taken a mail to dean@college.test.' },
        { place: 'webhook', is_sent: false, message: 'The webhook was not heard. It answered 503.' },
        { place: 'heartbeat', is_sent: false, message: 'The sign of life was not heard. It answered 503.' },
      ],
    ])
  })
})
