import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
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
  posts,
  pressed,
  rest,
  save,
  server,
  unmarked,
} from '../../testing/taking.tsx'

beginAnew()

const withLeave = (roster: typeof unmarked, ...ids: number[]) =>
  roster.map((one) => ({ ...one, has_leave: ids.includes(one.student_id) }))
const accept = () => screen.queryByRole('button', { name: /^Mark as leave/ })

test('granted leave is suggested, and accepted with one touch', async () => {
  college.roster = withLeave(unmarked, 2, 3, 4)
  const calls = server()
  open()
  const register = await dialog()
  // A student who is not marked in this register is not suggested either.
  expect(accept()?.textContent).toBe('Mark as leave (2)')
  expect(register.getByText(/^Leave is granted to/).textContent).toBe('Leave is granted to بلال, Celina.')
  expect(register.getAllByText('Leave Granted')).toHaveLength(2)
  await userEvent.click(accept() as HTMLElement)
  expect(accept()).toBeNull()
  expect(counts()).toBe('Present0Absent0Leave2Not marked1')
  await userEvent.click(rest())
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([
    { student_id: 1, status: 'present' },
    { student_id: 2, status: 'leave' },
    { student_id: 3, status: 'leave' },
  ])
})

test('the rest that is marked present leaves them out, and Save says that leave is granted', async () => {
  college.roster = withLeave(unmarked, 3)
  const calls = server()
  open()
  await dialog()
  expect(rest().textContent).toBe('Mark the rest present (2)')
  await userEvent.click(rest())
  expect(counts()).toBe('Present2Absent0Leave0Not marked1')
  await save()
  const question = await screen.findByRole('dialog', { name: 'Save attendance?' })
  expect(question.textContent).toContain(
    '1 student is not marked yet and will be saved as absent. Leave is granted to 1 of them.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toEqual([])
})

test('who came all the same is marked so, and not suggested again', async () => {
  college.roster = withLeave(unmarked, 3)
  server()
  open()
  await dialog()
  await give('Celina', 'Present')
  expect(accept()).toBeNull()
  expect(pressed('Celina')).toEqual(['Present'])
})

test('leave that was granted afterwards is suggested for who is stored as absent', async () => {
  Object.assign(college, { session: completedSession, roster: withLeave(marked, 1, 3) })
  const calls = server()
  open()
  await dialog('Update Attendance')
  expect(accept()?.textContent).toBe('Mark as leave (1)')
  await userEvent.click(accept() as HTMLElement)
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([{ student_id: 3, status: 'leave' }])
})
