import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { keep } from '../../offline/device.ts'
import { entryOf } from '../../offline/outbox.ts'
import { setReached } from '../../testing/network.ts'
import { renderPage } from '../../testing/page.tsx'
import {
  beginAnew,
  completedSession,
  counts,
  Device,
  dialog,
  give,
  marked,
  onClose,
  open,
  pendingSession,
  pressed,
  rest,
  save,
  server,
  student,
} from '../../testing/taking.tsx'

beginAnew()

test('the list that was read last opens without network, with what was sent since', async () => {
  server()
  const first = open()
  await dialog()
  first.unmount()
  setReached(false)
  const second = open()
  await dialog()
  await give('Ayesha', 'Leave')
  await userEvent.click(rest())
  setReached(true)
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  second.unmount()
  setReached(false)
  open()
  await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Leave'])
  expect(pressed('Celina')).toEqual(['Present'])
  expect(screen.getByText('Saved')).toBeTruthy()
})

test('without network and never read before, it says so', async () => {
  server()
  setReached(false)
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
})

async function withoutNetwork(run: () => Promise<void>): Promise<void> {
  setReached(false)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  try {
    await run()
  } finally {
    onLine.mockRestore()
    // The query client listens too, and lives as long as the tests.
    act(() => void window.dispatchEvent(new Event('online')))
  }
}

const seen = (sessions: AttendanceSession[], page = 1) =>
  keep(7, 'attendance-sessions', {
    asked: { department_id: 3, batch_id: 1, group_id: 7, status: '', page, per_page: 50 },
    found: { data: sessions, meta: { page, per_page: 50, total: sessions.length } },
  })

test('a session of the list last seen opens without network with the students of its group', async () => {
  server()
  await seen([pendingSession])
  await keep(7, 'taking/4', {
    session: { ...completedSession, id: 4, activity_date: '2026-11-19' },
    students: [...marked, { ...student(6, 'Marked and gone', 'leave'), student_status: 'inactive' }],
  })
  // A moment later.
  await new Promise((resolve) => setTimeout(resolve, 2))
  await keep(7, 'taking/3', {
    session: { ...pendingSession, id: 3, group_id: 8 },
    students: [student(9, 'Of Group B')],
  })
  await withoutNetwork(async () => {
    open()
    await dialog()
    expect(await screen.findByText(/This is the list of/)).toBeTruthy()
    expect(counts()).toBe('Present0Absent0Leave0Not marked3')
    expect(screen.getByText('Marked and gone')).toBeTruthy()
    expect(screen.queryByText('Of Group B')).toBeNull()
    await give('Celina', 'Absent')
    await userEvent.click(rest())
    await save()
    expect(await screen.findByText('Waiting')).toBeTruthy()
  })
  expect(entryOf('attendance:5')?.body).toMatchObject({
    attendance_session_id: 5,
    submissions: [
      { student_id: 1, status: 'present' },
      { student_id: 2, status: 'present' },
      { student_id: 3, status: 'absent' },
    ],
  })
})

test('a session built from another register leaves out who had left by its day, and sets apart who joined later', async () => {
  server()
  await seen([pendingSession])
  await keep(7, 'taking/4', {
    session: { ...completedSession, id: 4, activity_date: '2026-11-10' },
    students: [
      { ...student(1, 'Ayesha'), joined_on: '2026-11-20' },
      { ...student(2, 'Bilal'), joined_on: '2026-11-21' },
      { ...student(3, 'Celina'), left_on: '2026-11-20' },
      { ...student(4, 'Dawood'), left_on: '2026-11-21' },
    ],
  })
  await withoutNetwork(async () => {
    open()
    await dialog()
    expect(await screen.findByText(/This is the list of/)).toBeTruthy()
    expect(counts()).toBe('Present0Absent0Leave0Not marked2')
    expect(screen.queryByText('Celina')).toBeNull()
    expect(screen.getByText('Joined later, on 21 Nov 2026')).toBeTruthy()
  })
})

test('what was kept while the page was open is offered when the network goes', async () => {
  server()
  renderPage(<Device />)
  await act(async () => {})
  await seen([pendingSession])
  await withoutNetwork(async () => {
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByRole('button', { name: 'Open the list last seen' })).toBeTruthy()
  })
})

test('without network the way back to the list last seen is offered, and today’s sessions in it', async () => {
  server()
  await seen([{ ...pendingSession, activity_date: collegeToday() }], 2)
  await keep(7, 'taking/4', { session: { ...completedSession, id: 4, activity_date: '2020-01-01' }, students: marked })
  const onOpenList = vi.fn()
  const online = renderPage(<Device onOpenList={onOpenList} />)
  await act(async () => {})
  expect(screen.queryByRole('button', { name: 'Open the list last seen' })).toBeNull()
  online.unmount()
  await withoutNetwork(async () => {
    renderPage(<Device onOpenList={onOpenList} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Open the list last seen' }))
    expect(onOpenList).toHaveBeenCalledWith({ department_id: 3, batch_id: 1, group_id: 7, status: '', page: 2 })
    expect(screen.getByRole('button', { name: 'Open Group A, 20 Nov 2026, 08:00' })).toBeTruthy()
  })
})

test('without network the list says that the marks are kept on the device', async () => {
  server()
  open()
  await dialog()
  const words = 'No network. The marks are kept on this device; save them as always.'
  expect(screen.queryByText(words)).toBeNull()
  await withoutNetwork(async () => {
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
