import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { optionalPastDate } from '../../shared/fields.ts'
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
