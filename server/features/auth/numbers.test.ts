import { describe, expect, test } from 'vitest'
import { signingIn } from '../../testing/sign-ins.ts'

const { at, passwordHash, post, call, ...signing } = await signingIn()
const NOT_ONE = { email: ['Please enter a valid email address'] }
const REFUSED = { status: 401, body: { message: 'Invalid email or password.' } }

const batch = await at.make.batch()
const department = await at.make.department()

async function studentBy(roll_no: string, email: string | null = null) {
  const { userId } = await at.make.student(batch, undefined, { roll_no })
  await at.db.updateTable('users').set({ email, password_hash: passwordHash }).where('id', '=', userId).execute()
  return userId
}

async function staffBy(staff_no: string) {
  const userId = await at.make.person('faculty', department)
  await at.db.updateTable('users').set({ email: null, password_hash: passwordHash }).where('id', '=', userId).execute()
  await at.db.updateTable('staff').set({ staff_no }).where('user_id', '=', userId).execute()
  return userId
}

const signIn = (email: unknown, password = 'Correct1') => post('/login', { email, password })

describe('a person signs in', () => {
  test('by roll number, in whatever case, without an email or with one', async () => {
    const id = await studentBy('MBBS-70001')
    for (const typed of ['MBBS-70001', ' mbbs-70001 ']) {
      const { status, body } = await signIn(typed)
      expect([status, body.user]).toMatchObject([200, { id, email: null, sign_in_name: 'MBBS-70001' }])
      expect((await call('GET', '/auth/me', body.access_token)).body.data).toEqual(body.user)
    }
    const other = await studentBy('MBBS-70002', 'both@number.test')
    for (const typed of ['MBBS-70002', 'both@number.test']) {
      const { user } = (await signIn(typed)).body
      expect(user).toMatchObject({ id: other, email: 'both@number.test' })
      expect(user).not.toHaveProperty('sign_in_name')
    }
  })

  test.each(['1042', 'E1043', 'FAC-0012', 'KMC/MED/2019-45', 'p.7'])('by the staff number %s', async (number) => {
    const id = await staffBy(number.toUpperCase())
    expect((await signIn(number)).body.user).toMatchObject({ id, sign_in_name: number.toUpperCase() })
  })

  test.each([
    'not-an-email',
    'abc',
    'user1',
    'abc123',
    'a@b',
    '@college.test',
    'no one@college.test',
    'Secret-Password-1',
    'FAC 0012',
    '-1',
    '1-',
    '1'.repeat(21),
    'MBBS-',
    'MBBS-22001@',
    '۱۰۴۲',
  ])('not by %j, which is neither email nor number', async (typed) => {
    const { status, body } = await signIn(typed)
    expect([status, body.errors]).toEqual([422, NOT_ONE])
  })

  test('not by a roll number that only a staff number is, nor the other way round', async () => {
    await studentBy('9001')
    expect(await signIn('9001')).toEqual(REFUSED)
  })

  test('not with a wrong password or an unknown number, which are answered alike', async () => {
    const id = await studentBy('MBBS-70003')
    expect(await signIn('MBBS-70003', 'Wrong-one1')).toEqual(REFUSED)
    expect(await signIn('MBBS-79999', 'Wrong-one1')).toEqual(REFUSED)
    expect(await signIn('FAC-9999', 'Wrong-one1')).toEqual(REFUSED)
    const failures = await at.db.selectFrom('login_failures').select(['user_id', 'email']).orderBy('id').execute()
    expect(failures.slice(-3)).toEqual([
      { user_id: id, email: null },
      { user_id: null, email: 'mbbs-79999' },
      { user_id: null, email: 'fac-9999' },
    ])
  })

  test('after too many failures not at all, by number and email together', async () => {
    await studentBy('MBBS-70004', 'together@number.test')
    const from = { 'x-forwarded-for': '192.0.2.9' }
    const attempt = async (email: string) =>
      (
        await at.app.inject({
          method: 'POST',
          url: '/api/login',
          headers: from,
          payload: { email, password: 'Wrong-one1' },
        })
      ).statusCode
    const answers = []
    for (const name of ['MBBS-70004', 'together@number.test', 'mbbs-70004', 'Together@number.test', 'MBBS-70004'])
      answers.push(await attempt(name))
    expect(answers).toEqual(Array(5).fill(401))
    expect([await attempt('MBBS-70004'), await attempt('together@number.test')]).toEqual([429, 429])
  })

  test('and a wrong attempt is in the security log of the account, an unknown number is kept nowhere', async () => {
    const id = await studentBy('MBBS-70005')
    await signIn('mbbs-70005', 'Wrong-one1')
    await signIn('Pass-12345', 'Wrong-one1')
    await at.app.securityLog.written()
    const rows = await at.db.selectFrom('security_log').selectAll().where('kind', '=', 'sign-in-failed').execute()
    expect(rows.filter(({ user_id }) => user_id === id)).toMatchObject([{ email: null }])
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('pass-12345')
  })
})

describe('without an email', () => {
  test('a password of the own number is refused', async () => {
    const token = await signing.login(await studentBy('MBBS-70006'))
    const change = (password: string) =>
      post('/auth/change-password', { current_password: 'Correct1', password }, token)
    for (const password of ['Mbbs-70006', 'Mbbs70006', 'My-Mbbs70006'])
      expect((await change(password)).body.errors, password).toEqual({
        password: ['This password is made of the name or number of the account. Please choose another one.'],
      })
    expect((await change('Neues-Wort1')).status).toBe(200)
  })

  test('the authenticator app is told the number, and a weekly mail can not be chosen', async () => {
    const token = await signing.login(await staffBy('FAC-0030'))
    const { data } = (await post('/auth/second-factor', {}, token)).body
    expect(JSON.stringify(data)).toContain('FAC-0030')
    const notices = await at.app.inject({
      method: 'PUT',
      url: '/api/notices',
      headers: { authorization: `Bearer ${token}` },
      payload: { weekly_mail: true },
    })
    expect(notices.statusCode).toBe(422)
    expect((await call('GET', '/notices', token)).body.data).toMatchObject({ email: null })
  })
})
