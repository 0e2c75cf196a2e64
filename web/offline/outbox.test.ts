import { afterEach, expect, test, vi } from 'vitest'
import { UNREACHABLE } from '../core/api-error.ts'
import { clearLogin, getLogin, startLogin } from '../core/login.ts'
import { toasts } from '../core/toasts.ts'
import { beginSignedIn, body, entries, offline, states, stored } from '../testing/outbox.ts'
import { answer, loginAnswer, network } from '../testing/page.tsx'
import { allKept, keep } from './device.ts'
import { drop, entryOf, NOT_READ, outbox, retry, revise, sendNow, startOutbox, unsent } from './outbox.ts'

const sent = (calls: ReturnType<typeof network>) => calls.filter(({ path }) => path === '/api/attendance-submissions')

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  stop = undefined
})
beginSignedIn()

test('what is posted is sent as the endpoint says, and kept as saved with the answer', async () => {
  const calls = network(() => stored(5))
  await entries()
  expect(states()).toEqual([['attendance:5', 'waiting']])
  expect(calls).toEqual([])
  await sendNow()
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/attendance-submissions', body }])
  expect(calls[0]?.headers.authorization).toBe('Bearer first-token')
  expect(entryOf('attendance:5')).toMatchObject({ state: 'saved', problem: null, reply: { data: { id: 5 } } })
  expect(unsent()).toEqual([])
  await sendNow()
  expect(calls).toHaveLength(1)
})

test('a device that keeps nothing says so once, and no screen is drawn anew for it', async () => {
  network(() => offline())
  outbox.set(NOT_READ)
  const told: number[] = []
  const end = outbox.follow(() => told.push(outbox.get().length))
  await sendNow()
  await sendNow()
  end()
  expect(told).toEqual([0])
})

test('without network it waits, says why, and is sent once when the network is back', async () => {
  let reached = false
  const calls = network(() => (reached ? stored(5) : offline()))
  stop = startOutbox()
  await entries()
  await sendNow()
  expect(entryOf('attendance:5')).toMatchObject({
    state: 'waiting',
    problem: 'The server cannot be reached. Check the connection and try again.',
  })
  reached = true
  const before = calls.length
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('online'))
  await Promise.all([sendNow(), sendNow()])
  await expect.poll(() => states()).toEqual([['attendance:5', 'saved']])
  expect(toasts.get().map(({ message }) => message)).toEqual(['Sent: Register attendance:5'])
  expect(calls).toHaveLength(before + 1)
  expect(calls.every((call) => (call.body as { key: string }).key === 'k1')).toBe(true)
})

test('one that finds no network holds the others back, and all go in their order', async () => {
  let reached = false
  const calls = network(() => (reached ? stored(1) : offline()))
  await entries(1, { attendance_session_id: 1 })
  await new Promise((resolve) => setTimeout(resolve, 2))
  await entries(2, { attendance_session_id: 2 })
  await sendNow()
  expect(calls).toHaveLength(1)
  reached = true
  await sendNow()
  expect(calls.slice(1).map((call) => (call.body as typeof body).attendance_session_id)).toEqual([1, 2])
})

test('it survives a reload, and is sent on start', async () => {
  network(offline)
  await entries()
  await sendNow()
  outbox.set([])
  const calls = network(() => stored(5))
  stop = startOutbox()
  await expect.poll(() => states()).toEqual([['attendance:5', 'saved']])
  expect(calls).toMatchObject([{ body }])
})

test('while any waits it is tried every ten seconds', async () => {
  let reached = false
  const calls = network(() => (reached ? stored(5) : offline()))
  vi.useFakeTimers()
  stop = startOutbox()
  await entries()
  await sendNow()
  const before = calls.length
  await vi.advanceTimersByTimeAsync(9000)
  expect(calls).toHaveLength(before)
  reached = true
  await vi.advanceTimersByTimeAsync(1_500)
  expect(states()).toEqual([['attendance:5', 'saved']])
  await vi.advanceTimersByTimeAsync(90_000)
  expect(calls).toHaveLength(before + 1)
})

