import { beforeEach, describe, expect, test } from 'vitest'
import type { SecurityRow } from '../../../shared/contract/security-log.ts'
import { hashPassword } from '../../core/passwords.ts'
import { unfurnished } from '../../testing/college.ts'

const PASSWORD = 'Right-Password-1'
const DEVICE = 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0'

const mailed: string[] = []

const at = await unfurnished({
  mail: { publicUrl: 'http://college.test', send: async ({ text }) => void mailed.push(text) },
})
const admin = await at.as('admin')
const ayesha = await at.make.user({
  name: 'Ayesha Khan',
  email: 'Ayesha@college.test',
  password_hash: await hashPassword(PASSWORD),
})

// Each test has an empty log, and an address of its own: equal events of one minute are one row.
let tests = 0
let here = ''
beforeEach(async () => {
  tests += 1
  here = `10.1.2.${tests}`
  await read()
  await at.db.deleteFrom('security_log').execute()
  await at.db.deleteFrom('login_failures').execute()
})

async function read(query = ''): Promise<SecurityRow[]> {
  const { status, body } = await admin.get(`/security-log${query}`)
  expect(status).toBe(200)
  return body.data
}

const send = (path: string, payload: object, headers: Record<string, string> = {}, remoteAddress = here) =>
  at.app.inject({
    method: 'POST',
    url: `/api${path}`,
    remoteAddress,
    headers: { 'user-agent': DEVICE, ...headers },
    payload,
  })
const signIn = (email: string, password: string, address?: string) => send('/login', { email, password }, {}, address)
const everything = async () => JSON.stringify(await at.db.selectFrom('security_log').selectAll().execute())

describe('signing in', () => {
  test('is told with who, when, from where and with what', async () => {
    expect((await signIn('AYESHA@college.test', PASSWORD)).statusCode).toBe(200)
    expect(await read()).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        last_at: expect.any(String),
        kind: 'sign-in',
        user: { id: ayesha, name: 'Ayesha Khan' },
        email: 'Ayesha@college.test',
        address: here,
        device: DEVICE,
        detail: null,
        times: 1,
      },
    ])
  })

  test('in vain names whose account it was tried on; the sixth time it is a lock-out', async () => {
    for (let n = 0; n < 5; n++) expect((await signIn('ayesha@college.test', 'wrong-password')).statusCode).toBe(401)
    expect((await signIn('ayesha@college.test', PASSWORD)).statusCode).toBe(429)
    const rows = await read(`?user_id=${ayesha}`)
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['locked-out', 'sign-in-failed']))
    const failed = rows.filter(({ kind }) => kind === 'sign-in-failed')
    // There is a row a minute, and a minute may have ended in between.
    expect(failed.reduce((sum, { times }) => sum + times, 0)).toBe(5)
    expect(failed[0]).toMatchObject({ email: 'Ayesha@college.test', detail: 'Invalid email or password.' })
  })

  test('with an unknown email keeps it only when it could be one of the college', async () => {
    await signIn('Somebody@College.test', 'wrong-password', '10.0.0.1')
    // A password in the wrong field, one that looks like an email.
    await signIn('Secret@2024.Pass', 'wrong-password', '10.0.0.2')
    await signIn('Secret-Password-1', 'wrong-password', '10.0.0.3')
    expect((await read()).map(({ kind, user, email, address }) => [kind, user, email, address])).toEqual([
      ['sign-in-failed', null, null, '10.0.0.2'],
      ['sign-in-failed', null, 'Somebody@College.test', '10.0.0.1'],
    ])
    expect(await everything()).not.toContain('Secret')
    expect(await everything()).not.toContain('wrong-password')
  })

  test('and out again', async () => {
    const { access_token } = (await signIn('ayesha@college.test', PASSWORD)).json()
    await send('/logout', {}, { authorization: `Bearer ${access_token}` })
    expect((await read()).map(({ kind, user }) => [kind, user?.id])).toEqual([
      ['sign-out', ayesha],
      ['sign-in', ayesha],
    ])
  })
})

describe('a password', () => {
  test('that is changed, after a wrong one', async () => {
    const { access_token } = (await signIn('ayesha@college.test', PASSWORD)).json()
    const change = (current_password: string, password: string) =>
      send('/auth/change-password', { current_password, password }, { authorization: `Bearer ${access_token}` })
    expect((await change('Wrong-Password-1', 'Other-Password-1')).statusCode).toBe(422)
    expect((await change(PASSWORD, 'Other-Password-1')).statusCode).toBe(200)
    expect((await read()).slice(0, 2).map(({ kind, user, detail }) => [kind, user?.id, detail])).toEqual([
      ['password-changed', ayesha, null],
      ['sign-in-failed', ayesha, 'The current password is not correct.'],
    ])
    expect(await everything()).not.toContain('-Password-1')
  })

  test('that is forgotten, and reset by the mailed link', async () => {
    expect((await send('/auth/forgot-password', { email: 'ayesha@college.test' })).statusCode).toBe(200)
    await expect.poll(() => mailed.length).toBe(1)
    const token = /token=(\S+)/.exec(mailed[0] ?? '')?.[1] ?? ''
    expect((await send('/auth/reset-password', { token, password: PASSWORD })).statusCode).toBe(200)
    expect((await send('/auth/reset-password', { token, password: PASSWORD })).statusCode).toBe(422)
    expect((await read()).map(({ kind, user }) => [kind, user?.name])).toEqual([
      ['password-reset', 'Ayesha Khan'],
      ['password-forgotten', 'Ayesha Khan'],
    ])
    expect(await everything()).not.toContain(token)
  })

  test('that somebody else issues: to whom, and not which', async () => {
    const batch = await at.make.batch()
    const [one, two] = [await at.make.student(batch), await at.make.student(batch)]
    const issued = await admin.post('/students/initial-passwords', { student_ids: [one.id, two.id] })
    await admin.post(`/users/${one.userId}/initial-password`)
    const people = at.db.selectFrom('users').select('email').where('id', 'in', [one.userId, two.userId]).orderBy('id')
    const [first, second] = (await people.execute()).map(({ email }) => email)
    await expect.poll(async () => (await read()).length).toBe(2)
    expect((await read()).map(({ kind, user, detail }) => [kind, user?.id, detail])).toEqual([
      ['credentials-issued', admin.userId, `POST /api/users/${one.userId}/initial-password: ${first}`],
      [
        'credentials-issued',
        admin.userId,
        `POST /api/students/initial-passwords: ${[first, second].sort().join(', ')}`,
      ],
    ])
    expect(await everything()).not.toContain(issued.body.data[0].initial_password)
  })
})

