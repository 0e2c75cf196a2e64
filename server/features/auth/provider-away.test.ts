import { parseSetCookie } from 'cookie'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { startProvider } from '../../testing/provider.ts'
import { signingIn } from '../../testing/sign-ins.ts'

const identity = await startProvider()
afterAll(identity.close)
identity.setAway(true)
afterEach(() => void vi.useRealTimers())
const OIDC_NAME = 'Sign in with the portal'
const { at, account, post } = await signingIn({ environment: { ...identity.environment, OIDC_NAME } })
const send = (path: string, payload: object = {}, cookie = '') =>
  at.app.inject({ method: 'POST', url: `/api/auth/provider${path}`, headers: { cookie }, payload })
const AWAY = {
  message: '“Sign in with the portal” does not work just now. Please try again, or log in with your password.',
}

test('a provider that is away costs its own button, and is asked again once it is back', async () => {
  const { email } = await account()
  for (let tries = 0; tries < 2; tries += 1) {
    const away = await send('')
    expect([away.statusCode, away.json(), Number(away.headers['retry-after']) > 0]).toEqual([503, AWAY, true])
    expect(away.headers['set-cookie']).toBeUndefined()
  }
  expect((await post('/login', { email, password: 'Correct1' })).status).toBe(200)

  identity.setAway(false)
  const begun = await send('')
  expect(begun.statusCode).toBe(200)
  const { name, value } = parseSetCookie(String(begun.headers['set-cookie']))
  const query = await identity.signIn(begun.json().location, { email, email_verified: true })

  // It goes away while the person is on the way back: nobody has failed, and the same answer still holds.
  identity.setAway(true)
  const meanwhile = await send('/finish', { query }, `${name}=${value}`)
  expect([meanwhile.statusCode, meanwhile.json()]).toEqual([503, AWAY])
  expect(await at.count('login_failures')).toBe(0)
  identity.setAway(false)
  expect((await send('/finish', { query }, `${name}=${value}`)).statusCode).toBe(200)

  // Nobody is led to a provider that is away, although it was there before.
  identity.setAway(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
  const later = await send('')
  expect([later.statusCode, later.json()]).toEqual([503, AWAY])
  identity.setAway(false)
  expect((await send('')).statusCode).toBe(200)
})

test('a class that signs in at once asks the provider once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const before = identity.timesAsked()
  const begun = await Promise.all(Array.from({ length: 30 }, () => send('')))
  expect(begun.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
  expect((await send('')).statusCode).toBe(200)
  expect(identity.timesAsked()).toBe(before + 1)
})

test('one that nobody listens for, or that another one answers for, is a 503 too', async () => {
  for (const OIDC_ISSUER of ['http://127.0.0.1:9', `${identity.issuer}/other`]) {
    const other = await testApp({ environment: { ...identity.environment, OIDC_ISSUER } })
    expect((await other.nobody.post('/auth/provider')).status).toBe(503)
    await other.close()
  }
})

test('without a provider there is nothing', async () => {
  const other = await testApp()
  expect((await other.nobody.post('/auth/provider')).status).toBe(404)
  await other.close()
})
