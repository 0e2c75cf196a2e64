import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { patiently } from './patience.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const busy = (retryAfter: number | undefined, status = 503) =>
  new ApiError(status, 'Busy', undefined, false, retryAfter)

/** Makes a call that fails with each error in turn, and then is answered. */
const failing = (...errors: Error[]) =>
  vi.fn(async () => {
    const error = errors.shift()
    if (error) throw error
    return 'done'
  })

test('a busy server is asked again after the seconds that it names, and the wait is told', async () => {
  const attempt = failing(busy(5))
  const onWait = vi.fn()
  const result = patiently(attempt, { onWait })
  await vi.advanceTimersByTimeAsync(4999)
  expect(attempt).toHaveBeenCalledTimes(1)
  expect(onWait.mock.calls).toEqual([[true]])
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('done')
  expect(onWait.mock.calls).toEqual([[true], [false]])
})

test.each([
  [0, 0, 1000],
  [3600, 0, 30_000],
  [4, 0.999_999, 6000],
  [30, 0.5, 37_500],
])('told %s seconds, with %s of the jitter, it waits %s ms', async (seconds, random, ms) => {
  vi.mocked(Math.random).mockReturnValue(random)
  const attempt = failing(busy(seconds))
  void patiently(attempt, {})
  await vi.advanceTimersByTimeAsync(ms - 2)
  expect(attempt).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2)
  expect(attempt).toHaveBeenCalledTimes(2)
})

test('it tries again three times and no more', async () => {
  const attempt = failing(busy(1), busy(1), busy(1), busy(2), busy(1))
  const refused = expect(patiently(attempt, {})).rejects.toMatchObject({ status: 503, retryAfter: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(attempt).toHaveBeenCalledTimes(4)
})

test.each([
  busy(undefined),
  busy(Number.NaN),
  busy(5, 429),
  busy(5, 507),
  new ApiError(0, 'Away'),
  new Error('No'),
])('nothing else is tried again (%#)', async (error) => {
  const attempt = failing(error)
  const onWait = vi.fn()
  await expect(patiently(attempt, { onWait })).rejects.toBe(error)
  expect(attempt).toHaveBeenCalledTimes(1)
  expect(onWait).not.toHaveBeenCalled()
})

test('giving up ends the wait at once', async () => {
  const attempt = failing(busy(30))
  const controller = new AbortController()
  const onWait = vi.fn()
  const given = expect(patiently(attempt, { signal: controller.signal, onWait })).rejects.toMatchObject({
    name: 'AbortError',
  })
  await vi.advanceTimersByTimeAsync(1000)
  controller.abort()
  await given
  expect(onWait).toHaveBeenLastCalledWith(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempt).toHaveBeenCalledTimes(1)
})
