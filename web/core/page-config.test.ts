import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { optionalPastDate } from '../../shared/fields.ts'
import { collegeToday } from '../../shared/today.ts'
import { keepCollegeDay } from './page-config.ts'

afterEach(() => {
  document.head.innerHTML = ''
  keepCollegeDay()
  vi.useRealTimers()
})

test.each([
  // Two in the morning of the second of March in Karachi, eleven in the morning of the first in Honolulu.
  ['Asia/Karachi', '2026-03-01', true],
  ['Asia/Karachi', '2026-03-02', false],
  ['Pacific/Honolulu', '2026-02-28', true],
  ['Pacific/Honolulu', '2026-03-01', false],
])('by the time zone that the page names, %s, %s is past: %s', (timezone, day, isPast) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T21:00:00Z') })
  document.head.innerHTML = `<meta name="college-timezone" content="${timezone}">`
  keepCollegeDay()
  expect(z.safeParse(optionalPastDate('Date of birth'), day).success).toBe(isPast)
})

test('it is the day that the page was told, as long as it is that day', () => {
  const from = Date.parse('2026-03-01T19:00:00Z')
  const until = Date.parse('2026-03-02T19:00:00Z')
  document.head.innerHTML = `
    <meta name="college-timezone" content="Asia/Karachi"><meta name="college-day" content="2026-03-02 ${from} ${until}">`
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(from) })
  keepCollegeDay()
  const asked = vi.spyOn(Intl, 'DateTimeFormat')
  expect(collegeToday()).toBe('2026-03-02')
  vi.setSystemTime(until - 1)
  expect(collegeToday()).toBe('2026-03-02')
  expect(asked).not.toHaveBeenCalled()
  vi.setSystemTime(until)
  expect(collegeToday()).toBe('2026-03-03')
  vi.setSystemTime(from - 1)
  expect(collegeToday()).toBe('2026-03-01')
})
