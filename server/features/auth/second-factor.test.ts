import { describe, expect, test } from 'vitest'
import { CODE_NEEDED, WRONG_CODE } from '../../../shared/contract/auth.ts'
import { codeOf, laterOn, switchOn, wrongCodeOf } from '../../testing/second-factors.ts'
import { signingIn } from '../../testing/sign-ins.ts'
import { issueReset } from '../accounts/passwords.writes.ts'
import { factorKeyOf, openSecret } from '../accounts/second-factor.rules.ts'

const { at, account, call, login, newAddress, post } = await signingIn()
const signIn = (email: string, code?: string, password = 'Correct1') =>
  post('/login', { email, password, ...(code === undefined ? {} : { code }) })
/** Somebody whose second factor is on, with the login that switched it on. */
async function secured() {
  const { id, email } = await account()
  const token = await login(id)
  return { id, email, token, ...(await switchOn(at, token)) }
}
const NEEDED = { status: 401, body: { message: CODE_NEEDED, errors: { code: [CODE_NEEDED] } } }
const WRONG = { status: 401, body: { message: WRONG_CODE, errors: { code: [WRONG_CODE] } } }
const isOpen = async (token: string) => (await call('GET', '/auth/me', token)).status === 200
const state = async (token: string) => (await call('GET', '/auth/second-factor', token)).body.data
const failuresOf = async (id: number) =>
  (await at.db.selectFrom('login_failures').select('id').where('user_id', '=', id).execute()).length

