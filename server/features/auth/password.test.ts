import { describe, expect, test } from 'vitest'
import { verifyPassword } from '../../core/passwords.ts'
import { testApp } from '../../testing/app.ts'
import { signingIn } from '../../testing/sign-ins.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

const sent: Mail[] = []
const { at, login, passwordHash, post, ...signing } = await signingIn({
  mail: { publicUrl: 'https://elog.test', send: async (mail) => void sent.push(mail) },
})
const account = () => signing.account({ must_change_password: true })
const isOpen = async (token: string) =>
  (await at.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode === 200
const stored = (id: number) => at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const trailOf = (id: number) =>
  at.db.selectFrom('audit').selectAll().where('entity', '=', 'user').where('entity_id', '=', id).execute()
const TOO_WEAK = 'Password must be at least 8 characters with uppercase, lowercase, and number'

describe('a password is changed', () => {
  test('by who knows the current one: other logins and mailed links end, this login goes on', async () => {
    const { id, email } = await account()
    const [own, other, strangers] = [await login(id), await login(id), await login((await account()).id)]
    const link = await linkFor(email)
    const { status, body } = await post(
      '/auth/change-password',
      { current_password: 'Correct1', password: 'Neues-Passwort1' },
      own,
    )
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Password changed successfully' } })
    expect([await isOpen(own), await isOpen(other), await isOpen(strangers)]).toEqual([true, false, true])
    const user = await stored(id)
    expect(user.must_change_password).toBe(false)
    expect(await verifyPassword('Neues-Passwort1', user.password_hash)).toBe(true)
    expect((await post('/auth/reset-password', { token: link, password: 'Another-way1' })).status).toBe(422)
    const trail = await trailOf(id)
    expect(trail).toMatchObject([{ action: 'change-password', actor_id: id }])
    expect(JSON.stringify(trail)).not.toMatch(/argon2|Passwort1/)
  })

  test('not with a wrong current one, to a weak one, to the same, or by nobody', async () => {
    const { id } = await account()
    const [own, other] = [await login(id), await login(id)]
    const refused = async (current_password: unknown, password: unknown) => {
      const { status, body } = await post('/auth/change-password', { current_password, password }, own)
      expect(status).toBe(422)
      return body.errors
    }
    expect(await refused('Wrong-1', 'Another-way1')).toEqual({
      current_password: ['The current password is not correct.'],
    })
    expect(await refused('Correct1', 'Correct1')).toEqual({
      password: ['The new password must differ from the current one.'],
    })
    for (const weak of ['Short1', 'lowercase1', 'UPPERCASE1', 'NoDigitsHere'])
      expect(await refused('Correct1', weak), weak).toEqual({ password: [TOO_WEAK] })
    expect(await refused(undefined, undefined)).toEqual({
      current_password: ['Current password is required'],
      password: ['password is required'],
    })
    expect(await refused('', 'x'.repeat(201))).toEqual({
      current_password: ['Current password is required'],
      password: ['Password must be at most 200 characters'],
    })
    expect(
      (await post('/auth/change-password', { current_password: 'Correct1', password: 'Another-way1' })).status,
    ).toBe(401)
    expect((await stored(id)).password_hash).toBe(passwordHash)
    expect(await isOpen(other)).toBe(true)
    expect(await trailOf(id)).toEqual([])
  })
})

const ANSWER = { message: 'If the email belongs to an account, a link to choose a new password is on its way.' }

/** Asks for a link and returns its token. */
async function linkFor(email: string): Promise<string> {
  const before = sent.length
  expect(await post('/auth/forgot-password', { email })).toEqual({ status: 200, body: ANSWER })
  await expect.poll(() => sent.length).toBe(before + 1)
  return /https:\/\/elog\.test\/reset-password\?token=([\w-]{43})\b/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
}

describe('a forgotten password', () => {
  test('is chosen anew with a mailed link, once; every login of the person ends', async () => {
    const { id, email } = await account()
    const open = await login(id)
    const token = await linkFor(email.toUpperCase())
    expect(sent.at(-1)).toMatchObject({ to: email, subject: 'Clinical Medical College: choose a new password' })
    const resets = await at.db.selectFrom('password_resets').selectAll().where('user_id', '=', id).execute()
    expect(JSON.stringify(resets)).not.toContain(token)
    const weak = await post('/auth/reset-password', { token, password: 'weak' })
    expect(weak.body.errors).toEqual({ password: [TOO_WEAK] })

    expect(await post('/auth/reset-password', { token, password: 'Another-way1' })).toEqual({
      status: 200,
      body: { message: 'Your password was changed. Please log in.' },
    })
    expect(await isOpen(open)).toBe(false)
    expect((await stored(id)).must_change_password).toBe(false)
    expect(await verifyPassword('Another-way1', (await stored(id)).password_hash)).toBe(true)
    expect(await trailOf(id)).toMatchObject([{ action: 'change-password', actor_id: id }])

    const again = await post('/auth/reset-password', { token, password: 'Another-way2' })
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual({ token: ['This link is no longer valid. Please ask for a new one.'] })
    expect(await verifyPassword('Another-way1', (await stored(id)).password_hash)).toBe(true)
  })

  test('is not chosen twice by calls that come together', async () => {
    const token = await linkFor((await account()).email)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => post('/auth/reset-password', { token, password: `Another-way${n}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })

  test('has its link for sixty minutes', async () => {
    const { id, email } = await account()
    const token = await linkFor(email)
    const [reset] = await at.db.selectFrom('password_resets').selectAll().where('user_id', '=', id).execute()
    const lasts = Date.parse(reset?.expires_at ?? '') - Date.now()
    expect(Math.abs(lasts - 3_600_000)).toBeLessThan(30_000)
    await at.db.deleteFrom('password_resets').where('user_id', '=', id).execute()
    await at.db
      .insertInto('password_resets')
      .values({ token_hash: reset?.token_hash as Buffer, user_id: id, expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await post('/auth/reset-password', { token, password: 'Another-way1' })).status).toBe(422)
    expect((await stored(id)).password_hash).toBe(passwordHash)
  })

  test('of nobody, or of somebody who may not sign in, is answered alike and mailed to none', async () => {
    const left = await at.make.student(await at.make.batch(), undefined, { status: 'expelled' })
    const before = sent.length
    for (const email of ['nobody@college.test', (await stored(left.userId)).email])
      expect(await post('/auth/forgot-password', { email })).toEqual({ status: 200, body: ANSWER })
    await linkFor((await account()).email)
    expect(sent).toHaveLength(before + 1)
    expect((await post('/auth/forgot-password', { email: 'x' })).body.errors).toEqual({
      email: ['Please enter a valid email address'],
    })
    expect((await post('/auth/reset-password', {})).body.errors).toEqual({
      token: ['token is required'],
      password: ['password is required'],
    })
  })

  test('is mailed with a link to the own address, whatever host the call names', async () => {
    for (const forged of [
      { host: 'evil.test' },
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
      { forwarded: 'host=evil.test;proto=http', referer: 'https://evil.test/' },
    ]) {
      const { email } = await account()
      const before = sent.length
      const answer = await at.app.inject({
        method: 'POST',
        url: '/api/auth/forgot-password',
        headers: { 'x-forwarded-for': `2001:db8:1::${before}`, ...forged },
        payload: { email },
      })
      expect(answer.statusCode).toBe(200)
      await expect.poll(() => sent.length).toBe(before + 1)
      expect(sent.at(-1)?.text).toMatch(/https:\/\/elog\.test\/reset-password\?token=/)
      expect(JSON.stringify(sent.at(-1))).not.toContain('evil')
    }
  })

  test('is mailed once in five minutes, however many ask', async () => {
    const { id, email } = await account()
    const before = sent.length
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/auth/forgot-password', { email })))
    expect(answers).toEqual(Array(6).fill({ status: 200, body: ANSWER }))
    const turn = (minutes: number) =>
      at.db
        .updateTable('users')
        .set({ reset_mailed_at: new Date(Date.now() - minutes * 60_000) })
        .where('id', '=', id)
        .execute()
    await expect.poll(() => sent.length).toBe(before + 1)
    await turn(4.9)
    expect((await post('/auth/forgot-password', { email })).status).toBe(200)
    // Another person's mail: when it is there, the refused ones would be too.
    await linkFor((await account()).email)
    expect(sent.filter(({ to }) => to === email)).toHaveLength(1)
    await turn(5.1)
    expect(await linkFor(email)).toMatch(/^[\w-]{43}$/)
  })

  test('may be asked for twenty times from one address, whether or not there is an account', async () => {
    const ask = (email: string, address: string) =>
      at.app.inject({
        method: 'POST',
        url: '/api/auth/forgot-password',
        headers: { 'x-forwarded-for': address },
        payload: { email },
      })
    const { email } = await account()
    const both = (n: number) => (n % 2 ? email : `nobody${n}@college.test`)
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => ask(both(n), `2001:db8::${n}`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    const refused = await ask(email, '2001:db8::1')
    expect(refused.json()).toEqual({
      message: 'Too many requests for a new password. Please try again in 15 minutes.',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect((await ask(email, '2001:db8:0:1::1')).statusCode).toBe(200)
    await at.db
      .updateTable('forgotten_calls')
      .set({ at: new Date(Date.now() - 15.1 * 60_000) })
      .execute()
    expect((await ask(email, '2001:db8::1')).statusCode).toBe(200)
  })

  test('is answered alike when there is no mail, or when mailing fails', async () => {
    const failing = { publicUrl: 'https://elog.test', send: () => Promise.reject(new Error('no such host')) }
    for (const options of [{}, { mail: failing }]) {
      const other = await testApp(options)
      try {
        const userId = await other.make.person('admin')
        const { email } = await other.db
          .selectFrom('users')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        const answer = await other.nobody.post('/auth/forgot-password', { email })
        expect(answer).toMatchObject({ status: 200, body: ANSWER })
        const resets = other.db.selectFrom('password_resets').select('user_id')
        await expect.poll(() => resets.execute()).toHaveLength('mail' in options ? 1 : 0)
      } finally {
        await other.close()
      }
    }
  })
})
