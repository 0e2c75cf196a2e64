import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { keep } from '../../offline/device.ts'
import { entryOf, NOT_READ, outbox, sendNow, startOutbox } from '../../offline/outbox.ts'
import { pathsTo, refuse, type SentCall, served } from '../../testing/network.ts'
import { asAdmin, lists, open, rows, SHOWN, server, taken } from '../../testing/sessions.tsx'
import { registers } from '../taking/registers.ts'

asAdmin()

const rosters = (calls: SentCall[]) => pathsTo(calls, attendanceSessions.roster)
const stored: AttendanceSession = { ...taken, id: 5 }

const register = () =>
  registers.post(5, {
    title: 'Group A, 20 Nov 2026',
    endpoint: attendanceSubmissions.take,
    body: { attendance_session_id: 5, key: 'k', submissions: [] },
    about: [],
  })

/** Waits until all answers have had their effects. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

test.each([
  ['saved', { data: stored }],
  ['conflict', refuse(409, 'Attendance has already been taken for this session.')],
  ['failed', refuse(422, 'Invalid', { attendance_session_id: ['Attendance session does not exist'] })],
] as const)('the list is read again once when a register was sent behind it and is %s', async (state, reply) => {
  const calls = server()
  served([attendanceSubmissions.take, reply])
  open()
  await rows()
  await register()
  await settled()
  expect(lists(calls)).toHaveLength(1)
  await act(sendNow)
  expect(entryOf('attendance:5')?.state).toBe(state)
  await settled()
  expect(lists(calls)).toHaveLength(2)
})

test('the list and the register are read again once when it is saved in its dialog', async () => {
  const calls = server()
  served([attendanceSubmissions.take, { data: stored }])
  open(`${SHOWN}&modal=take&id=5`)
  await rows()
  await userEvent.click(await screen.findByRole('button', { name: /^Mark the rest present/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await settled()
  expect([lists(calls).length, rosters(calls).length]).toEqual([2, 2])
})

test('the list is read again once when another tab has sent a register', async () => {
  const calls = server()
  const stop = startOutbox()
  open()
  await rows()
  await settled()
  await keep(7, 'outbox/attendance:5', {
    subject: 'attendance:5',
    title: 'Group A, 20 Nov 2026',
    endpoint: attendanceSubmissions.take,
    body: { attendance_session_id: 5, submissions: [] },
    state: 'saved',
    problem: null,
    at: new Date().toISOString(),
    reply: { data: stored },
  })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'kept:7/told/outbox' })))
  await settled()
  expect(lists(calls)).toHaveLength(2)
  stop()
})

test('a register that was saved before the page was opened has nothing read again', async () => {
  served([attendanceSubmissions.take, { data: stored }])
  await register()
  await sendNow()
  const before = entryOf('attendance:5')
  expect(before?.state).toBe('saved')
  // As after a reload.
  outbox.set(NOT_READ)
  const calls = server([stored])
  open()
  await rows()
  const stop = startOutbox()
  await waitFor(() => expect(entryOf('attendance:5')).toEqual(before))
  await settled()
  expect(lists(calls)).toHaveLength(1)
  stop()
})
