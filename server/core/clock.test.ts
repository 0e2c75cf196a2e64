import { expect, test } from 'vitest'
import { dayIn } from './clock.ts'

test('the day is the one of the time zone', () => {
  const evening = new Date('2026-03-01T19:30:00Z')
  expect(dayIn('Asia/Karachi', evening)).toBe('2026-03-02')
  expect(dayIn('UTC', evening)).toBe('2026-03-01')
  expect(dayIn('Asia/Karachi', new Date('2026-03-01T18:59:59Z'))).toBe('2026-03-01')
  expect(dayIn('Asia/Karachi', new Date('2026-03-01T19:00:00Z'))).toBe('2026-03-02')
  expect(dayIn('Pacific/Honolulu', new Date('2027-01-01T00:00:00Z'))).toBe('2026-12-31')
})
