import { parseSetCookie } from 'cookie'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedSecret, sign } from '../../core/secrets.ts'
import { type ProviderPerson, PUBLIC_URL, startProvider } from '../../testing/provider.ts'
import { switchOn } from '../../testing/second-factors.ts'
import { signingIn } from '../../testing/sign-ins.ts'

const identity = await startProvider()
afterAll(identity.close)
const { at, account, call, login, newAddress, post } = await signingIn({
  environment: { ...identity.environment, SECOND_FACTOR_ROLES: 'admin' },
})

interface From {
  cookie?: string | undefined
  address?: string
  origin?: string
  device?: string | undefined
}
const send = async (path: string, payload: object, { cookie, address = newAddress(), origin, device }: From = {}) => {
  const cookies = [
    ...(cookie === undefined ? [] : [`clinical_elog_provider=${cookie}`]),
    ...(device === undefined ? [] : [`clinical_elog_device=${device}`]),
  ]
  const headers = {
    'x-forwarded-for': address,
    ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    ...(origin === undefined ? {} : { origin }),
  }
  const answer = await at.app.inject({ method: 'POST', url: `/api/auth/provider${path}`, headers, payload })
  const set = [answer.headers['set-cookie'] ?? []].flat().map((one) => parseSetCookie(one))
  return { status: answer.statusCode, body: answer.json(), set, headers: answer.headers }
}
/** Presses the button; returns the state of the browser after it. */
async function begun() {
  const { status, body, set } = await send('', {})
  expect(status).toBe(200)
  return { location: body.location as string, cookie: set[0]?.value as string, set }
}
const finish = (query: string, cookie?: string, from: From = {}) => send('/finish', { query }, { ...from, cookie })
async function signIn(told: ProviderPerson) {
  const { location, cookie } = await begun()
  return finish(await identity.signIn(location, told), cookie)
}
const verified = (email: string): ProviderPerson => ({ email, email_verified: true })
const loginsOf = async (id: number) =>
  (await at.db.selectFrom('logins').select('user_id').where('user_id', '=', id).execute()).length
const STALE = { message: 'This sign-in was begun elsewhere, or too long ago. Please begin again.' }
const UNCHECKED = { message: 'The sign-in could not be checked. Please begin again.' }

