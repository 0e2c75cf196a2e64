import { beforeEach, describe, expect, test } from 'vitest'
import { EMAILS_A_DAY_MAX } from '../../../shared/limits.ts'
import { signingIn } from '../../testing/sign-ins.ts'

interface Mail {
  to: string
  text: string
}

const sent: Mail[] = []
const mailed = await signingIn({
  mail: { publicUrl: 'https://elog.test', send: async (mail) => void sent.push(mail) },
})
const { at, post, call } = mailed
const admin = await at.as('admin')
const mailless = await signingIn()

type College = typeof mailed
let count = 70_000

async function nameless({ at: college, passwordHash, login }: College) {
  count += 1
  const made = await college.make.student(await college.make.batch(), undefined, { roll_no: `MBBS-${count}` })
  await college.db
    .updateTable('users')
    .set({ email: null, password_hash: passwordHash })
    .where('id', '=', made.userId)
    .execute()
  return { ...made, roll_no: `MBBS-${count}`, email: `s${count}@own.test`, token: await login(made.userId) }
}

const add = (college: College, token: string | undefined, email: unknown, current_password: unknown = 'Correct1') =>
  college.post('/auth/email', { email, current_password }, token)
const emailOf = async (id: number, { at: college }: College = mailed) =>
  (await college.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const take = (token: unknown) => post('/auth/email/take', { token })
const STALE = { token: ['This link is no longer valid. Please ask for a new one.'] }

async function linkFor(token: string, email: string): Promise<string> {
  const before = sent.length
  expect((await add(mailed, token, email)).status).toBe(200)
  await expect.poll(() => sent.length).toBe(before + 1)
  expect(sent.at(-1)?.to).toBe(email)
  return /https:\/\/elog\.test\/take-address\?token=(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
}

beforeEach(() => {
  sent.length = 0
})

describe('where mail is set up', () => {
  test('an address is taken when the mailed link is used, once, and signs in beside the number', async () => {
    const { id, userId, roll_no, email, token } = await nameless(mailed)
    const link = await linkFor(token, email)
    expect(await emailOf(userId)).toBeNull()
    const [kept] = await at.db.selectFrom('email_links').selectAll().where('user_id', '=', userId).execute()
    expect(Math.abs(Date.parse(kept?.expires_at ?? '') - Date.now() - 3_600_000)).toBeLessThan(30_000)
    expect(await take(link)).toMatchObject({ status: 200, body: { message: expect.stringContaining(email) } })
    expect(await emailOf(userId)).toBe(email)
    expect((await call('GET', '/auth/me', token)).body.data).toMatchObject({ email })
    for (const name of [email, roll_no])
      expect((await post('/login', { email: name, password: 'Correct1' })).status).toBe(200)
    expect((await take(link)).body.errors).toEqual(STALE)
    expect(await at.trailOf('student', id)).toMatchObject([
      { action: 'add-email', actor: { id: userId }, changes: { email: [null, email] } },
    ])
    expect((await add(mailed, token, 'second@own.test')).status).toBe(409)
  })

  test('a link ends with its hour, with the next one, and when the account has an address', async () => {
    const { userId, email, token } = await nameless(mailed)
    const first = await linkFor(token, email)
    const second = await linkFor(token, `other-${email}`)
    expect((await take(first)).body.errors).toEqual(STALE)
    await at.db
      .updateTable('email_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await take(second)).body.errors).toEqual(STALE)
    const third = await linkFor(token, email)
    await at.db.updateTable('users').set({ email: 'clerk@own.test' }).where('id', '=', userId).execute()
    expect((await take(third)).status).toBe(409)
    expect(await emailOf(userId)).toBe('clerk@own.test')
    for (const wrong of ['', 'x', undefined]) expect((await take(wrong)).status).toBe(422)
  })

  test('an address that somebody has is refused, also when it was given away meanwhile', async () => {
    const one = await nameless(mailed)
    const other = await nameless(mailed)
    const links = [await linkFor(one.token, one.email), await linkFor(other.token, one.email.toUpperCase())]
    expect((await take(links[0])).status).toBe(200)
    const taken = { email: ['This email is already in use'] }
    expect((await take(links[1])).body.errors).toEqual(taken)
    expect((await add(mailed, other.token, one.email.toUpperCase())).body.errors).toEqual(taken)
    expect(await emailOf(other.userId)).toBeNull()
  })

  test('two presses of one link take it once', async () => {
    const { token, email } = await nameless(mailed)
    const link = await linkFor(token, email)
    const answers = await Promise.all([take(link), take(link)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test.each<[string, (of: Awaited<ReturnType<typeof nameless>>) => Promise<unknown>]>([
    ['somebody gives the account another password', ({ userId }) => admin.post(`/users/${userId}/initial-password`)],
    [
      'the person chooses another password',
      ({ token }) => post('/auth/change-password', { current_password: 'Correct1', password: 'Another-one1' }, token),
    ],
    ['the person may no longer sign in', ({ id }) => admin.put(`/students/${id}`, { status: 'inactive' })],
  ])('a link ends when %s', async (_, change) => {
    const made = await nameless(mailed)
    const link = await linkFor(made.token, made.email)
    expect(await change(made)).toMatchObject({ status: 200 })
    expect((await take(link)).body.errors).toEqual(STALE)
    expect(await emailOf(made.userId)).toBeNull()
  })

  test('few mails are sent in a day', async () => {
    const { token, email } = await nameless(mailed)
    const answers = []
    for (let n = 0; n <= EMAILS_A_DAY_MAX; n += 1) answers.push((await add(mailed, token, `${n}${email}`)).status)
    expect(answers).toEqual([...Array(EMAILS_A_DAY_MAX).fill(200), 429])
  })
})

test('the own password is asked, and an address that could be one', async () => {
  const { userId, token, email } = await nameless(mailed)
  expect((await add(mailed, undefined, email)).status).toBe(401)
  expect((await add(mailed, token, email, 'Wrong-one1')).body.errors).toEqual({
    current_password: ['The current password is not correct.'],
  })
  expect((await add(mailed, token, 'MBBS-22001', '')).body.errors).toEqual({
    email: ['Please enter a valid email address'],
    current_password: ['Current password is required'],
  })
  expect((await add(mailed, token, '')).body.errors).toEqual({ email: ['Email is required'] })
  expect([sent, await emailOf(userId)]).toEqual([[], null])
})

test('where no mail is set up it is taken at once, and that is said', async () => {
  const { id, userId, email, token } = await nameless(mailless)
  expect(await add(mailless, token, ` ${email} `)).toEqual({
    status: 200,
    body: { message: 'Your account has this address now. Nothing was mailed to it.', data: { email } },
  })
  expect(await emailOf(userId, mailless)).toBe(email)
  expect(await mailless.at.trailOf('student', id)).toMatchObject([{ changes: { email: [null, email] } }])
  const other = await nameless(mailless)
  expect((await add(mailless, other.token, email.toUpperCase())).body.errors).toEqual({
    email: ['This email is already in use'],
  })
})
