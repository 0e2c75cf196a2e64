import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { staff } from '../../shared/contract/staff.ts'
import { answer, network, signedIn } from '../testing/page.tsx'
import { call } from './call.ts'
import { callFile } from './call-file.ts'
import { dropOthersStart, writeOpeningCalls } from './kept-start.ts'
import { clearLogin } from './login.ts'
import { endOpeningCalls, startOpeningCalls } from './opening-calls.ts'

const LIST = '/api/departments'
const OWNER = 7

let asked: ReturnType<typeof network>

/** Prepares a page whose script made calls before the app's code was there. */
function opened({ token = 'first-token', early = Promise.resolve(Response.json({ data: ['early'] })) } = {}): void {
  early.catch(() => undefined)
  window.earlyCalls = { token, answers: new Map([[LIST, early]]) }
  startOpeningCalls()
}

const listed = async () => (await call(departments.list)).data
const noted = () => JSON.parse(localStorage.getItem('opening-calls') ?? 'null')

beforeEach(() => {
  vi.useFakeTimers()
  signedIn()
  asked = network(() => answer(200, { data: ['late'] }))
})
afterEach(() => {
  endOpeningCalls()
  history.replaceState(null, '', '/')
  clearLogin()
  vi.unstubAllGlobals()
})

test('what the page has asked for is taken once, and then asked for', async () => {
  opened()
  expect(await listed()).toEqual(['early'])
  expect(asked).toEqual([])
  expect(await listed()).toEqual(['late'])
})

test.each<[string, () => unknown]>([
  ['after a change', () => call(departments.remove, { params: { id: 1 } })],
  ['two seconds later', () => vi.advanceTimersByTime(2000)],
  ['at another address', () => history.replaceState(null, '', '/tasks')],
])('it is not taken %s', async (_when, meanwhile) => {
  opened()
  await meanwhile()
  expect(await listed()).toEqual(['late'])
})

test('it is not taken by another login', async () => {
  opened({ token: 'former-token' })
  expect(await listed()).toEqual(['late'])
})

test('what did not come is asked for', async () => {
  opened({ early: Promise.reject(new TypeError('Failed to fetch')) })
  expect(await listed()).toEqual(['late'])
})

test('what was cancelled meanwhile is not given', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  opened({ early: promise })
  const over = new AbortController()
  const calling = call(departments.list, { signal: over.signal })
  over.abort()
  resolve(Response.json({ data: ['early'] }))
  await expect(calling).rejects.toThrow('aborted')
})

test('the device keeps what an address asked for until the login ends', async () => {
  history.replaceState(null, '', '/department?search=a')
  opened()
  await listed()
  await call(departments.list, { query: { page: 2 } })
  vi.advanceTimersByTime(2000)
  await call(departments.list, { query: { page: 3 } })
  expect(noted()).toEqual({ owner: OWNER, calls: { '/department?search=a': [LIST, `${LIST}?page=2`] } })
  clearLogin()
  expect(noted()).toBeNull()
})

test('what is asked for after the person has done something is not kept, and no file is', async () => {
  opened()
  await listed()
  await callFile(staff.export, { query: {} }).catch(() => undefined)
  window.dispatchEvent(new Event('keydown'))
  await call(departments.list, { query: { page: 2 } })
  vi.advanceTimersByTime(2000)
  expect(noted().calls).toEqual({ '/': [LIST] })
})

test.each([
  '{',
  'null',
  '5',
  '{"owner":7}',
  '{"owner":7,"calls":null}',
])('a device that holds %j is put right', async (odd) => {
  localStorage.setItem('opening-calls', odd)
  opened()
  await listed()
  vi.advanceTimersByTime(2000)
  expect(noted()).toEqual({ owner: OWNER, calls: { '/': [LIST] } })
})

test('whose login has ended keeps nothing', async () => {
  opened()
  await listed()
  clearLogin()
  endOpeningCalls()
  expect(noted()).toBeNull()
})

test('it keeps the last thirty addresses, and nothing of another person', () => {
  writeOpeningCalls(8, '/others', [LIST])
  for (let n = 0; n <= 30; n++) writeOpeningCalls(OWNER, `/tasks?group_id=${n}`, [LIST])
  writeOpeningCalls(OWNER, '/tasks?group_id=1', [])
  const addresses = Object.keys(noted().calls)
  expect(addresses).toHaveLength(30)
  expect(addresses[0]).toBe('/tasks?group_id=2')
  expect(addresses.at(-1)).toBe('/tasks?group_id=1')
  dropOthersStart(OWNER)
  expect(noted()).not.toBeNull()
  dropOthersStart(8)
  expect(noted()).toBeNull()
})
