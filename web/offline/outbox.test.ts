import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attendanceSubmissions } from '../../shared/contract/attendance-submissions.ts'
import { ensureRoles } from '../core/account.ts'
import { ApiError, UNREACHABLE } from '../core/api-error.ts'
import { question } from '../core/confirm.ts'
import { clearLogin, getLogin, startLogin } from '../core/login.ts'
import { toasts } from '../core/toasts.ts'
import { answer, loginAnswer, network, signedIn } from '../testing/page.tsx'
import { allKept, keep, keepAtOnce, kept, keptAtOnce } from './device.ts'
import { logout } from './logout.ts'
import { drop, entryOf, outbox, post, retry, sendNow, settle, startOutbox, unsent } from './outbox.ts'
import { settleAnswers } from './settling.ts'

const offline = () => Promise.reject(new TypeError('offline'))
const stored = (id: number) => answer(200, { data: { id } })
const body = { attendance_session_id: 5, key: 'k1', submissions: [] }
const entries = (subject = 'attendance:5', more = {}) =>
  post({ subject, title: `Register ${subject}`, endpoint: attendanceSubmissions.take, body: { ...body, ...more } })
const states = () => outbox.get().map(({ subject, state }) => [subject, state])
const sent = (calls: ReturnType<typeof network>) => calls.filter(({ path }) => path === '/api/attendance-submissions')

let stop: (() => void) | undefined
beforeEach(() => {
  toasts.set([])
  signedIn(['faculty'])
})
afterEach(() => {
  stop?.()
  stop = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearLogin()
  outbox.set([])
  question.set(undefined)
})

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
  await vi.waitFor(() => expect(states()).toEqual([['attendance:5', 'saved']]))
  expect(toasts.get().map(({ message }) => message)).toEqual(['Sent: Register attendance:5'])
  expect(calls).toHaveLength(before + 1)
  expect(calls.every((call) => (call.body as { key: string }).key === 'k1')).toBe(true)
})

test('one that finds no network holds the others back, and all go in their order', async () => {
  let reached = false
  const calls = network(() => (reached ? stored(1) : offline()))
  await entries('attendance:1', { attendance_session_id: 1 })
  await new Promise((resolve) => setTimeout(resolve, 2))
  await entries('attendance:2', { attendance_session_id: 2 })
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
  await vi.waitFor(() => expect(states()).toEqual([['attendance:5', 'saved']]))
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
  await vi.waitFor(() => expect(states()).toEqual([['attendance:5', 'saved']]))
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
  await vi.waitFor(() => expect(states()).toEqual([['attendance:5', 'saved']]))
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
  await entries('attendance:5', { key: 'k1' })
  await entries('attendance:5', { key: 'k2' })
  await entries('attendance:6')
  await entries('attendance:7')
  await drop('attendance:6')
  await settle('attendance:7', { data: { id: 7 } })
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
  await vi.waitFor(() => expect(calls).toHaveLength(1))
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
  await vi.waitFor(() => expect(outbox.get()).toEqual([]))
})

test('logging out asks when something waits; staying keeps it', async () => {
  network(offline)
  await entries()
  const leaving = logout()
  await vi.waitFor(() => expect(question.get()?.message).toContain('Register attendance:5'))
  question.get()?.answer(false)
  expect(await leaving).toBe(false)
  expect(getLogin()?.user.id).toBe(7)
  expect(states()).toEqual([['attendance:5', 'waiting']])
})

test('logging out all the same forgets everything of this person, and of nobody else', async () => {
  network(offline)
  await keep(7, 'taking/5', { students: [] })
  await keep(77, 'taking/5', { students: ['theirs'] })
  keepAtOnce(7, 'begun/attendance:9', { title: 'Group B', value: {} })
  const leaving = logout()
  await vi.waitFor(() => expect(question.get()?.message).toContain('Group B'))
  question.get()?.answer(true)
  expect(await leaving).toBe(true)
  expect(getLogin()).toBeUndefined()
  expect(await allKept(7, '')).toEqual([])
  expect(keptAtOnce(7, '')).toEqual([])
  expect((await kept(77, 'taking/5'))?.value).toEqual({ students: ['theirs'] })
})

test('logging out sends what waits first, and asks nothing when that went well', async () => {
  const calls = network(() => stored(5))
  await entries()
  expect(await logout()).toBe(true)
  expect(sent(calls)).toHaveLength(1)
  expect(question.get()).toBeUndefined()
})

const portal = () =>
  new Response('<h1>Welcome to the hospital’s Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })

test.each([
  ['without network', offline],
  ['behind the sign-in of a Wi-Fi', portal],
])('%s the roles are those that the person was told at the sign-in', async (_, answers) => {
  network(answers)
  clearLogin()
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  await ensureRoles()
  expect(getLogin()?.roles).toEqual(['faculty'])
})

test('where the roles alone do not arrive they become empty', async () => {
  network(({ path }) => (path === '/api/health' ? answer(200, { status: 'ok' }) : offline()))
  clearLogin()
  startLogin(loginAnswer('fresh', { roles: ['faculty'] }))
  await ensureRoles()
  expect(getLogin()?.roles).toEqual([])
})

test('each answer is looked at once, and again only when the server was not reached', async () => {
  network(({ body }) => ((body as { key: string }).key === 'bad' ? answer(422, { message: 'No.' }) : stored(5)))
  const looks: string[] = []
  let fails: Error | undefined
  stop = settleAnswers(async ({ subject, state }) => {
    looks.push(`${subject} ${state}`)
    if (fails) throw fails
  })
  await entries()
  await sendNow()
  await sendNow()
  expect(looks).toEqual(['attendance:5 saved'])

  fails = new ApiError(0, UNREACHABLE)
  await entries('attendance:6', { key: 'bad' })
  await sendNow()
  fails = new ApiError(404, 'Attendance session not found')
  await sendNow()
  await sendNow()
  expect(looks.slice(1)).toEqual(['attendance:6 failed', 'attendance:6 failed'])

  fails = undefined
  await retry('attendance:6')
  expect(looks.slice(3)).toEqual(['attendance:6 failed'])
})
