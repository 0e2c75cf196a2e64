import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  beginAnew,
  changedLast,
  college,
  completedSession,
  counts,
  dialog,
  draft,
  give,
  gone,
  marked,
  onClose,
  open,
  pendingSession,
  posts,
  pressed,
  rest,
  row,
  save,
  server,
  student,
} from '../../testing/taking.tsx'
import { differing, entryCounts, NOTHING_GIVEN, restPresent, takeBody } from './register.rules.ts'

beginAnew()

test('shows the active students as not marked yet and absent by default, the others as left out', async () => {
  server()
  open()
  const modal = await dialog()
  expect(modal.getByText('Group A, 20 Nov 2026, 08:00')).toBeTruthy()
  expect(counts()).toBe('Present0Absent0Leave0Not marked3')
  for (const name of ['Ayesha', 'بلال', 'Celina']) expect(pressed(name)).toEqual(['Absent'])
  expect(modal.getAllByText('Not marked yet')).toHaveLength(3)
  expect(screen.queryByRole('group', { name: /Dawood/ })).toBeNull()
  expect(modal.getByText('On Leave')).toBeTruthy()
  expect(modal.getByText('Not active: left out')).toBeTruthy()
})

test('one tap marks a student, and the counts follow', async () => {
  server()
  open()
  await dialog()
  await give('Ayesha', 'Absent')
  await give('بلال', 'Leave')
  await give('بلال', 'Present')
  expect(pressed('Ayesha')).toEqual(['Absent'])
  expect(pressed('بلال')).toEqual(['Present'])
  expect(counts()).toBe('Present1Absent1Leave0Not marked1')
})

test('P, A and L mark and go to the next student, the arrows only go', async () => {
  server()
  open()
  await dialog()
  const first = row('Ayesha').getByRole('button', { name: 'Present' })
  first.focus()
  await userEvent.keyboard('p')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(document.activeElement).toBe(row('بلال').getByRole('button', { name: 'Present' }))
  await userEvent.keyboard('{ArrowDown}{ArrowUp}L')
  expect(pressed('بلال')).toEqual(['Leave'])
  await userEvent.keyboard('a')
  expect(pressed('Celina')).toEqual(['Absent'])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(pressed('Ayesha')).toEqual(['Present'])
})

test('letters typed in the search mark nobody; the rest is the rest of all, not of those found', async () => {
  server()
  open()
  const modal = await dialog()
  await userEvent.type(modal.getByLabelText('Search students'), 'cel')
  await waitFor(() => expect(screen.queryByRole('group', { name: /Ayesha/ })).toBeNull())
  expect(counts()).toBe('Present0Absent0Leave0Not marked3')
  await userEvent.click(rest())
  expect(counts()).toBe('Present3Absent0Leave0Not marked0')
})

test('the history of a taken session says who changed what and when', async () => {
  college.session = completedSession
  college.roster = marked
  college.history = [changedLast]
  const calls = server()
  open()
  const modal = await dialog('Update Attendance')
  expect(calls.some(({ path }) => path.includes('/history'))).toBe(false)
  await userEvent.click(modal.getByRole('button', { name: 'History' }))
  expect((await modal.findByText(/Absent → Leave/)).textContent).toBe('MBBS-22003 Celina: Absent → Leave')
  expect(modal.getByText(/^Remarks:/).textContent).toBe('Remarks: — → Fever')
  expect(modal.getByText(/20 Nov 2026, 10:00 ·/).textContent).toContain('Dr Hina')
})

test('a tap draws its own row again, and no other', async () => {
  college.roster = Array.from({ length: 60 }, (_, index) => student(index + 10, `Student ${index}`))
  server()
  open()
  await dialog()
  const other = screen.getByRole('group', { name: /Student 30$/ })
  const changes: MutationRecord[] = []
  const watch = new MutationObserver((records) => changes.push(...records))
  watch.observe(other, { attributes: true, childList: true, subtree: true })
  fireEvent.click(within(screen.getByRole('group', { name: /Student 1$/ })).getByRole('button', { name: 'Absent' }))
  await waitFor(() => expect(counts()).toBe('Present0Absent1Leave0Not marked59'))
  expect(changes).toEqual([])
  watch.disconnect()
})

