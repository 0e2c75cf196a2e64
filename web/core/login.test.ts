import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../shared/contract/auth.ts'
import { logout } from '../offline/logout.ts'
import { answer, loginAnswer, network, signedOut, startAnswer } from '../testing/page.tsx'
import { signIn } from './account.ts'
import { call } from './call.ts'
import { draftKey, readDraft, writeDraft } from './drafts.ts'
import { formatSize } from './formats.ts'
import { clearLogin, followOtherTabs, getLogin, rolesOf, startLogin, wasLost } from './login.ts'
import { ensureStart } from './start.ts'

beforeEach(() => signedOut())
afterEach(() => vi.unstubAllGlobals())

test('signing in stores the specification’s keys and loads the roles once', async () => {
  const calls = network(({ path }) =>
    path === '/api/login' ? answer(200, loginAnswer('fresh')) : answer(200, startAnswer(['hod'])),
  )
  await signIn({ email: 'ayesha@college.test', password: 'ClinicalElog1' })
  await ensureStart()
  expect(localStorage.getItem('token')).toBe('fresh')
  expect(localStorage.getItem('token_type')).toBe('Bearer')
  expect(localStorage.getItem('isAuthenticated')).toBe('true')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: 7 })
  expect(sessionStorage.getItem('roles')).toBe('["hod"]')
  expect(calls.map(({ path }) => path)).toEqual(['/api/login', '/api/start'])
})

test('when the roles cannot be loaded they become empty', async () => {
  network(() => answer(500, {}))
  startLogin(loginAnswer('fresh'))
  await ensureStart()
  expect(getLogin()?.roles).toEqual([])
})

test('signing out clears everything, drafts too, even when the call fails', async () => {
  network(() => Promise.reject(new TypeError('offline')))
  startLogin(loginAnswer('fresh'))
  writeDraft(draftKey(7, 'task:new'), { name: 'Typed' })
  await logout()
  expect(localStorage.length).toBe(0)
  expect(readDraft(draftKey(7, 'task:new'))).toBeUndefined()
})

test('another tab that signs out signs this one out', () => {
  startLogin(loginAnswer('fresh'))
  const stop = followOtherTabs()
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
  expect(getLogin()).toBeUndefined()
  stop()
})

test('a login that goes without being ended here is known as lost, until somebody signs in', () => {
  startLogin(loginAnswer('fresh'))
  expect(wasLost()).toBe(false)
  const stop = followOtherTabs()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(wasLost()).toBe(true)
  // The login is gone already.
  clearLogin()
  expect(wasLost()).toBe(true)
  startLogin(loginAnswer('second'))
  expect(wasLost()).toBe(false)
  stop()
})

test('a login that the server refuses is lost, one that its person ends is not', async () => {
  startLogin(loginAnswer('fresh'))
  network(() => answer(401, { message: 'Authentication required. Please login first.' }))
  await expect(call(auth.me)).rejects.toThrow()
  expect(getLogin()).toBeUndefined()
  expect(wasLost()).toBe(true)
  startLogin(loginAnswer('second'))
  network(() => answer(200, { message: 'Signed out.' }))
  await logout()
  expect(wasLost()).toBe(false)
})

test('sizes are told in steps of 1024', () => {
  expect([0, 1, 1023, 1024, 1536, 10 * 1024 ** 2, 3 * 1024 ** 3].map(formatSize)).toEqual([
    '0 Bytes',
    '1 Bytes',
    '1023 Bytes',
    '1 KB',
    '1.5 KB',
    '10 MB',
    '3 GB',
  ])
})

test('a call without a stored token is not made, whatever the page remembers', async () => {
  const calls = network(() => answer(200, { data: { id: 7 } }))
  startLogin(loginAnswer('fresh'))
  localStorage.removeItem('token')
  await expect(call(auth.me)).rejects.toThrow('Authentication required. Please login first.')
  expect(calls).toEqual([])
  expect(getLogin()).toBeUndefined()
})

const offline = () => Promise.reject(new TypeError('offline'))
const portal = () =>
  new Response('<h1>Welcome to the hospital’s Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })

test.each([
  ['without network', offline],
  ['behind the sign-in of a Wi-Fi', portal],
])('%s the roles are those that the person was told at the sign-in', async (_, answers) => {
  network(answers)
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  await ensureStart()
  expect(getLogin()?.roles).toEqual(['faculty'])
})

test('where the roles alone do not arrive they become empty', async () => {
  network(({ path }) => (path === '/api/health' ? answer(200, { status: 'ok' }) : offline()))
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  await ensureStart()
  expect(getLogin()?.roles).toEqual([])
})

test('a server that is busy for a moment takes no roles away, and is asked again by the next screen', async () => {
  const away = () => answer(503, { message: 'The server is busy.' }, { 'retry-after': '5' })
  let isBusy = true
  // The server is well again by the time its health is asked.
  network(({ path }) => {
    if (path === '/api/health') return answer(200, { status: 'ok' })
    return isBusy ? away() : answer(200, startAnswer(['hod']))
  })
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  await ensureStart()
  expect(rolesOf(getLogin())).toEqual(['faculty'])
  isBusy = false
  await ensureStart()
  expect(rolesOf(getLogin())).toEqual(['hod'])
})

test('a server that does not answer in time takes no roles away, and is asked again by the next screen', async () => {
  vi.useFakeTimers()
  let hangs = true
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    if (url.includes('/api/health')) return Promise.resolve(answer(200, { status: 'ok' }))
    if (!hangs) return Promise.resolve(answer(200, startAnswer(['hod'])))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  const asked = ensureStart()
  await vi.advanceTimersByTimeAsync(10_000)
  await asked
  vi.useRealTimers()
  expect(rolesOf(getLogin())).toEqual(['faculty'])
  hangs = false
  await ensureStart()
  expect(rolesOf(getLogin())).toEqual(['hod'])
})

test('a server that was started while the roles were asked for is asked once more', async () => {
  let isThere = false
  network(({ path }) => {
    if (path === '/api/start' && isThere) return answer(200, startAnswer(['hod']))
    if (path === '/api/start') return offline()
    isThere = true
    return answer(200, { status: 'ok' })
  })
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  await ensureStart()
  expect(getLogin()?.roles).toEqual(['hod'])
})

// Keep this test last: modules imported after it belong to the page that is loaded anew.
test('a page that is loaded anew asks for the roles again, and has the former ones until they are told', async () => {
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  sessionStorage.setItem('roles', '["faculty"]')
  vi.resetModules()
  const reloaded = { ...(await import('./start.ts')), ...(await import('./login.ts')) }
  expect(reloaded.rolesOf(reloaded.getLogin())).toEqual(['faculty'])
  const calls = network(() => answer(200, startAnswer(['hod'])))
  await reloaded.ensureStart()
  await reloaded.ensureStart()
  expect(calls.map(({ path }) => path)).toEqual(['/api/start'])
  expect(reloaded.getLogin()?.roles).toEqual(['hod'])
})