describe('a refusal', () => {
  test('tells who asked for what, without the query', async () => {
    const student = await at.as('student')
    expect((await student.get('/audit?entity=Secret')).status).toBe(403)
    expect(await read()).toMatchObject([
      {
        kind: 'refused',
        user: { id: student.userId },
        detail: 'GET /api/audit: You are not allowed to do this.',
        address: '127.0.0.1',
      },
    ])
    expect(await everything()).not.toContain('Secret')
  })

  test('of a forged call is told, of one without a session is not', async () => {
    expect((await send('/departments', { name: 'X' }, { origin: 'http://evil.test' })).statusCode).toBe(403)
    expect((await at.nobody.get('/students')).status).toBe(401)
    expect((await send('/departments', { name: 'X' }, { authorization: 'Bearer nothing' })).statusCode).toBe(401)
    expect(await read()).toMatchObject([
      { kind: 'refused', user: null, detail: 'POST /api/departments: This call came from a foreign page.' },
    ])
  })

  test('a hundred times fills the log with a few rows that count all, and hides no sign-in', async () => {
    const student = await at.as('student')
    const flood = Array.from({ length: 100 }, (_, n) => student.delete(`/tasks/${n + 1}`))
    const signedIn = signIn('ayesha@college.test', PASSWORD)
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([403]))
    expect((await signedIn).statusCode).toBe(200)
    const rows = await read()
    const refused = rows.filter(({ kind }) => kind === 'refused')
    // A minute may have ended in between.
    expect(refused.length).toBeLessThanOrEqual(42)
    expect(refused.reduce((sum, { times }) => sum + times, 0)).toBe(100)
    expect(new Set(refused.map(({ user }) => user?.id))).toEqual(new Set([student.userId]))
    expect(rows.filter(({ kind }) => kind === 'sign-in')).toMatchObject([{ user: { id: ayesha } }])
  })
})

describe('the list', () => {
  test('is filtered by person, kind, the college’s day and address, and paged', async () => {
    const row = { kind: 'sign-in' as const, address: '10.0.0.1', user_id: ayesha, name: 'Ayesha Khan' }
    await at.db
      .insertInto('security_log')
      .values([
        // In Karachi the day is five hours ahead.
        { ...row, at: '2026-03-09T18:59:00Z', last_at: '2026-03-09T18:59:00Z', detail: 'the day before' },
        { ...row, at: '2026-03-09T19:00:00Z', last_at: '2026-03-09T19:00:00Z', detail: 'first' },
        { ...row, at: '2026-03-10T18:59:59Z', last_at: '2026-03-10T18:59:59Z', kind: 'sign-out', detail: 'last' },
        {
          ...row,
          at: '2026-03-10T19:00:00Z',
          last_at: '2026-03-10T19:00:00Z',
          address: '::1',
          user_id: 9999,
          detail: 'after',
        },
      ])
      .execute()
    const details = async (query: string) => (await read(query)).map(({ detail }) => detail)
    expect(await details('')).toEqual(['after', 'last', 'first', 'the day before'])
    expect(await details('?day=2026-03-10')).toEqual(['last', 'first'])
    expect(await details('?day=2026-03-10&kind=sign-in')).toEqual(['first'])
    expect(await details(`?user_id=${ayesha}&kind=sign-in`)).toEqual(['first', 'the day before'])
    expect(await details('?address=%3A%3A1')).toEqual(['after'])
    // A person who is no longer there keeps the name.
    expect((await read('?user_id=9999'))[0]?.user).toEqual({ id: 9999, name: 'Ayesha Khan' })
    const { body } = await admin.get('/security-log?per_page=3&page=2')
    expect([body.data.length, body.meta]).toEqual([1, { page: 2, per_page: 3, total: 4 }])
  })

  test('refuses what can be no filter', async () => {
    for (const query of ['kind=login', 'day=2026-02-30', 'user_id=x', 'per_page=501'])
      expect((await admin.get(`/security-log?${query}`)).status, query).toBe(422)
  })

  test('is for administrators alone', async () => {
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student', 'no-role'] as const)
      expect((await (await at.as(role)).get('/security-log')).status, role).toBe(403)
    expect((await at.nobody.get('/security-log')).status).toBe(401)
  })
})
