import { expect, test } from 'vitest'
import { RECURRING_SESSIONS_MAX } from './limits.ts'
import { recurringDates } from './recurrence.ts'

const daysOf = (...given: Parameters<typeof recurringDates>) => recurringDates(...given).map(({ date }) => date)

test('a recurring action falls on each chosen weekday from the first to the last day, Monday being 1 and Sunday 7', () => {
  // 2 March 2026 is a Monday.
  expect(daysOf({ from: '2026-03-02', until: '2026-03-16', weekdays: [1, 7] })).toEqual([
    '2026-03-02',
    '2026-03-08',
    '2026-03-09',
    '2026-03-15',
    '2026-03-16',
  ])
  expect(daysOf({ from: '2026-03-03', until: '2026-03-08', weekdays: [1] })).toEqual([])
  expect(daysOf({ from: '2026-03-02', until: '2026-03-02', weekdays: [1] })).toEqual(['2026-03-02'])
  expect(daysOf({ from: '2026-03-02', until: '2026-03-01', weekdays: [1, 7] })).toEqual([])
})

test('it goes over the end of a month, of a year and over the 29th of February', () => {
  expect(daysOf({ from: '2028-02-28', until: '2028-03-01', weekdays: [1, 2, 3] })).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
  expect(daysOf({ from: '2026-12-30', until: '2027-01-02', weekdays: [4, 5] })).toEqual(['2026-12-31', '2027-01-01'])
})

test('a day left out is in the list as such, if it is one of the chosen weekdays at all', () => {
  const skip = ['2026-03-09', '2026-03-10']
  expect(recurringDates({ from: '2026-03-02', until: '2026-03-16', weekdays: [1], skip })).toEqual([
    { date: '2026-03-02', isSkipped: false },
    { date: '2026-03-09', isSkipped: true },
    { date: '2026-03-16', isSkipped: false },
  ])
})

test('a list that is too long ends one day after the limit', () => {
  const all = { from: '2026-01-01', until: '2999-12-31', weekdays: [1, 2, 3, 4, 5, 6, 7] }
  expect(recurringDates(all)).toHaveLength(RECURRING_SESSIONS_MAX + 1)
  expect(recurringDates({ ...all, skip: ['2026-01-02'] })).toHaveLength(RECURRING_SESSIONS_MAX + 2)
})
