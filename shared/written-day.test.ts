import { expect, test } from 'vitest'
import { writtenDay } from './written-day.ts'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

test('a day is written as the language writes it', () => {
  const asked = Array.from({ length: 800 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 23 + index)).toISOString().slice(0, 10),
  )
  expect(asked.map(writtenDay)).toEqual(asked.map((day) => days.format(new Date(`${day}T00:00:00Z`))))
})
