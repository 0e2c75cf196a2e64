import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { entryOf, outbox } from '../../offline/outbox.ts'
import { pageOf, refuse, served } from '../../testing/network.ts'
import {
  beginAnew,
  college,
  completedSession,
  dialog,
  give,
  marked,
  onClose,
  open,
  pendingSession,
  posts,
  pressed,
  rest,
  save,
  server,
  student,
} from '../../testing/taking.tsx'

beginAnew()

async function overtaken() {
  const calls = server()
  open()
  await dialog()
  await give('Celina', 'Leave')
  await userEvent.click(rest())
  served([
    attendanceSubmissions.take,
    () => {
      college.session = completedSession
      college.roster = marked
      return refuse(409, 'Attendance has already been taken for this session.')
    },
  ])
  await save()
  expect(await screen.findByText('Failed')).toBeTruthy()
  return calls
}

test('when somebody else has taken it, both are shown where they differ', async () => {
  await overtaken()
  const table = await screen.findByRole('table', { name: 'Marks that differ' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((one) => one.textContent)).toEqual(['MBBS-22003 CelinaLeaveAbsent'])
  expect((await screen.findByText(/Taken by/)).textContent).toBe('Taken by Bilal Ahmed, 20 Nov 2026, 09:00.')
})

test('Keep theirs gives mine up', async () => {
  const calls = await overtaken()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep theirs' }))
  await dialog('Update Attendance')
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(outbox.get()).toEqual([])
  expect(posts(calls)).toHaveLength(1)
})

test('Use mine updates the stored marks where they differ', async () => {
  const calls = await overtaken()
  await userEvent.click(await screen.findByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[1]).toEqual({
    path: '/api/attendance-submissions/update',
    body: { attendance_session_id: 5, updated_at: 'v2', submissions: [{ student_id: 3, status: 'leave' }] },
  })
  expect(screen.getByText('Attendance updated successfully!')).toBeTruthy()
})

test('changes made on an older version are not saved over a later one unseen', async () => {
  college.session = completedSession
  college.roster = marked
  server()
  const before = open()
  await dialog('Update Attendance')
  await give('Celina', 'Leave')
  before.unmount()
  college.session = { ...completedSession, updated_at: 'v3' }
  college.roster = [student(1, 'Ayesha', 'absent'), ...marked.slice(1)]
  open()
  const table = await screen.findByRole('table', { name: 'Marks that differ' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('MBBS-22003 CelinaLeaveAbsent')
})

test('saved anew after a refusal, it still carries the version that the marks were made on', async () => {
  college.session = completedSession
  college.roster = marked
  const calls = server()
  college.onPost = () => refuse(422, 'No.')
  const before = open()
  await dialog('Update Attendance')
  await give('Celina', 'Leave')
  await save()
  expect(await screen.findByText('Failed')).toBeTruthy()
  before.unmount()
  college.session = { ...completedSession, updated_at: 'v3' }
  open()
  await dialog('Update Attendance')
  expect(pressed('Celina')).toEqual(['Leave'])
  await save()
  await waitFor(() => expect(posts(calls)).toHaveLength(2))
  expect(posts(calls).map(({ body }) => body.updated_at)).toEqual(['v2', 'v2'])
})

test('a cancelled session takes none', async () => {
  college.session = { ...pendingSession, status: 'cancelled' }
  server()
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('This session is cancelled.')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('marks of a session that was cancelled meanwhile can only be discarded', async () => {
  server()
  open()
  await dialog()
  await userEvent.click(rest())
  college.onPost = () => {
    college.session = { ...pendingSession, status: 'cancelled' }
    return refuse(409, 'This session is cancelled.')
  }
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('This session is cancelled.')
  expect(screen.getByText('Your marks are on this device only. They cannot be saved.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Discard marks?' })).getByRole('button', { name: 'Keep' }),
  )
  expect(entryOf('attendance:5')?.state).toBe('conflict')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Discard marks?' }))
  await userEvent.click(sure.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(outbox.get()).toEqual([])
})

test('marks of a session that was deleted meanwhile can be read and discarded, and nothing else', async () => {
  let deleted = false
  const gone = refuse(404, 'Attendance session not found.')
  const noSession = { attendance_session_id: ['Attendance session does not exist'] }
  served(
    [attendanceSessions.read, () => (deleted ? gone : { data: college.session })],
    [attendanceSessions.roster, () => (deleted ? gone : { ...pageOf(college.roster), session: college.session })],
    [attendanceSubmissions.take, refuse(422, 'The given data was invalid.', noSession)],
  )
  open()
  await dialog()
  await give('Ayesha', 'Leave')
  await userEvent.click(screen.getByRole('button', { name: /^Mark the rest present/ }))
  deleted = true
  await save()
  expect(await screen.findByText('This session was deleted, or is not yours to take any more.')).toBeTruthy()
  const mine = within(screen.getByRole('table', { name: 'Your marks' }))
  expect(mine.getAllByRole('row').map((one) => one.textContent)).toContain('MBBS-22001 AyeshaLeave')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Discard marks?' })).getByRole('button', { name: 'Discard' }),
  )
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(entryOf('attendance:5')).toBeUndefined()
})

test('a cancelled session without marks of mine has nothing to discard', async () => {
  college.session = { ...pendingSession, status: 'cancelled' }
  server()
  open()
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(screen.queryByText(/on this device only/)).toBeNull()
})
