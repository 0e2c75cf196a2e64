import { expect, test, vi } from 'vitest'
import { codeOf, followLeaving } from './code.ts'

test('code is loaded once, by however many, and is there then', async () => {
  const find = vi.fn(async () => 'a dialog')
  const code = codeOf(find)
  expect(code.found).toBeUndefined()
  expect(await Promise.all([code.load(), code.load()])).toEqual(['a dialog', 'a dialog'])
  expect(code.found).toBe('a dialog')
  await code.load()
  expect(find).toHaveBeenCalledTimes(1)
})

test('code that did not arrive is asked for again', async () => {
  const find = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce('a dialog')
  const code = codeOf(find)
  await expect(code.load()).rejects.toThrow('offline')
  expect(code.found).toBeUndefined()
  expect(await code.load()).toBe('a dialog')
})

test('of code that was broken off by leaving the page nothing is told, unless the page is not left', async () => {
  // Long ago, lest the pages of other tests be left too.
  vi.useFakeTimers({ now: 0 })
  const told = vi.fn()
  followLeaving()
  window.dispatchEvent(new Event('beforeunload'))
  codeOf(() => Promise.reject(new TypeError('broken off')))
    .load()
    .catch(told)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toHaveBeenCalledWith(new TypeError('broken off'))
})
