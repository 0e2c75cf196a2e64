import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { answer, network, signedIn } from '../testing/page.tsx'
import { TOO_SLOW, UNREACHABLE } from './api-error.ts'
import { followServer } from './coming-back.ts'
import { clearLogin } from './login.ts'
import { queryOf } from './queries.ts'

const BUSY = 'The server is busy. Please try again in a moment.'
const busy = () => answer(503, { message: BUSY }, { 'retry-after': '5' })
const there = () => answer(200, { data: [], meta: { page: 1, per_page: 25, total: 0 } })
let client: QueryClient
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  signedIn()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = followServer(client)
})
afterEach(() => {
  stop()
  client.clear()
  clearLogin()
  focusManager.setFocused(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Shows a list and counts its changes on the screen. */
function shown(endpoint: typeof departments.list | typeof batches.list) {
  const observer = new QueryObserver(client, queryOf(endpoint, {}) as ReturnType<typeof queryOf>)
  let changes = 0
  const hide = observer.subscribe(() => {
    changes += 1
  })
  return { state: () => observer.getCurrentResult(), changes: () => changes, hide }
}

/** Answers for the lists and for the server's health. */
function answering({ list = busy, health = busy }: { list?: () => Response; health?: () => Response }) {
  const now = { list, health }
  const calls = network(({ path }) => (path === '/api/health' ? now.health() : now.list()))
  return { now, asked: (path: string) => calls.filter((call) => call.path.startsWith(path)).length }
}

test('what a busy server has sent away is read again once the server is well, and stands still until then', async () => {
  const { now, asked } = answering({})
  const list = shown(departments.list)
  await vi.advanceTimersByTimeAsync(0)
  expect(list.state().error?.message).toBe(BUSY)
  const changes = list.changes()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([asked('/api/departments'), asked('/api/health')]).toEqual([1, 4])
  expect(list.changes()).toBe(changes)
  now.health = () => answer(200, { status: 'ok' })
  now.list = there
  await vi.advanceTimersByTimeAsync(5000)
  expect(list.state().isSuccess).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked('/api/departments'), asked('/api/health')]).toEqual([2, 5])
})

test('a list that the server stays too slow for is asked for three more times in a row', async () => {
  const { now, asked } = answering({ health: () => answer(200, { status: 'ok' }) })
  const list = shown(departments.list)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked('/api/departments')).toBe(4)
  // The waits begin anew after a successful read.
  now.list = there
  await list.state().refetch()
  now.list = busy
  await list.state().refetch()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked('/api/departments')).toBe(4 + 2 + 3)
})

test('all that is shown comes back together; what is shown no more, or was refused, is not asked for', async () => {
  const { now, asked } = answering({})
  const [one, other] = [shown(departments.list), shown(batches.list)]
  await vi.advanceTimersByTimeAsync(0)
  other.hide()
  now.health = () => answer(200, { status: 'ok' })
  now.list = () => answer(403, { message: 'You are not allowed to do this.' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(one.state().error?.message).toBe('You are not allowed to do this.')
  expect([asked('/api/departments'), asked('/api/batches'), asked('/api/health')]).toEqual([2, 1, 1])
})

test('a page that nobody looks at does not ask, and goes on when it is looked at', async () => {
  const { now, asked } = answering({})
  const list = shown(departments.list)
  await vi.advanceTimersByTimeAsync(0)
  focusManager.setFocused(false)
  now.health = () => answer(200, { status: 'ok' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked('/api/health')).toBe(0)
  now.list = there
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(list.state().isSuccess).toBe(true)
})

test('what had been sent away before it follows is read again too', async () => {
  stop()
  const { now } = answering({ health: () => answer(200, { status: 'ok' }) })
  const list = shown(departments.list)
  await vi.advanceTimersByTimeAsync(0)
  now.list = there
  stop = followServer(client)
  await vi.advanceTimersByTimeAsync(5000)
  expect(list.state().isSuccess).toBe(true)
})

test('what did not reach the server is read again once it is there, also behind a proxy that says so', async () => {
  const away = () => {
    throw new TypeError('Failed to fetch')
  }
  const { now, asked } = answering({ list: away, health: away })
  const list = shown(departments.list)
  await vi.advanceTimersByTimeAsync(0)
  expect(list.state().error?.message).toBe(UNREACHABLE)
  now.list = () => answer(502, '<html></html>')
  const other = shown(batches.list)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(other.state().error).not.toBeNull()
  expect([asked('/api/departments'), asked('/api/health')]).toEqual([1, 2])
  now.health = () => answer(200, { status: 'ok' })
  now.list = there
  await vi.advanceTimersByTimeAsync(10_000)
  expect([list.state().isSuccess, other.state().isSuccess]).toEqual([true, true])
})

test('what a server was silent for is read again once it answers', async () => {
  let hangs = true
  const silent = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) =>
    hangs ? silent(signal) : Promise.resolve(there()),
  )
  const list = shown(departments.list)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(list.state().error?.message).toBe(TOO_SLOW)
  hangs = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(list.state().isSuccess).toBe(true)
})

test('a device without network does not ask', async () => {
  const away = () => {
    throw new TypeError('Failed to fetch')
  }
  const { asked } = answering({ list: away, health: away })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  shown(departments.list)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked('/api/health')).toBe(0)
})
