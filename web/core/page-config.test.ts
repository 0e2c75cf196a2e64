import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { optionalPastDate } from '../../shared/fields.ts'
import { formatDate, formatInstant } from './formats.ts'
import { startCollegeClock } from './page-config.ts'

afterEach(() => {
  document.head.innerHTML = ''
  startCollegeClock()
})

test.each([
  // It is two in the morning of 2 March in Karachi, and eleven in the morning of 1 March in Honolulu.
  ['Asia/Karachi', '2026-03-01', true],
  ['Asia/Karachi', '2026-03-02', false],
  ['Pacific/Honolulu', '2026-02-28', true],
  ['Pacific/Honolulu', '2026-03-01', false],
])('by the time zone that the page names, %s, %s is past: %s', (timezone, day, isPast) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T21:00:00Z') })
  document.head.innerHTML = `<meta name="college-timezone" content="${timezone}">`
  startCollegeClock()
  expect(z.safeParse(optionalPastDate('Date of birth'), day).success).toBe(isPast)
})

test('the clock goes by what the page says of it', () => {
  const from = Date.parse('2026-01-01T00:00:00Z')
  const until = Date.parse('2027-01-01T00:00:00Z')
  document.head.innerHTML = `<meta name="college-timezone" content="Asia/Karachi">
    <meta name="college-clock" content="7200000 ${from} ${until}">`
  startCollegeClock()
  expect(formatInstant('2026-03-01T21:00:00Z')).toBe('1 Mar 2026, 23:00')
  expect(formatInstant('2027-03-01T21:00:00Z')).toBe('2 Mar 2027, 02:00')
  expect(formatDate('2026-09-30T22:00:00Z')).toBe('1 Oct 2026')
})