test('a login that has ended keeps it for the same person, and for nobody else', async () => {
  stop = startOutbox()
  network(() => answer(401, { message: 'Please sign in.' }))
  await entries()
  await sendNow()
  expect(getLogin()).toBeUndefined()
  expect(outbox.get()).toEqual([])

  const calls = network(() => stored(5))
  startLogin(loginAnswer('other', { id: 8 }))
  await sendNow()
  expect(sent(calls)).toEqual([])
  expect(outbox.get()).toEqual([])
  clearLogin()

  startLogin(loginAnswer('again'))
  await expect.poll(() => states()).toEqual([['attendance:5', 'saved']])
  expect(sent(calls)).toMatchObject([{ body, headers: { authorization: 'Bearer again' } }])
})

test('nothing is sent before a first password has been chosen', async () => {
  const calls = network(() => stored(5))
  await entries()
  startLogin(loginAnswer('first-token', { must_change_password: true }))
  await sendNow()
  expect(calls).toEqual([])
})

test('one that is refused has failed with the server’s words, and is taken up again when asked', async () => {
  let taken = false
  network(() =>
    taken ? stored(5) : answer(422, { message: 'Wrong', errors: { submissions: ['Ali is not of this group'] } }),
  )
  await entries()
  await sendNow()
  const problem = 'Ali is not of this group'
  expect(entryOf('attendance:5')).toMatchObject({ state: 'failed', problem })
  taken = true
  await sendNow()
  expect(states()).toEqual([['attendance:5', 'failed']])
  await retry('attendance:5')
  expect(states()).toEqual([['attendance:5', 'saved']])
})

test('a web page in the place of the answer is no network: it waits', async () => {
  network(() => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } }))
  await entries()
  await sendNow()
  expect(entryOf('attendance:5')).toMatchObject({ state: 'waiting', problem: UNREACHABLE })
})

test('what another tab has done is known here', async () => {
  network(offline)
  stop = startOutbox()
  await entries()
  await sendNow()
  const [[, { value: waiting } = { value: null }] = []] = await allKept<object>(7, 'outbox/')
  await keep(7, 'outbox/attendance:5', { ...waiting, state: 'saved' })
  expect(states()).toEqual([['attendance:5', 'waiting']])
  window.dispatchEvent(new StorageEvent('storage', { key: 'kept:7/told/outbox' }))
  await expect.poll(() => states()).toEqual([['attendance:5', 'saved']])
})

test('other tabs are told of every change', async () => {
  network(() => stored(5))
  const told = () => localStorage.getItem('kept:7/told/outbox')
  const seen = new Set([told()])
  await entries()
  seen.add(told())
  await sendNow()
  seen.add(told())
  await drop('attendance:5')
  seen.add(told())
  expect(seen.size).toBe(4)
})

test.each([
  [429, 'waiting'],
  [503, 'waiting'],
  [500, 'failed'],
  [403, 'failed'],
  [404, 'failed'],
  [409, 'conflict'],
])('an answer of %i leaves it %s', async (status, state) => {
  network(() => answer(status, { message: 'No.' }))
  await entries()
  await sendNow()
  expect(entryOf('attendance:5')).toMatchObject({ state, problem: 'No.' })
})

test('a later one about the same takes its place; what is settled or dropped is not sent', async () => {
  const calls = network(() => stored(5))
  await entries(5, { key: 'k1' })
  await entries(5, { key: 'k2' })
  await entries(6)
  await entries(7)
  await drop('attendance:6')
  for (const entry of outbox.get().filter(({ subject }) => subject === 'attendance:7'))
    await revise(entry, { state: 'saved', reply: { data: { id: 7 } } })
  await sendNow()
  expect(calls.map((call) => (call.body as { key: string }).key)).toEqual(['k2'])
  expect(states()).toEqual([
    ['attendance:7', 'saved'],
    ['attendance:5', 'saved'],
  ])
})

test('dropped while it was on its way, it does not come back', async () => {
  let arrive = (_: Response) => {}
  const calls = network(() => new Promise((resolve) => (arrive = resolve)))
  await entries()
  const sending = sendNow()
  await expect.poll(() => calls).toHaveLength(1)
  await drop('attendance:5')
  arrive(stored(5))
  await sending
  expect(outbox.get()).toEqual([])
  expect(await allKept(7, 'outbox/')).toEqual([])
})

test('what was saved is shown for a day', async () => {
  network(() => stored(5))
  await entries()
  await sendNow()
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await keep(7, 'outbox/attendance:5', { ...entryOf('attendance:5'), at: yesterday })
  stop = startOutbox()
  await expect.poll(() => outbox.get()).toEqual([])
})
