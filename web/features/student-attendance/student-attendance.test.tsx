import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AttendanceSubmission, DepartmentRecord } from '../../../shared/contract/attendance.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { students } from '../../../shared/contract/students.ts'
import { missSum, missText } from '../../parts/attendance-texts.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, student } from '../../testing/records.ts'
import { departmentRecord, entry, session } from '../../testing/work.ts'
import { StudentAttendancePage } from './StudentAttendancePage.tsx'

const ali = student()
const urdu = student({ id: 12, name: 'داؤد احمد', roll_no: 'MBBS-24002', status: 'suspended' })
const medicine = departmentRecord()
const surgery = departmentRecord({
  department: { id: 4, name: 'Surgery' },
  present: 1,
  absent: 2,
  leave: 0,
  total: 3,
  rate: 33,
  precise_rate: 33.3,
  planned: 4,
  may_miss: -1,
})

const entryOf = (id: number, status: AttendanceSubmission['status'], of = medicine.department) =>
  entry({
    id,
    status,
    remarks: status === 'leave' ? 'Fever' : null,
    attendance_session: session({ id, status: 'completed', department: of }),
  })
const entries = [entryOf(1, 'present'), entryOf(2, 'absent'), entryOf(3, 'leave')]
const ofSurgery = pageOf([entryOf(9, 'absent', surgery.department)])

/** Serves what every test reads; a test serves its own subject otherwise. */
const college = () =>
  served(
    [students.byUser, { data: ali }],
    [students.read, { data: ali }],
    [attendanceSubmissions.record, { data: [medicine, surgery] }],
    [attendanceSubmissions.listByStudent, ({ query }) => (query.department_id === 4 ? ofSurgery : pageOf(entries))],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department(), department({ id: 4, name: 'Surgery' })])],
    [batches.list, pageOf([batch()])],
    [students.list, pageOf([ali, urdu])],
  )

test('the entries of the first department come with the record, those of another when its tab is pressed', async () => {
  signedIn(['student'])
  const calls = served(
    [students.byUser, { data: ali }],
    [attendanceSubmissions.record, { data: [medicine, surgery], entries: pageOf(entries) }],
    [attendanceSubmissions.listByStudent, ofSurgery],
  )
  renderPage(<StudentAttendancePage />)
  const rows = () => within(screen.getByRole('table', { name: /^Sessions in/ })).getAllByRole('row')
  expect(await screen.findByText('Fever')).toBeTruthy()
  expect(rows()).toHaveLength(4)
  expect(pathsTo(calls, attendanceSubmissions.listByStudent)).toEqual([])
  await userEvent.click(screen.getByRole('tab', { name: 'Surgery' }))
  await waitFor(() => expect(pathsTo(calls, attendanceSubmissions.listByStudent)).toHaveLength(1))
  await waitFor(() => expect(rows()).toHaveLength(2))
})

test('a student’s own record loads by itself, with rate, ring, badges and what may still be missed', async () => {
  signedIn(['student'])
  const calls = college()
  renderPage(<StudentAttendancePage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Student Attendance Records' })).toBeTruthy()
  expect(await screen.findByText('75%')).toBeTruthy()
  expect(screen.getByText('present only')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Attendance in Medicine: 6 present, 1 absent, 1 leave' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'How many may I still miss' })).toBeTruthy()
  expect(screen.getByText('You may miss 3 of the 12 planned sessions and stay at 75%.')).toBeTruthy()

  const sessions = await screen.findByRole('table', { name: 'Sessions in Medicine' })
  const rows = within(sessions).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    '2 Mar 2026, 09:00Group APresent—',
    '2 Mar 2026, 09:00Group AAbsent—',
    '2 Mar 2026, 09:00Group ALeaveFever',
  ])
  const meanings = rows.map((row) => row.querySelector('[data-meaning]')?.getAttribute('data-meaning'))
  expect(meanings).toEqual(['good', 'bad', 'waiting'])
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
  expect(calls.map(({ path }) => path).filter((path) => path.startsWith('/api/students'))).toEqual([
    '/api/students/user/7',
  ])
})

