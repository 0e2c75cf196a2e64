import { expect, test } from 'vitest'
import { writtenDay, writtenWeekday } from './written-day.ts'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

test('a day is written as the language writes it', () => {
  const asked = Array.from({ length: 800 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 23 + index)).toISOString().slice(0, 10),
  )
  expect(asked.map(writtenDay)).toEqual(asked.map((day) => days.format(new Date(`${day}T00:00:00Z`))))
})

test('a weekday stands before its day', () => {
  expect(['2026-11-26', '2024-02-29', '1899-12-31'].map(writtenWeekday)).toEqual([
    'Thu 26 Nov 2026',
    'Thu 29 Feb 2024',
    'Sun 31 Dec 1899',
  ])
})
