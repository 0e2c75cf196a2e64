import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { today } from '../../core/formats.ts'
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

test('shows the active students as not marked yet, the others as left out', async () => {
  server()
  open()
  const modal = await dialog()
  expect(modal.getByText('Group A, 20 Nov 2026, 08:00')).toBeTruthy()
  expect(counts()).toBe('Present0Absent0Leave0Not marked3')
  for (const name of ['Ayesha', 'بلال', 'Celina']) expect(pressed(name)).toEqual([])
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
  college.session = { ...pendingSession, activity_date: today() }
  server()
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
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

test('Update Attendance asks before it leaves somebody without a mark, whether or not another was changed', async () => {
  college.session = completedSession
  college.roster = [...marked, student(6, 'New')]
  const calls = server()
  open()
  await dialog('Update Attendance')
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

/** What the printer gets: lines above the table, then its rows; nothing of it is on the screen. */
async function printed() {
  let paper: Element | null = null
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    paper = document.querySelector('body > [data-paper]')?.cloneNode(true) as Element
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })
  await userEvent.click(screen.getByRole('button', { name: 'Print register' }))
  expect(document.querySelector('[data-paper]')).toBeNull()
  const of = paper as unknown as HTMLElement
  const rows = [...of.querySelectorAll('tbody tr')].map((tr) => [...tr.children].map((cell) => cell.textContent))
  return { text: of.textContent ?? '', rows }
}

test('a register is printed to be filled in by hand, and with its marks, which it says are not saved', async () => {
  server()
  open()
  await dialog()
  const empty = await printed()
  expect(empty.text).toContain('Attendance RegisterGroup A, 20 Nov 2026, 08:00 – 09:00Medicine · MBBS 2023 · Dr Sana')
  expect(empty.text).not.toContain('present')
  expect(empty.rows).toEqual([
    ['1', 'MBBS-22001', 'Ayesha', '', ''],
    ['2', 'MBBS-22002', 'بلال', '', ''],
    ['3', 'MBBS-22003', 'Celina', '', ''],
    ['4', 'MBBS-22004', 'Dawood', 'Not active', ''],
  ])
  await give('Ayesha', 'Leave')
  const begun = await printed()
  expect(begun.rows.map((cells) => cells[3])).toEqual(['Leave', '', '', 'Not active'])
  expect(begun.text).toContain('0 present, 0 absent, 1 leave, 2 not marked')
  expect(begun.text).toContain('These marks are not saved yet.')
})

test('a stored register is printed whole, whatever is searched, until a mark of it is changed', async () => {
  college.session = completedSession
  college.roster = marked
  server()
  open()
  const { getByLabelText } = await dialog('Update Attendance')
  await userEvent.type(getByLabelText('Search students'), 'celina')
  const stored = await printed()
  expect(stored.rows.map((cells) => cells[3])).toEqual(['Present', 'Present', 'Absent', 'Not active'])
  expect(stored.text).toContain('2 present, 1 absent, 0 leave')
  expect(stored.text).not.toContain('not saved')
  await give('Celina', 'Present')
  expect((await printed()).text).toContain('These marks are not saved yet.')
})
