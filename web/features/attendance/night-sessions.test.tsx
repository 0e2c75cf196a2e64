import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dayAfter, isOnDay, overlap } from '../../../shared/session-times.ts'
import { asAdmin, open, SHOWN, server, session } from '../../testing/sessions.tsx'
import { todayFirst } from './rules.ts'

asAdmin()

const night = { ...session, start_time: '20:00', end_time: '08:00', date_time: '2026-11-20T15:00:00.000Z' }

test('the list and the view say that a night duty ends the next day', async () => {
  server([night])
  open(`${SHOWN}&modal=view&id=5`)
  expect(await screen.findByText('20 Nov 2026, 20:00 to 08:00 (next day)')).toBeTruthy()
  const dialog = within(await screen.findByRole('dialog', { name: 'View Attendance Session' }))
  expect(await dialog.findByText('20:00 to 08:00 (next day)')).toBeTruthy()
})

test('a night duty is of both its days, one until midnight of the first alone', () => {
  expect(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((day) => isOnDay(night, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  for (const end_time of ['00:00', '24:00']) expect(isOnDay({ ...night, end_time }, '2026-11-21')).toBe(false)
  const later = { ...session, id: 6, activity_date: '2026-11-25' }
  expect(todayFirst([later, night], '2026-11-21').map(({ id }) => id)).toEqual([5, 6])
})

test('sessions overlap where they have a minute in common, also past midnight', () => {
  const on = (activity_date: string, start_time: string, end_time: string) => ({ activity_date, start_time, end_time })
  const morning = on('2026-11-21', '08:00', '09:00')
  const cases: [ReturnType<typeof on>, boolean][] = [
    [on('2026-11-20', '20:00', '08:00'), false],
    [on('2026-11-20', '20:00', '08:01'), true],
    [on('2026-11-21', '08:59', '00:30'), true],
    [on('2026-11-21', '09:00', '24:00'), false],
    [on('2026-11-22', '08:00', '09:00'), false],
  ]
  for (const [other, expected] of cases) {
    expect(overlap(morning, other), JSON.stringify(other)).toBe(expected)
    expect(overlap(other, morning), JSON.stringify(other)).toBe(expected)
  }
  expect(overlap(on('2026-12-31', '20:00', '24:00'), on('2027-01-01', '00:00', '01:00'))).toBe(false)
  expect(overlap(on('2026-12-31', '20:00', '00:01'), on('2027-01-01', '00:00', '01:00'))).toBe(true)
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})