describe('with the college’s identity provider', () => {
  test('a person signs in by a verified email, whatever its case, as by a password', async () => {
    const { id, email } = await account({ must_change_password: true })
    const { location, set } = await begun()
    const asked = new URL(location).searchParams
    expect(new URL(location).origin).toBe(identity.issuer)
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/signed-in-elsewhere`,
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    })
    expect(set[0]).toMatchObject({
      httpOnly: true,
      sameSite: 'strict',
      secure: true,
      maxAge: 600,
      path: '/api/auth/provider',
    })

    const { status, body, set: after } = await signIn(verified(email.toUpperCase()))
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type', 'user'])
    // The password that was given is not theirs to replace: the provider has asked for another one.
    expect(body.user).toMatchObject({ id, email, must_change_password: false })
    expect(after.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      ['clinical_elog_provider', 0],
      ['clinical_elog_device', 365 * 24 * 60 * 60],
    ])
    expect((await call('GET', '/departments', body.access_token)).status).toBe(403)
    expect((await call('GET', '/auth/me', body.access_token)).body.data.must_change_password).toBe(false)
    const next = await post('/auth/refresh', {}, body.access_token)
    expect(next.body.user.must_change_password).toBe(false)
    expect((await post('/logout', {}, next.body.access_token)).status).toBe(200)
    expect(await loginsOf(id)).toBe(0)
    // By the password it still has to be chosen.
    expect((await post('/login', { email, password: 'Correct1' })).body.user.must_change_password).toBe(true)
  })

  test('the second factor is the provider’s business, needed by a role or not', async () => {
    const { id, email } = await account()
    await at.make.giveRole(id, 'admin')
    await switchOn(at, await login(id))
    const other = await account()
    await at.make.giveRole(other.id, 'admin')
    for (const one of [email, other.email]) {
      const { status, body } = await signIn(verified(one))
      expect([status, body.user.must_set_up_second_factor]).toEqual([200, undefined])
      expect((await call('GET', '/audit', body.access_token)).status).toBe(200)
    }
  })

  test('nobody signs in by an email that is not verified, missing, or of no account; none is made', async () => {
    const { id, email } = await account()
    const users = await at.count('users')
    for (const told of [{ email }, { email, email_verified: false }, {}, verified('stranger@college.test')]) {
      const { status, set } = await signIn(told)
      expect([status, set.some(({ name }) => name === 'clinical_elog_device')], JSON.stringify(told)).toEqual([
        401,
        false,
      ])
    }
    expect((await signIn(verified('stranger@college.test'))).body.message).toBe(
      'Nobody at Clinical eLog has the email stranger@college.test. Please contact the administrator.',
    )
    expect([await loginsOf(id), await at.count('users')]).toEqual([0, users])
  })

  test('who is not active is told so as after a password', async () => {
    const { email, id } = await account()
    await at.make.staff(id, await at.make.department(), { status: 'resigned' })
    const { status, body } = await signIn(verified(email))
    expect({ status, body }).toEqual(await post('/login', { email, password: 'Correct1' }))
    expect(body.message).toBe('Your account is not active. Please contact the administrator.')
  })

  test('the security log tells who signed in, and who did not', async () => {
    const { id, email } = await account()
    await signIn(verified(email))
    await at.app.securityLog.written()
    const rows = at.db.selectFrom('security_log').select(['kind', 'email']).where('user_id', '=', id)
    expect(await rows.execute()).toEqual([{ kind: 'sign-in', email }])
  })
})

describe('what comes back is refused', () => {
  test('in another browser than the one that began, with another state, or changed', async () => {
    const { email } = await account()
    const [own, thiefs] = [await begun(), await begun()]
    const query = await identity.signIn(own.location, verified(email))
    expect(await finish(query)).toMatchObject({ status: 401, body: STALE })
    expect(await finish(query, thiefs.cookie)).toMatchObject({ status: 401, body: UNCHECKED })
    const changed = new URLSearchParams(query)
    changed.set('state', 'another')
    expect(await finish(`${changed}`, own.cookie)).toMatchObject({ status: 401, body: UNCHECKED })
    changed.delete('state')
    expect(await finish(`${changed}`, own.cookie)).toMatchObject({ status: 401, body: UNCHECKED })
    const mixed = new URLSearchParams(query)
    mixed.set('iss', 'https://evil.test')
    expect(await finish(`${mixed}`, own.cookie)).toMatchObject({ status: 401, body: UNCHECKED })
    expect((await finish(query, own.cookie)).status).toBe(200)
  })

  test('when its code was used', async () => {
    const { id, email } = await account()
    const { location, cookie } = await begun()
    const query = await identity.signIn(location, verified(email))
    expect((await finish(query, cookie)).status).toBe(200)
    expect(await finish(query, cookie)).toMatchObject({ status: 401, body: UNCHECKED })
    expect(await loginsOf(id)).toBe(1)
  })

  test('when its cookie was made up, is too old, or has another nonce', async () => {
    const { email } = await account()
    const secret = await sharedSecret(at.db, 'device')
    const { location, cookie } = await begun()
    const query = await identity.signIn(location, verified(email))
    const [payload = ''] = cookie.split('.')
    const inside = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const written = (change: object) => Buffer.from(JSON.stringify({ ...inside, ...change })).toString('base64url')
    const withSignature = (text: string) => `${text}.${sign(secret, `provider:${text}`)}`
    for (const odd of ['', '.', 'x.y', `${payload}.x`, payload, `${written({})}.${cookie.split('.')[1]}x`])
      expect(await finish(query, odd), odd).toMatchObject({ status: 401, body: STALE })
    // As a device's cookie is signed.
    expect(await finish(query, `${payload}.${sign(secret, payload)}`)).toMatchObject({ status: 401, body: STALE })
    const old = withSignature(written({ until: Date.now() - 1 }))
    expect(await finish(query, old)).toMatchObject({ status: 401, body: STALE })
    const foreign = withSignature(written({ nonce: 'of another sign-in' }))
    expect(await finish(query, foreign)).toMatchObject({ status: 401, body: UNCHECKED })
    // The code was given out for that nonce, and is used up.
    expect((await finish(query, cookie)).status).toBe(401)
  })

  test('when the person said no there', async () => {
    const { location, cookie } = await begun()
    const state = new URL(location).searchParams.get('state')
    const query = `error=access_denied&state=${state}&iss=${encodeURIComponent(identity.issuer)}`
    const { status, body } = await finish(query, cookie)
    expect([status, body.message]).toEqual([401, 'You were not signed in there. Please begin again.'])
  })

  test('when a foreign page sends it, and too often from one network', async () => {
    const foreign = { origin: 'https://evil.test' }
    expect((await send('', {}, foreign)).status).toBe(403)
    expect((await send('/finish', { query: 'code=x' }, foreign)).status).toBe(403)
    const address = newAddress()
    const failures = Array.from({ length: 99 }, () => ({ email: '', network: address }))
    await at.db.insertInto('login_failures').values(failures).execute()
    const { cookie } = await begun()
    // Attempts that were not begun there are not counted.
    for (let n = 0; n < 3; n += 1) expect((await finish('code=x', undefined, { address })).status).toBe(401)
    expect((await finish('code=x', cookie, { address })).status).toBe(401)
    const { status, headers } = await finish('code=x', cookie, { address })
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('a device on which somebody has signed in goes on where others have to wait', async () => {
    const { email } = await account()
    const address = newAddress()
    const first = await begun()
    const signedIn = await finish(await identity.signIn(first.location, verified(email)), first.cookie, { address })
    const device = signedIn.set.find(({ name }) => name === 'clinical_elog_device')?.value
    const failures = Array.from({ length: 100 }, () => ({ email: '', network: address }))
    await at.db.insertInto('login_failures').values(failures).execute()
    const { location, cookie } = await begun()
    const query = await identity.signIn(location, verified(email))
    expect((await finish(query, cookie, { address })).status).toBe(429)
    expect((await finish(query, cookie, { address, device })).status).toBe(200)
  })
})

test('nobody is led elsewhere than to the provider and back, whatever is sent', async () => {
  const evil = 'https://evil.test/'
  const body = { redirect_uri: evil, location: evil, next: evil, query: evil }
  const { body: answer } = await send(`?redirect_uri=${evil}&next=${evil}`, body)
  expect(answer.location).not.toContain('evil')
  const { body: finished, headers } = await send('/finish', { query: `code=x&redirect_uri=${evil}` })
  expect(headers.location).toBeUndefined()
  expect(finished).toEqual(STALE)
})

test.each([{}, { query: '' }, { query: 1 }, { query: 'x'.repeat(8001) }])('no query is %j', async (payload) => {
  expect((await send('/finish', payload)).status).toBe(422)
})
