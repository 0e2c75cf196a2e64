import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { entryOf, outbox, sendNow } from '../../offline/outbox.ts'
import { answer, network, renderPage } from '../../testing/page.tsx'
import {
  beginAnew,
  college,
  completedSession,
  Device,
  dialog,
  give,
  gone,
  marked,
  onClose,
  open,
  type Posted,
  pendingSession,
  posts,
  pressed,
  rest,
  save,
  server,
  stores,
  student,
} from '../../testing/taking.tsx'

beginAnew()

async function overtaken() {
  const calls = server()
  open()
  await dialog()
  await give('Celina', 'Leave')
  await userEvent.click(rest())
  college.onPost = (path, body) => {
    if (path.endsWith('/update')) return stores(path, body)
    college.session = completedSession
    college.roster = marked
    return answer(409, { message: 'Attendance has already been taken for this session.' })
  }
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
  college.onPost = () => answer(422, { message: 'No.' })
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
    return answer(409, { message: 'This session is cancelled.' })
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
  const gone = () => answer(404, { message: 'Attendance session not found.' })
  network(({ method, path }) => {
    if (path.startsWith('/api/attendance-sessions') && deleted) return gone()
    if (method === 'POST')
      return answer(422, {
        message: 'The given data was invalid.',
        errors: { attendance_session_id: ['Attendance session does not exist'] },
      })
    if (path === '/api/attendance-sessions/5') return answer(200, { data: college.session })
    return answer(200, { data: college.roster, meta: { page: 1, per_page: 500, total: college.roster.length } })
  })
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

/** Everybody present is saved while there is no network. */
async function savedOffline() {
  const calls = server()
  const before = open()
  await dialog()
  college.reached = false
  await userEvent.click(rest())
  await save()
  await screen.findByText('Waiting')
  before.unmount()
  college.reached = true
  return calls
}

/** As the server does it. */
function refusesLeavers(path: string, body: Posted): Response {
  const left = body.submissions.filter(
    (entry) => !college.roster.some((one) => one.student_id === entry.student_id && one.is_marked),
  )
  const submissions = left.map(({ student_id }) => `Student ${student_id} is not an active student of this group`)
  return left.length > 0 ? answer(422, { message: 'Invalid', errors: { submissions } }) : stores(path, body)
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
  college.onPost = (path, body) => {
    stores(path, body)
    return answer(409, { message: 'Attendance has already been taken for this session.' })
  }
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')).toMatchObject({ state: 'saved', problem: null }))
})

test('marks of a cancelled session whose students have all left do not count as saved', async () => {
  const calls = await savedOffline()
  college.session = { ...pendingSession, status: 'cancelled' }
  college.roster = []
  college.onPost = () => answer(409, { message: 'This session is cancelled.' })
  await act(sendNow)
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(entryOf('attendance:5')?.state).toBe('conflict')
})

test('nor do marks that a session had before it was cancelled', async () => {
  const calls = await savedOffline()
  college.onPost = (path, body) => {
    stores(path, body)
    college.session = { ...college.session, status: 'cancelled' }
    return answer(409, { message: 'This session is cancelled.' })
  }
  await act(sendNow)
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(entryOf('attendance:5')?.state).toBe('conflict')
})

test('who joined the group while a register waited is told to have been saved as absent', async () => {
  await savedOffline()
  const joined = student(8, 'Zainab')
  college.roster = [...college.roster, joined]
  college.onPost = (path, body) => {
    const saved = stores(path, body)
    college.roster = college.roster.map((one) => (one.student_id === 8 ? { ...one, status: 'absent' } : one))
    college.session = { ...college.session, counts: { present: 3, absent: 1, leave: 0 } }
    return saved.ok ? answer(201, { data: college.session }) : saved
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
  college.onPost = (path, body) => {
    stores(path, body)
    college.session = { ...college.session, counts: { present: 3, absent: 0, leave: 0 } }
    return answer(201, { data: college.session })
  }
  renderPage(<Device />)
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  await act(async () => {})
  expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(1)
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

  // The list that there is now can be saved, but not without a word about the others.
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
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(posts(calls)).toHaveLength(tried + 1)
  expect(entryOf('attendance:5')?.state).toBe('failed')
})

test('a refusal for another reason stays Failed, and nothing is sent again by itself', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  college.onPost = () =>
    answer(422, { message: 'Invalid', errors: { attendance_session_id: ['Attendance session does not exist'] } })
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The server refused the marks. They are kept on this device. Attendance session does not exist',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(posts(calls)).toHaveLength(tried + 1)
})

test('the card of a session that was cancelled meanwhile says so, and nothing of stored marks', async () => {
  await savedOffline()
  college.session = { ...pendingSession, status: 'cancelled' }
  college.onPost = () => answer(409, { message: 'This session is cancelled.' })
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The session has changed meanwhile. The marks are kept on this device. This session is cancelled.',
    ),
  ).toBeTruthy()
})
