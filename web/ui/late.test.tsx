import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 200 })
})

test('what waits is shown at once, or after the time that it is given', async () => {
  const { useIsLate } = await import('./late.ts')
  expect(renderHook(() => useIsLate(0)).result.current).toBe(true)
  const { result } = renderHook(() => useIsLate(40))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(40))
  expect(result.current).toBe(true)
})

test('in a page that is being opened it is shown after the first half second', async () => {
  const { startOpening, useIsLate } = await import('./late.ts')
  startOpening()
  const opened = performance.now()
  const { result } = renderHook(() => useIsLate(0))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(499 - opened))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toBe(true)
  expect(renderHook(() => useIsLate(0)).result.current).toBe(true)
})
