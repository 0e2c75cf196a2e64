import { afterEach, expect, test, vi } from 'vitest'
import { atCollege, keepCollegeClock } from '../../shared/college-clock.ts'
import { clockOffsetOf, dayIn } from './clock.ts'

afterEach(() => {
  keepCollegeClock('Asia/Karachi')
  vi.useRealTimers()
})

test('the day is the one of the time zone', () => {
  const evening = new Date('2026-03-01T19:30:00Z')
  expect(dayIn('Asia/Karachi', evening)).toBe('2026-03-02')
  expect(dayIn('UTC', evening)).toBe('2026-03-01')
  expect(dayIn('Asia/Karachi', new Date('2026-03-01T18:59:59Z'))).toBe('2026-03-01')
  expect(dayIn('Asia/Karachi', new Date('2026-03-01T19:00:00Z'))).toBe('2026-03-02')
  expect(dayIn('Pacific/Honolulu', new Date('2027-01-01T00:00:00Z'))).toBe('2026-12-31')
})

test.each([
  ['Asia/Karachi', '2026-03-01T19:00:00Z', { day: '2026-03-02', time: '00:00' }],
  ['Asia/Karachi', '2026-03-01T18:59:59.999Z', { day: '2026-03-01', time: '23:59' }],
  ['Pacific/Honolulu', '2027-01-01T00:00:00Z', { day: '2026-12-31', time: '14:00' }],
  ['Asia/Kathmandu', '2026-03-01T00:00:00Z', { day: '2026-03-01', time: '05:45' }],
])('in %s the clock shows at %s %j, told the offset or not', (timezone, instant, shown) => {
  keepCollegeClock(timezone)
  expect(atCollege(Date.parse(instant))).toEqual(shown)
  keepCollegeClock(timezone, clockOffsetOf(timezone))
  expect(atCollege(Date.parse(instant))).toEqual(shown)
})

test('a clock that is set on and back is looked up where the offset is not what it was told', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T12:00:00Z') })
  keepCollegeClock('Europe/Berlin')
  const year = Array.from({ length: 365 * 8 }, (_, index) => Date.UTC(2026, 0, 1) + index * 3 * 3_600_000 + 30 * 60_000)
  const lookedUp = year.map(atCollege)
  keepCollegeClock('Europe/Berlin', clockOffsetOf('Europe/Berlin'))
  expect(year.map(atCollege)).toEqual(lookedUp)
})

test('what was told is not looked up', () => {
  const offset = clockOffsetOf('Asia/Karachi')
  const lookedUp = vi.spyOn(Intl, 'DateTimeFormat')
  keepCollegeClock('Asia/Karachi', offset)
  atCollege(Date.now())
  expect(lookedUp).not.toHaveBeenCalled()
  atCollege(offset.from - 1)
  expect(lookedUp).toHaveBeenCalledOnce()
})