test('an account without a student record is told so and reads no marks', async () => {
  signedIn(['student'])
  college()
  const calls = served([students.byUser, refuse(404, 'Record not found.')])
  renderPage(<StudentAttendancePage />)
  expect(await screen.findByText('Student record not found')).toBeTruthy()
  expect(pathsTo(calls, attendanceSubmissions.record, attendanceSubmissions.listByStudent)).toEqual([])
})

test('the rate stays a whole percent, and has one decimal beside the minimum', async () => {
  signedIn(['student'])
  college()
  const of = { ...medicine, present: 44, absent: 15, leave: 0, total: 59, precise_rate: 74.6, planned: 0, may_miss: -1 }
  served([attendanceSubmissions.record, { data: [of] }])
  renderPage(<StudentAttendancePage />)
  expect(await screen.findByText('75%')).toBeTruthy()
  expect(screen.getByText('The college asks for 75% present. So far: 74.6%.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'How is this counted?' }))
  expect(await screen.findByText('44 present ÷ 59 counted = 74.6%, as a whole percent 75%')).toBeTruthy()
})

test('a tab for each department, kept in the address; the page starts again', async () => {
  signedIn(['student'])
  college()
  const calls = served([
    attendanceSubmissions.listByStudent,
    ({ query }) => (query.department_id === 4 ? ofSurgery : pageOf(entries, 60)),
  ])
  const { router } = renderPage(<StudentAttendancePage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Surgery' }))
  expect(await screen.findByRole('table', { name: 'Sessions in Surgery' })).toBeTruthy()
  expect(screen.getByText('33%')).toBeTruthy()
  expect(screen.getByText('The college asks for 75% present. So far: 33.3%.')).toBeTruthy()
  expect(screen.getByText('1 session is lacking: 75% can no longer be reached with the planned sessions.')).toBeTruthy()
  expect(router.state.location.search).toBe('?tab=4')
  expect(pathsTo(calls, attendanceSubmissions.listByStudent).map((path) => path.split('?')[1])).toEqual([
    'department_id=3&page=1&per_page=25',
    'department_id=3&page=2&per_page=25',
    'department_id=4&page=1&per_page=25',
  ])
})

test('the percentage opens its rule and the rows that made it, which can be narrowed to one status', async () => {
  signedIn(['student'])
  college()
  const calls = served([
    attendanceSubmissions.listByStudent,
    ({ query }) => pageOf(query.status === 'absent' ? [entryOf(2, 'absent')] : entries),
  ])
  renderPage(<StudentAttendancePage />)
  await userEvent.click(await screen.findByRole('button', { name: 'How is this counted?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How is this counted?' }))
  expect(dialog.getByText(/Only present counts as attended: a leave does not/)).toBeTruthy()
  expect(dialog.getByText('6 present ÷ 8 counted = 75%')).toBeTruthy()
  expect(dialog.getByText(/75% of them is 15 present. Reached so far: 6. Still needed: 9 of the 12/)).toBeTruthy()
  const rows = () => within(dialog.getByRole('table', { name: 'Sessions counted' })).getAllByRole('row').length - 1
  await waitFor(() => expect(rows()).toBe(3))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Show' }), 'Absent (1)')
  await waitFor(() => expect(rows()).toBe(1))
  expect(calls.at(-1)?.path).toBe(
    '/api/attendance-submissions/student/11?department_id=3&status=absent&page=1&per_page=25',
  )
})

test('a student without sessions is told what comes next', async () => {
  signedIn(['student'])
  college()
  served([attendanceSubmissions.record, { data: [] }])
  renderPage(<StudentAttendancePage />)
  expect(await screen.findByText('No attendance records found')).toBeTruthy()
  expect(screen.getByText(/once you are in a group and its attendance has been taken/)).toBeTruthy()
})

test('a record that cannot be had is offered again', async () => {
  signedIn(['student'])
  let failing = true
  college()
  served([attendanceSubmissions.record, () => (failing ? refuse(500) : { data: [medicine, surgery] })])
  renderPage(<StudentAttendancePage />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch attendance submissions by student')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('75%')).toBeTruthy()
})

test('staff pick department, batch and student; another batch clears the student', async () => {
  signedIn(['faculty'])
  const calls = college()
  const { router } = renderPage(<StudentAttendancePage />)
  expect(screen.getByText('Select a Student')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose now' }))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Department' }), [
    await screen.findByRole('option', { name: 'Surgery' }),
  ])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Batch' }), [
    await screen.findByRole('option', { name: 'MBBS 2024' }),
  ])
  await waitFor(() => expect(pathsTo(calls, students.list)[0]).toContain('batch_id=5&department_id=4'))
  const picker = await screen.findByRole('combobox', { name: 'Student' })
  await waitFor(() => expect(picker).toHaveProperty('disabled', false))
  await userEvent.click(picker)
  expect(screen.getByRole('option', { name: 'MBBS-24002 · داؤد احمد (Suspended)' })).toBeTruthy()
  await userEvent.type(picker, 'ali')
  await userEvent.click(screen.getByRole('option', { name: 'MBBS-24001 · Ali Raza' }))
  expect(await screen.findByRole('heading', { level: 2, name: /Ali Raza/ })).toBeTruthy()
  // The chosen department's tab comes first.
  expect((await screen.findByRole('tab', { name: 'Surgery' })).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('heading', { name: 'How many may still be missed' })).toBeTruthy()
  expect(router.state.location.search).toBe('?department_id=4&batch_id=5&student_id=11')

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Batch' }), 'Choose a batch')
  expect(await screen.findByText('Select a Student')).toBeTruthy()
  expect(router.state.location.search).toBe('?department_id=4')
})

