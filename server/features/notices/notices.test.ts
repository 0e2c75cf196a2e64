import { expect, test } from 'vitest'
import { STOP_PATH } from '../../../shared/contract/notices.ts'
import { sharedSecret } from '../../core/secrets.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { stopTokenOf } from './rules.ts'

const mail = { publicUrl: 'https://elog.test', send: async () => undefined }
const { at, faculty, medicine } = await furnished({ mail })
const silent = await furnished()

const chosen = async (caller: Client) => (await caller.get('/notices')).body.data.weekly_mail
const choose = (caller: Client, weekly_mail: unknown) => caller.put('/notices', { weekly_mail })
const tokenOf = async ({ userId }: Client) => stopTokenOf(await sharedSecret(at.db, 'notices'), userId)
const stopPath = (token: string) => `/notices/weekly-mail/stop?token=${token}`

test('nothing is chosen until a person chooses it, for that person alone', async () => {
  const [one, other] = [await at.as('faculty', medicine), await at.as('student')]
  const { email } = (await at.stored('users', one.userId)) ?? {}
  const none = { weekly_mail: false, email, has_mail: true, on_device: false, other_devices: 0, push_key: null }
  expect((await one.get('/notices')).body).toEqual({ data: none })
  const saved = await choose(one, true)
  expect([saved.status, saved.body]).toEqual([200, { data: { ...none, weekly_mail: true } }])
  expect([await chosen(one), await chosen(other)]).toEqual([true, false])
  expect((await choose(one, 'yes')).body.errors).toEqual({ weekly_mail: ['weekly_mail must be true or false'] })
  expect((await choose(one, false)).body.data.weekly_mail).toBe(false)
})

test('is for who is signed in with a role', async () => {
  expect([(await at.nobody.get('/notices')).status, (await choose(at.nobody, true)).status]).toEqual([401, 401])
  expect((await choose(await at.as('no-role'), true)).status).toBe(403)
})

test('chosen again it goes on as it was', async () => {
  const one = await at.as('clerk')
  await choose(one, true)
  const since = () =>
    at.db.selectFrom('notice_choices').selectAll().where('user_id', '=', one.userId).executeTakeFirst()
  const before = await since()
  await choose(one, true)
  expect(await since()).toEqual(before)
})

test('without a mail server it says so, and can be ended but not begun', async () => {
  expect((await silent.faculty.get('/notices')).body.data).toMatchObject({ weekly_mail: false, has_mail: false })
  const refused = await choose(silent.faculty, true)
  expect([refused.status, refused.body.errors]).toEqual([422, { weekly_mail: ['Mail is not set up.'] }])
  const since = { user_id: silent.faculty.userId, digest_since: new Date() }
  await silent.at.db.insertInto('notice_choices').values(since).execute()
  expect((await choose(silent.faculty, true)).status).toBe(200)
  expect((await choose(silent.faculty, false)).body.data.weekly_mail).toBe(false)
})

test('personal data tell the choice', async () => {
  const one = await at.as('faculty', medicine)
  const own = async () => (await one.get(`/users/${one.userId}/personal-data`)).body.notices
  expect(await own()).toEqual({ weekly_mail_since: null, devices: [] })
  await choose(one, true)
  expect(await own()).toEqual({ weekly_mail_since: expect.stringMatching(/^\d{4}-/), devices: [] })
})

test.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  undefined,
])('a link of a mail stops it without a sign-in, as mail programs do by %s', async (type) => {
  await choose(faculty, true)
  const other = await at.as('hod', medicine)
  await choose(other, true)
  const answer = await at.app.inject({
    method: 'POST',
    url: `/api${stopPath(await tokenOf(faculty))}`,
    ...(type ? { headers: { 'content-type': type }, payload: 'List-Unsubscribe=One-Click' } : {}),
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'You will get no more weekly mails.' }])
  expect([await chosen(faculty), await chosen(other)]).toEqual([false, true])
  // A second press finds it stopped.
  expect((await at.nobody.post(stopPath(await tokenOf(faculty)))).status).toBe(200)
})

test('what only opens the link is led to the page, and stops nothing', async () => {
  await choose(faculty, true)
  const token = await tokenOf(faculty)
  const { status, headers } = await at.nobody.get(stopPath(token))
  expect([status, headers.location]).toEqual([302, `${STOP_PATH}?token=${token}`])
  // No other place than our own page, whatever the token is.
  const odd = await at.nobody.get(stopPath(encodeURIComponent('//evil.test/?a&b')))
  expect(odd.headers.location).toBe(`${STOP_PATH}?token=%2F%2Fevil.test%2F%3Fa%26b`)
  expect(await chosen(faculty)).toBe(true)
})

test('no token can be put together, and every wrong one is the same 404', async () => {
  await choose(faculty, true)
  const token = await tokenOf(faculty)
  const [, signature = ''] = token.split('.')
  const wrong = [`${faculty.userId + 1}.${signature}`, `${faculty.userId}.${'A'.repeat(43)}`, `0${token}`, 'x']
  for (const one of wrong) {
    const { status, body } = await at.nobody.post(stopPath(one))
    expect([status, body], one).toEqual([404, { message: 'Weekly mail not found.' }])
  }
  expect((await at.nobody.post('/notices/weekly-mail/stop')).status).toBe(422)
  expect((await at.nobody.post(stopPath('x'.repeat(101)))).status).toBe(422)
  expect(await chosen(faculty)).toBe(true)
})

test('a form is taken by the stop alone', async () => {
  const { statusCode } = await at.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=a@b.test',
  })
  expect(statusCode).toBe(415)
})
