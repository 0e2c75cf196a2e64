import { expect, test } from 'vitest'
import { feedText } from './feed.ts'
import { timeZoneText } from './time-zone.ts'

const days = { from: '2026-02-01', to: '2026-11-30' }

/** The changes of a VTIMEZONE as a calendar program reads them: from when by the former clock, and how far from UTC then. */
const changesIn = (text: string) =>
  [...text.matchAll(/BEGIN:(\w+)\nTZOFFSETFROM:(\S+)\nTZOFFSETTO:(\S+)\nDTSTART:(\S+)/g)].map((found) => found.slice(1))

test('a zone without summer time is one offset', () => {
  expect(changesIn(timeZoneText('Asia/Karachi', days))).toEqual([['STANDARD', '+0500', '+0500', '19700101T000000']])
})

test('summer time begins and ends by the clock as it stood before', () => {
  expect(changesIn(timeZoneText('Europe/London', days))).toEqual([
    ['STANDARD', '+0000', '+0000', '19700101T000000'],
    ['DAYLIGHT', '+0000', '+0100', '20260329T010000'],
    ['STANDARD', '+0100', '+0000', '20261025T020000'],
  ])
  expect(changesIn(timeZoneText('America/St_Johns', { from: '2026-06-01', to: '2026-11-01' }))).toEqual([
    ['STANDARD', '-0230', '-0230', '19700101T000000'],
    ['STANDARD', '-0230', '-0330', '20261101T020000'],
  ])
})

test.each([
  // The night before the clock is put on, and the day after; the hour that is not there is the one after it.
  ['2026-03-28', '09:00', '20260328T090000'],
  ['2026-03-29', '09:00', '20260329T090000'],
  ['2026-03-29', '01:30', '20260329T023000'],
])('a session on %s at %s is told by the college’s clock, and its changes by UTC', (activity_date, start_time, told) => {
  const text = feedText({
    settings: { COLLEGE_NAME: 'C', COLLEGE_TIMEZONE: 'Europe/London', PUBLIC_URL: undefined },
    days,
    postings: [],
    sessions: [
      {
        id: 1,
        activity_date,
        start_time,
        end_time: '10:00',
        status: 'pending',
        department_id: 1,
        batch_id: 1,
        group_id: 1,
        staff_id: 1,
        department: 'Medicine',
        batch: 'B',
        group: 'G',
        staff: 'T',
        changed_at: '2026-03-29T12:00:00.000Z',
      },
    ],
    tasks: [],
  })
  expect(text).toContain(`\r\nDTSTART;TZID=Europe/London:${told}\r\n`)
  expect(text).toContain('\r\nDTSTAMP:20260329T120000Z\r\n')
  expect(text.match(/BEGIN:VTIMEZONE\r\nTZID:Europe\/London\r\n/g)).toHaveLength(1)
})
