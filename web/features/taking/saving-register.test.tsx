import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { collegeToday } from '../../../shared/college-clock.ts'
import {
  beginAnew,
  college,
  completedSession,
  counts,
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

test('an absentee each, Mark the rest present and Save take the attendance', async () => {
  const calls = server()
  open()
  await dialog()
  await give('Celina', 'Absent')
  await userEvent.click(rest())
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(counts()).toBe('Present2Absent1Leave0Not marked0')
  expect(screen.queryByRole('button', { name: /^Mark the rest present/ })).toBeNull()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.queryByRole('dialog', { name: 'Save attendance?' })).toBeNull()
  expect(posts(calls)).toMatchObject([
    {
      path: '/api/attendance-submissions',
      body: {
        attendance_session_id: 5,
        submission_type: 'bulk_create',
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        submissions: [
          { student_id: 1, status: 'present' },
          { student_id: 2, status: 'present' },
          { student_id: 3, status: 'absent' },
        ],
      },
    },
  ])
  expect(screen.getByText('Attendance saved successfully!')).toBeTruthy()
})

test('saving asks first when some are untouched, and names how many will be absent', async () => {
  const calls = server()
  open()
  await dialog()
  await give('Ayesha', 'Present')
  await save()
  const asked = await screen.findByRole('dialog', { name: 'Save attendance?' })
  expect(asked.textContent).toContain('2 students are not marked yet and will be saved as absent.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toEqual([])
  await give('بلال', 'Leave')
  await save()
  expect((await screen.findByRole('dialog', { name: 'Save attendance?' })).textContent).toContain(
    '1 student is not marked yet',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Yes, mark absent' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions.map(({ status }) => status)).toEqual(['present', 'leave', 'absent'])
})

test('a completed session shows the stored marks, and sends only what was changed, with its version', async () => {
  college.session = completedSession
  college.roster = marked
  const calls = server()
  open()
  const modal = await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(modal.queryByRole('button', { name: /^Mark the rest present/ })).toBeNull()
  await give('Celina', 'Leave')
  expect(modal.getByText('was Absent')).toBeTruthy()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)).toEqual([
    {
      path: '/api/attendance-submissions/update',
      body: { attendance_session_id: 5, updated_at: 'v2', submissions: [{ student_id: 3, status: 'leave' }] },
    },
  ])
})

test('nothing changed: Save closes and sends nothing', async () => {
  college.session = completedSession
  college.roster = marked
  const calls = server()
  open()
  await dialog('Update Attendance')
  await give('Celina', 'Leave')
  await give('Celina', 'Absent')
  await save()
  expect(onClose).toHaveBeenCalled()
  expect(posts(calls)).toEqual([])
})

const asked = () => screen.findByRole('dialog', { name: 'Save attendance?' })

test('saving the attendance of a day to come asks first, together with the untouched', async () => {
  college.session = { ...pendingSession, activity_date: '2999-01-04' }
  const calls = server()
  open()
  await dialog()
  await give('Ayesha', 'Present')
  await save()
  expect((await asked()).textContent).toContain(
    '2 students are not marked yet and will be saved as absent. This session is on 4 Jan 2999. Save its attendance today?',
  )
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toEqual([])

  await userEvent.click(rest())
  await save()
  const question = await asked()
  expect(question.textContent).toContain('This session is on 4 Jan 2999. Save its attendance today?')
  expect(question.textContent).not.toContain('not marked yet')
  await userEvent.click(within(question).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)).toHaveLength(1)
})

test('today’s attendance is saved without a question', async () => {
  college.session = { ...pendingSession, activity_date: collegeToday() }
  server()
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('Update Attendance asks before it leaves somebody without a mark, whether or not another was changed', async () => {
  college.session = completedSession
  college.roster = [...marked, student(6, 'New')]
  const calls = server()
  open()
  await dialog('Update Attendance')
  expect(pressed('New')).toEqual([])
  await save()
  expect((await asked()).textContent).toContain('1 student is not marked yet and stays without a mark.')
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Go on marking' }))
  expect(onClose).not.toHaveBeenCalled()
  await give('Celina', 'Leave')
  await save()
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([{ student_id: 3, status: 'leave' }])
})
