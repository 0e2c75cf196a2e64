import { afterEach, expect, test, vi } from 'vitest'
import { dayIn, dayNowIn } from './clock.ts'

afterEach(() => vi.useRealTimers())

test('the day is the one of the time zone', () => {
  const evening = new Date('2026-03-01T19:30:00Z')
  expect(dayIn('Asia/Karachi', evening)).toBe('2026-03-02')
  expect(dayIn('UTC', evening)).toBe('2026-03-01')
  expect(dayIn('Asia/Karachi', new Date('2026-03-01T18:59:59Z'))).toBe('2026-03-01')
  expect(dayIn('Asia/Karachi', new Date('2026-03-01T19:00:00Z'))).toBe('2026-03-02')
  expect(dayIn('Pacific/Honolulu', new Date('2027-01-01T00:00:00Z'))).toBe('2026-12-31')
})

test.each([
  ['Asia/Karachi', '2026-03-01T19:30:00Z', '2026-03-02', '2026-03-01T19:00:00Z', 24],
  ['UTC', '2026-03-01T00:00:00Z', '2026-03-01', '2026-03-01T00:00:00Z', 24],
  // Where the clock is set on and back.
  ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25', '2026-10-24T22:00:00Z', 25],
])('in %s it is at %s the day %s, which begins at %s and has %i hours', (timezone, now, day, begins, hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const from = Date.parse(begins)
  expect(dayNowIn(timezone)).toEqual({ day, from, until: from + hours * 3_600_000 })
})
