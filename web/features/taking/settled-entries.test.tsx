import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { entryOf, sendNow } from '../../offline/outbox.ts'
import { pathsTo, refuse, setReached } from '../../testing/network.ts'
import { renderPage } from '../../testing/page.tsx'
import {
  beginAnew,
  college,
  Device,
  dialog,
  give,
  gone,
  onClose,
  open,
  type Posted,
  pendingSession,
  posts,
  rest,
  save,
  server,
  stores,
  student,
} from '../../testing/taking.tsx'

beginAnew()

/** Saves everybody as present without network. */
async function savedOffline() {
  const calls = server()
  const before = open()
  await dialog()
  setReached(false)
  await userEvent.click(rest())
  await save()
  await screen.findByText('Waiting')
  before.unmount()
  setReached(true)
  return calls
}

/** Refuses students who have left, as the server does. */
function refusesLeavers(body: Posted) {
  const left = body.submissions.filter(
    (entry) => !college.roster.some((one) => one.student_id === entry.student_id && one.is_marked),
  )
  const submissions = left.map(({ student_id }) => `Student ${student_id} is not an active student of this group`)
  return left.length > 0 ? refuse(422, 'Invalid', { submissions }) : stores(body)
}

test('a register that waited is sent without who has left the group since, and the person is told whom', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  college.roster = [{ ...student(1, 'Ayesha'), student_status: 'inactive', is_marked: false }, student(2, 'بلال'), gone]
  college.onPost = refusesLeavers
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText('Group A, 20 Nov 2026, 08:00: sent without Ayesha, Celina, no longer active in the group.'),
  ).toBeTruthy()
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  expect(
    await screen.findByText(
      'The marks have reached the server. Left out, no longer active in the group: Ayesha, Celina.',
    ),
  ).toBeTruthy()
  const [refused, again] = posts(calls).slice(tried)
  expect(refused?.body.submissions).toHaveLength(3)
  expect(again?.body).toEqual({ ...refused?.body, submissions: [{ student_id: 2, status: 'present' }] })
})

test('a conflict in which nothing differs was a lost answer: it counts as saved', async () => {
  await savedOffline()
  college.onPost = (body) => {
    stores(body)
    return refuse(409, 'Attendance has already been taken for this session.')
  }
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')).toMatchObject({ state: 'saved', problem: null }))
})

test('marks of a cancelled session whose students have all left do not count as saved', async () => {
  const calls = await savedOffline()
  college.session = { ...pendingSession, status: 'cancelled' }
  college.roster = []
  college.onPost = () => refuse(409, 'This session is cancelled.')
  await act(sendNow)
  await waitFor(() => expect(pathsTo(calls, attendanceSessions.roster)).toHaveLength(2))
  await act(async () => {})
  expect(entryOf('attendance:5')?.state).toBe('conflict')
})

test('nor do marks that a session had before it was cancelled', async () => {
  const calls = await savedOffline()
  college.onPost = (body) => {
    stores(body)
    college.session = { ...college.session, status: 'cancelled' }
    return refuse(409, 'This session is cancelled.')
  }
  await act(sendNow)
  await waitFor(() => expect(pathsTo(calls, attendanceSessions.roster)).toHaveLength(2))
  await act(async () => {})
  expect(entryOf('attendance:5')?.state).toBe('conflict')
})

test('who joined the group while a register waited is told to have been saved as absent', async () => {
  await savedOffline()
  const joined = student(8, 'Zainab')
  college.roster = [...college.roster, joined]
  college.onPost = (body) => {
    stores(body)
    college.roster = college.roster.map((one) => (one.student_id === 8 ? { ...one, status: 'absent' } : one))
    college.session = { ...college.session, counts: { present: 3, absent: 1, leave: 0 } }
    return { data: college.session }
  }
  const shown = renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The marks have reached the server. Joined the group meanwhile and saved as absent: Zainab.',
    ),
  ).toBeTruthy()
  shown.unmount()
  renderPage(<Device />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close Group A, 20 Nov 2026, 08:00' }))
  await waitFor(() => expect(entryOf('attendance:5')).toBeUndefined())
  expect(screen.queryByText(/Zainab/)).toBeNull()
})

test('a register that holds everybody is not looked at again once it is saved', async () => {
  const calls = await savedOffline()
  college.onPost = (body) => {
    stores(body)
    college.session = { ...college.session, counts: { present: 3, absent: 0, leave: 0 } }
    return { data: college.session }
  }
  renderPage(<Device />)
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  await act(async () => {})
  expect(pathsTo(calls, attendanceSessions.roster)).toHaveLength(1)
})

test('refused marks of students who are not in the list any more can be read, and are given up knowingly', async () => {
  const calls = await savedOffline()
  college.roster = [student(9, 'Of Group B')]
  college.onPost = refusesLeavers
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('failed'))
  const shown = open()
  const modal = await dialog()
  const table = within(await modal.findByRole('table', { name: 'Your marks' }))
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual([
    expect.stringMatching(/Ayesha.*Present/),
    expect.stringMatching(/Present/),
    expect.stringMatching(/Celina.*Present/),
  ])

  // The present list can be saved, with a note about the others.
  const tried = posts(calls).length
  await give('Of Group B', 'Present')
  await save()
  expect(await screen.findByText('3 marks of students who are not in this list will be lost.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toHaveLength(tried)

  await userEvent.click(modal.getByRole('button', { name: 'Discard' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard marks?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(entryOf('attendance:5')).toBeUndefined())
  expect(onClose).toHaveBeenCalled()
  shown.unmount()
})

test('a register with who has left is not sent again once its session is no longer to be taken', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  college.roster = college.roster.slice(1)
  college.session = { ...pendingSession, status: 'cancelled' }
  college.onPost = refusesLeavers
  renderPage(<Device />)
  await act(sendNow)
  await waitFor(() => expect(pathsTo(calls, attendanceSessions.roster)).toHaveLength(2))
  await act(async () => {})
  expect(posts(calls)).toHaveLength(tried + 1)
  expect(entryOf('attendance:5')?.state).toBe('failed')
})

test('a refusal for another reason stays Failed, and nothing is sent again by itself', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  college.onPost = () => refuse(422, 'Invalid', { attendance_session_id: ['Attendance session does not exist'] })
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The server refused the marks. They are kept on this device. Attendance session does not exist',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(pathsTo(calls, attendanceSessions.roster)).toHaveLength(2))
  await act(async () => {})
  expect(posts(calls)).toHaveLength(tried + 1)
})

test('the card of a session that was cancelled meanwhile says so, and nothing of stored marks', async () => {
  await savedOffline()
  college.session = { ...pendingSession, status: 'cancelled' }
  college.onPost = () => refuse(409, 'This session is cancelled.')
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The session has changed meanwhile. The marks are kept on this device. This session is cancelled.',
    ),
  ).toBeTruthy()
})