test('a shared address opens the record of a student who is not among the choices', async () => {
  signedIn(['faculty'])
  college()
  served([students.list, pageOf([urdu])])
  renderPage(<StudentAttendancePage />, '/?batch_id=5&student_id=11')
  expect(await screen.findByText('The student may miss 3 of the 12 planned sessions and stay at 75%.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Student' })).toHaveProperty('value', 'MBBS-24001 · Ali Raza'),
  )
})

test('a student whom the server does not show is not found', async () => {
  signedIn(['faculty'])
  college()
  served([students.read, refuse(404, 'Record not found.')])
  renderPage(<StudentAttendancePage />, '/?student_id=99')
  expect(await screen.findByText('Student record not found')).toBeTruthy()
})

const record = (changes: Partial<DepartmentRecord>): DepartmentRecord => ({ ...medicine, ...changes })
test.each([
  [record({ may_miss: 0 }), 'You may not miss any of the 12 planned sessions if 75% is to be kept.'],
  [
    record({ present: 5, may_miss: 0, planned: 1 }),
    'You may not miss the one planned session if 75% is to be reached.',
  ],
  [record({ may_miss: 1, planned: 1 }), 'You may miss the one planned session and stay at 75%.'],
  [record({ present: 5, may_miss: 2 }), 'You may miss 2 of the 12 planned sessions and still reach 75%.'],
  [record({ may_miss: -2 }), '2 sessions are lacking: 75% can no longer be reached with the planned sessions.'],
  [record({ may_miss: 0, planned: 0 }), 'No further sessions are planned, and 75% is reached.'],
  [
    record({ present: 0, absent: 0, leave: 0, total: 0, rate: null, precise_rate: null, planned: 0, may_miss: 0 }),
    'No session has been held or planned yet.',
  ],
])('says in plain words what may be missed: %#', (given, text) => {
  expect(missText(given, 'student')).toBe(text)
})

test('what is needed is rounded up, so that it agrees with what may be missed', () => {
  // 75% of 21 is 15.75: 16 have to be present, of which 6 are.
  expect(missSum(record({ planned: 13, may_miss: 3 }))).toBe(
    '8 counted and 13 planned make 21 sessions; 75% of them is 16 present. Reached so far: 6. Still needed: 10 of the 13 planned.',
  )
  // A sum that can't be reached is not written as "5 of the 3 planned".
  expect(missSum(record({ planned: 0, may_miss: -1, present: 1, absent: 2, leave: 0, total: 3 }))).toBe(
    '3 counted and 0 planned make 3 sessions; 75% of them is 3 present. Reached so far: 1. Still needed: 2, more than the 0 planned.',
  )
})