const remarksField = (name: string) => screen.getByRole('textbox', { name: `Remarks for ${name}` })

test('a remark can be added once a student is marked, marks nobody, survives a reload and is sent where it was touched', async () => {
  const calls = server()
  const { unmount } = open()
  await dialog()
  expect(screen.queryByRole('textbox', { name: /^Remarks for/ })).toBeNull()
  await give('Ayesha', 'Leave')
  await userEvent.click(screen.getByRole('button', { name: 'Add remarks for Ayesha' }))
  expect(document.activeElement).toBe(remarksField('Ayesha'))
  await userEvent.type(remarksField('Ayesha'), 'papa is ill')
  expect(counts()).toBe('Present0Absent0Leave1Not marked2')
  unmount()

  open()
  await dialog()
  expect(remarksField('Ayesha')).toHaveProperty('value', 'papa is ill')
  await userEvent.click(rest())
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([
    { student_id: 1, status: 'leave', remarks: 'papa is ill' },
    { student_id: 2, status: 'present' },
    { student_id: 3, status: 'present' },
  ])
})

test('a changed remark alone is an update, and a stored one stays where only the mark changed', async () => {
  college.session = completedSession
  college.roster = marked.map((one) => ({ ...one, remarks: 'Stored' }))
  const calls = server()
  open()
  await dialog('Update Attendance')
  await userEvent.clear(remarksField('Ayesha'))
  await give('Celina', 'Present')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([
    { student_id: 1, status: 'present', remarks: '' },
    { student_id: 3, status: 'present' },
  ])
})

test('marking the rest never overwrites what was set, stored or touched', () => {
  const students = [student(1, 'A', 'leave'), student(2, 'B'), student(3, 'C'), gone]
  const given = restPresent(students, { 2: 'absent' })
  expect(given).toEqual({ 3: 'present' })
  expect(entryCounts(students, { 2: 'absent', ...given })).toEqual({ present: 1, absent: 1, leave: 1, untouched: 0 })
  expect(
    differing(students, { entries: { 1: 'leave', 2: 'absent', 4: 'present' }, remarks: {} }).map(
      ({ student: one }) => one.student_id,
    ),
  ).toEqual([2])
  const { submissions } = takeBody({ session: pendingSession, students }, NOTHING_GIVEN, 'k')
  expect(submissions).toEqual([
    { student_id: 1, status: 'leave' },
    { student_id: 2, status: 'absent' },
    { student_id: 3, status: 'absent' },
  ])
})

test('the person who changed a mark last is named, not who took the attendance', async () => {
  college.session = completedSession
  college.roster = marked
  server()
  const before = open()
  await dialog('Update Attendance')
  await give('Celina', 'Leave')
  before.unmount()
  college.session = { ...completedSession, updated_at: 'v3' }
  college.history = [changedLast]
  open()
  expect((await screen.findByText(/Last changed by/)).textContent).toBe('Last changed by Dr Hina, 20 Nov 2026, 10:00.')
  expect(screen.queryByText(/Taken by/)).toBeNull()
})

test('a student who was marked and is no longer active is shown as such, with the mark', async () => {
  college.session = completedSession
  college.roster = [{ ...student(1, 'Ayesha', 'present'), student_status: 'graduated' }, student(2, 'Celina', 'absent')]
  server()
  open()
  await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(screen.getAllByText('Graduated')).toHaveLength(1)
})

test('Mark the rest present says how many, and Undo takes exactly them back until another mark is made', async () => {
  server()
  open()
  await dialog()
  await give('Celina', 'Present')
  expect(rest().textContent).toBe('Mark the rest present (2)')
  await userEvent.click(rest())
  expect(counts()).toBe('Present3Absent0Leave0Not marked0')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(counts()).toBe('Present1Absent0Leave0Not marked2')
  expect(pressed('Celina')).toEqual(['Present'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

  await userEvent.click(rest())
  await give('Ayesha', 'Absent')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a double click on Mark the rest present marks them', async () => {
  server()
  open()
  await dialog()
  await userEvent.dblClick(rest())
  expect(counts()).toBe('Present3Absent0Leave0Not marked0')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(draft()).toBeUndefined()
})
