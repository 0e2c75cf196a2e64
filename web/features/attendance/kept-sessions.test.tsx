import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { keepAtOnce } from '../../offline/device.ts'
import { sendNow } from '../../offline/outbox.ts'
import { served, setReached, UNREACHED } from '../../testing/network.ts'
import { asAdmin, lists, open, rows, server, tableRow, taken } from '../../testing/sessions.tsx'
import { registers } from '../taking/registers.ts'

asAdmin()

test('what is only on this device is shown, on its row and above, and can be sent, opened or discarded', async () => {
  let reached = false
  const calls = server()
  served([attendanceSubmissions.take, () => (reached ? { data: { ...taken, id: 5 } } : UNREACHED)])
  keepAtOnce(7, 'begun/attendance:6', {
    title: 'Group C, 18 Nov 2026',
    value: { entries: {}, updated_at: '2026-01-02T03:04:05.678Z' },
  })
  await registers.post(5, {
    title: 'Group A, 20 Nov 2026',
    endpoint: attendanceSubmissions.take,
    body: { attendance_session_id: 5, key: 'k', submissions: [] },
    about: [],
  })
  await sendNow()
  const { router } = open()
  expect((await tableRow(0)).getByText('Waiting')).toBeTruthy()
  const panel = within(await screen.findByRole('region', { name: 'Attendance kept on this device' }))
  expect(await panel.findByText('Group C, 18 Nov 2026')).toBeTruthy()
  expect(panel.getByText('Not saved yet')).toBeTruthy()
  expect(panel.getByText('Waiting')).toBeTruthy()

  reached = true
  await userEvent.click(panel.getByRole('button', { name: 'Send now: Group A, 20 Nov 2026' }))
  await waitFor(() => expect(panel.queryByText('Group A, 20 Nov 2026')).toBeNull())
  expect((await tableRow(0)).getByText('Saved')).toBeTruthy()
  await waitFor(() => expect(lists(calls).length).toBeGreaterThan(1))

  await userEvent.click(panel.getByRole('button', { name: 'Discard Group C, 18 Nov 2026' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep' }))
  expect(panel.getByText('Group C, 18 Nov 2026')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Open Group C, 18 Nov 2026' }))
  expect(router.state.location.search).toContain('modal=take&id=6')
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await userEvent.click(panel.getByRole('button', { name: 'Discard Group C, 18 Nov 2026' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Attendance kept on this device' })).toBeNull())
})

test('kept sessions give way by themselves to those of a server that is back', async () => {
  server()
  const first = open()
  await rows()
  first.unmount()
  setReached(false)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open()
  expect(await screen.findByText(/These are the sessions as they were at/)).toBeTruthy()
  setReached(true)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(screen.queryByText(/These are the sessions as they were at/)).toBeNull())
  expect(await rows()).toHaveLength(3)
})