describe('a second factor', () => {
  test('is off, begun, and on once a code of the app is given with the password; other logins end', async () => {
    const { id, email } = await account()
    const [own, other] = [await login(id), await login(id)]
    const off = { is_on: false, since: null, recovery_codes_left: 0, is_required: false }
    expect(await state(own)).toEqual(off)
    const begun = (await post('/auth/second-factor', {}, own)).body.data
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(begun.uri)
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Clinical eLog:${email}`,
    ])
    expect(uri.searchParams.get('secret')).toBe(begun.secret)
    // It does not hold yet.
    expect(await state(own)).toEqual(off)
    expect((await signIn(email)).status).toBe(200)
    const code = codeOf(begun.secret)
    const confirm = (body: object) => post('/auth/second-factor/confirm', body, own)
    expect((await confirm({ current_password: 'Wrong-1', code })).body.errors).toEqual({
      current_password: ['The current password is not correct.'],
    })
    const wrong = await confirm({ current_password: 'Correct1', code: wrongCodeOf(begun.secret) })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { code: [WRONG_CODE] }])
    expect((await confirm({})).body.errors).toEqual({
      current_password: ['Current password is required'],
      code: ['Code is required'],
    })
    const { status, body } = await confirm({ current_password: 'Correct1', code })
    expect(status).toBe(200)
    expect(new Set(body.data.recovery_codes).size).toBe(10)
    for (const one of body.data.recovery_codes)
      expect(one).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(await state(own)).toMatchObject({ is_on: true, recovery_codes_left: 10, since: expect.any(String) })
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false])
    expect((await post('/auth/second-factor', {}, own)).status).toBe(409)
    expect((await confirm({ current_password: 'Correct1', code })).status).toBe(409)
    expect(await at.trailOf('user', id)).toMatchObject([
      { action: 'second-factor', actor: { id }, changes: { second_factor: ['off', 'on'] } },
    ])
  })

  test('is asked for with the right password only, and the second call carries both', async () => {
    const { id, email, secret } = await secured()
    await laterOn(at, id)
    const nobody = { status: 401, body: { message: 'Invalid email or password.' } }
    expect(await signIn(email, undefined, 'Wrong-1')).toEqual(nobody)
    expect(await signIn(email, codeOf(secret), 'Wrong-1')).toEqual(nobody)
    for (const none of [undefined, '', '  ']) expect(await signIn(email, none)).toEqual(NEEDED)
    expect(await signIn(email, wrongCodeOf(secret))).toEqual(WRONG)
    const { status, body } = await signIn(email, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)
    expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_in', 'token_type', 'user']])
    expect(body.user).not.toHaveProperty('must_set_up_second_factor')
  })

  test('takes a code once, and of one step before and after', async () => {
    const { id, email, secret } = await secured()
    // The code that switched it on is used.
    expect(await signIn(email, codeOf(secret))).toEqual(WRONG)
    await laterOn(at, id)
    for (const steps of [-3, 3]) expect(await signIn(email, codeOf(secret, steps))).toEqual(WRONG)
    expect((await signIn(email, codeOf(secret, -1))).status).toBe(200)
    const next = codeOf(secret, 1)
    expect((await signIn(email, next)).status).toBe(200)
    expect(await signIn(email, next)).toEqual(WRONG)
    // Codes that were passed over are not taken any more.
    expect(await signIn(email, codeOf(secret))).toEqual(WRONG)
  })

  test('takes a code after the clock has run ahead once', async () => {
    const { id, email, secret } = await secured()
    await at.db.updateTable('second_factors').set({ last_step: 2_000_000_000 }).where('user_id', '=', id).execute()
    expect((await signIn(email, codeOf(secret))).status).toBe(200)
    expect(await signIn(email, codeOf(secret))).toEqual(WRONG)
  })

  test('takes one code once, however many come with it together', async () => {
    const { id, email, secret } = await secured()
    await laterOn(at, id)
    const code = codeOf(secret)
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('is opened by each recovery code once, however it is typed, and by nobody else’s', async () => {
    const { email, token, codes } = await secured()
    const others = await secured()
    expect(await signIn(email, others.codes[0])).toEqual(WRONG)
    expect((await signIn(email, codes[0])).status).toBe(200)
    expect(await signIn(email, codes[0])).toEqual(WRONG)
    expect((await signIn(email, codes[1]?.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O'))).status).toBe(200)
    expect(await state(token)).toMatchObject({ recovery_codes_left: 8 })
    const together = await Promise.all([1, 2, 3].map(() => signIn(email, codes[2])))
    expect(together.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  test('holds when the password is reset by mail or by somebody else', async () => {
    const { id, email } = await secured()
    await at.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    expect(await signIn(email)).toEqual(NEEDED)
  })

  test('has new recovery codes, and is switched off, only for both proofs', async () => {
    const { id, email, token, secret, codes } = await secured()
    await laterOn(at, id)
    const code = codeOf(secret)
    for (const path of ['/auth/second-factor/recovery-codes', '/auth/second-factor/off']) {
      const refused = async (current_password: string, given: string) =>
        Object.keys((await post(path, { current_password, code: given }, token)).body.errors)
      expect(await refused('Wrong-1', code)).toEqual(['current_password'])
      expect(await refused('Correct1', wrongCodeOf(secret))).toEqual(['code'])
    }
    await at.db.deleteFrom('login_failures').execute()
    const proof = { current_password: 'Correct1', code }
    const renewed = await post('/auth/second-factor/recovery-codes', proof, token)
    expect(renewed.body.data.recovery_codes).toHaveLength(10)
    expect(await signIn(email, codes[5])).toEqual(WRONG)
    expect((await post('/auth/second-factor/off', proof, token)).status).toBe(422)
    const recovery = { current_password: 'Correct1', code: renewed.body.data.recovery_codes[3] }
    expect(await post('/auth/second-factor/off', recovery, token)).toMatchObject({ status: 200 })
    expect((await signIn(email)).status).toBe(200)
    expect((await post('/auth/second-factor/off', recovery, token)).status).toBe(409)
    expect((await at.trailOf('user', id)).map(({ changes }) => changes)).toEqual([
      { second_factor: ['on', 'off'] },
      { second_factor: ['recovery codes', 'new recovery codes'] },
      { second_factor: ['off', 'on'] },
    ])
  })
})

describe('guesses at a code', () => {
  test('are counted as those at a password are', async () => {
    const { id, email, secret } = await secured()
    await laterOn(at, id)
    const address = newAddress()
    const from = async (code?: string) => {
      const payload = { email, password: 'Correct1', ...(code ? { code } : {}) }
      const headers = { 'x-forwarded-for': address }
      return (await at.app.inject({ method: 'POST', url: '/api/login', headers, payload })).statusCode
    }
    for (let n = 0; n < 5; n += 1) {
      expect(await from(wrongCodeOf(secret))).toBe(401)
      // The right password alone is neither counted nor does it begin the count anew.
      expect(await from()).toBe(n === 4 ? 429 : 401)
      expect(await failuresOf(id)).toBe(n + 1)
    }
    expect(await from(codeOf(secret))).toBe(429)
    const together = await Promise.all(Array.from({ length: 20 }, () => from(wrongCodeOf(secret))))
    expect(new Set(together)).toEqual(new Set([429]))
  })

  test('behind an open login are too', async () => {
    const { id, token, secret } = await secured()
    await laterOn(at, id)
    const off = (code: string) => post('/auth/second-factor/off', { current_password: 'Correct1', code }, token)
    for (let n = 0; n < 5; n += 1) expect((await off(wrongCodeOf(secret))).status).toBe(422)
    expect((await off(codeOf(secret))).status).toBe(429)
  })

  const from = async (address: string, path: string, payload: object, token?: string) => {
    const headers = { 'x-forwarded-for': address, ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const answer = await at.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('are twenty from everywhere, also with a new token each time', async () => {
    const { id, token, secret } = await secured()
    await laterOn(at, id)
    let fresh = token
    const off = async (code: string) => {
      fresh = (await post('/auth/refresh', {}, fresh)).body.access_token
      return (await post('/auth/second-factor/off', { current_password: 'Correct1', code }, fresh)).status
    }
    for (let n = 0; n < 20; n += 1) expect(await off(wrongCodeOf(secret))).toBe(422)
    expect(await off(codeOf(secret))).toBe(429)
  })

  test('are not forgotten for whoever proves the password alone, or chooses another one', async () => {
    const { id, email, token, secret } = await secured()
    await laterOn(at, id)
    const address = newAddress()
    const payload = { email, password: 'Correct1', code: wrongCodeOf(secret) }
    for (let n = 0; n < 3; n += 1) expect(await from(address, '/login', payload)).toEqual(WRONG)
    expect((await from(address, '/login', { email, password: 'Wrong-1' })).status).toBe(401)
    expect(await failuresOf(id)).toBe(4)
    const same = { current_password: 'Correct1', password: 'Correct1' }
    expect((await from(address, '/auth/change-password', same, token)).status).toBe(422)
    expect(await failuresOf(id)).toBe(3)
    const link = await at.db.transaction().execute((tx) => issueReset(tx, id))
    const chosen = { token: link?.token, password: 'Another-way1' }
    expect((await from(address, '/auth/reset-password', chosen)).status).toBe(200)
    expect(await failuresOf(id)).toBe(3)
    const right = { email, password: 'Another-way1', code: codeOf(secret) }
    expect((await from(address, '/login', right)).status).toBe(200)
    expect(await failuresOf(id)).toBe(0)
  })
})

test('a sign-in that was under way without a code does not survive the switching on', async () => {
  const { id, email } = await account()
  const token = await login(id)
  const begun = (await post('/auth/second-factor', {}, token)).body.data
  const proof = { current_password: 'Correct1', code: codeOf(begun.secret) }
  const [confirmed, ...signedIn] = await Promise.all([
    post('/auth/second-factor/confirm', proof, token),
    ...Array.from({ length: 6 }, () => signIn(email)),
  ])
  expect(confirmed.status).toBe(200)
  for (const { body } of signedIn) if (body.access_token) expect(await isOpen(body.access_token)).toBe(false)
})

test('neither secret nor codes can be read from the database, and no answer tells them again', async () => {
  const { id, token, secret, codes } = await secured()
  const tables = ['second_factors', 'recovery_codes', 'audit', 'idempotency_keys', 'security_log'] as const
  const rows = await Promise.all(tables.map((table) => at.db.selectFrom(table).selectAll().execute()))
  const factor = at.db.selectFrom('second_factors').select('secret').where('user_id', '=', id)
  const { secret: sealed } = await factor.executeTakeFirstOrThrow()
  const key = factorKeyOf(await at.responsesKey.open())
  const plain = openSecret(sealed, id, key)
  expect(plain).toHaveLength(20)
  const dump = JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value).toString('hex') : value,
  )
  expect(dump).not.toContain(plain?.toString('hex'))
  expect(dump).not.toContain(secret)
  for (const code of codes) expect(dump).not.toContain(code)
  // Moved to another account, or with another key, it opens nothing.
  expect(openSecret(sealed, id + 1, key)).toBeUndefined()
  expect(openSecret(sealed, id, Buffer.alloc(32))).toBeUndefined()
  expect(JSON.stringify(await state(token))).not.toContain(secret)
})
