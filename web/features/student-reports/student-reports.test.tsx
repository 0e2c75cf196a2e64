import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { studentReports } from '../../../shared/contract/student-reports.ts'
import { standing } from '../../testing/logbook.ts'
import { HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, groupLink, refOf, staffMember } from '../../testing/records.ts'
import { entry, reportRow, session, studentReport } from '../../testing/work.ts'
import { StudentReportsPage } from './StudentReportsPage.tsx'

const surgery = department({ id: 4, name: 'Surgery' })
const salman = { id: 21, name: 'ڈاکٹر سلمان' }
// 8 of 10 present and 1 on leave: the student's own rate is 80, the share in the total 90 (ADR 0005).
const ali = reportRow()
const stats = { totalStudents: 1, presentCount: 8, absentCount: 1, leaveCount: 1, attendancePercentage: 90 }
const report = studentReport({
  recent_attendance: [{ id: 1, date_time: '2026-03-02T04:00:00.000Z', status: 'leave', session_remarks: 'Ward round' }],
})

/** Serves what every test reads; a test serves its own subject otherwise. */
const college = () =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department(), surgery])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group(), group({ id: 8, name: 'Group of 2025', batch: { id: 6, name: 'MBBS 2025' } })])],
    [studentReports.list, pageOf([ali])],
    [studentReports.attendanceStats, { data: stats }],
    [studentReports.ofStudent, { data: report }],
    [
      logbook.ofStudent,
      {
        data: {
          student: groupLink(7, '', null).student,
          skills: [standing(), standing({ required: 30, counted: 24 }), standing({ department: refOf(surgery) })],
          postings: [],
        },
      },
    ],
    [attendanceSubmissions.listByStudent, pageOf([entry({ status: 'leave' })])],
    [attendanceSessions.notTaken, pageOf([session({ staff: salman })])],
  )
const FETCHED = '/?department_id=3&batch_id=5&fetched=yes'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T20:30:00Z') })
  signedIn(['principal'])
})

test('asks for department and batch first, with the filters closed, and reads nothing', async () => {
  const calls = college()
  renderPage(<StudentReportsPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Student Reports' })).toBeTruthy()
  expect(screen.getByText('Please select department and batch to fetch student reports')).toBeTruthy()
  const filters = screen.getByRole('button', { name: 'Filters' })
  expect(filters.getAttribute('aria-expanded')).toBe('false')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Fetch Reports' })).toHaveProperty('disabled', false))
  await userEvent.click(screen.getByRole('button', { name: 'Fetch Reports' }))
  expect(filters.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('combobox', { name: 'Group' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(pathsTo(calls, studentReports.list, studentReports.attendanceStats)).toEqual([])
})

test('fetching too early says which filters are missing, and goes to the first', async () => {
  college()
  renderPage(<StudentReportsPage />, '/reports')
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch Reports' }))
  expect(await screen.findByText('Department is required')).toBeTruthy()
  expect(screen.getByText('Batch is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Department' })))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Batch' }), 'MBBS 2024')
  expect(screen.queryByText('Batch is required')).toBeNull()
})

test('Choose now opens the filters and goes to the first', async () => {
  college()
  renderPage(<StudentReportsPage />, '/reports')
  await userEvent.click(await screen.findByRole('button', { name: 'Choose now' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Department' })))
})

test('Fetch Reports lists the students and their totals; changing a filter clears them', async () => {
  college()
  const calls = served([studentReports.list, HELD])
  const { router } = renderPage(<StudentReportsPage />)
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const choose = async (name: string, option: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name }), [
      await within(screen.getByRole('combobox', { name })).findByRole('option', { name: option }),
    ])
  await choose('Department', 'Medicine')
  await choose('Batch', 'MBBS 2024')
  await within(screen.getByRole('combobox', { name: 'Group' })).findByRole('option', { name: /Group A/ })
  expect(screen.queryByRole('option', { name: /Group of 2025/ })).toBeNull()
  await choose('Group', 'Group A')
  await choose('Status', 'Pending')
  expect(pathsTo(calls, studentReports.list, studentReports.attendanceStats)).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Fetch Reports' }))
  expect(screen.getByRole('button', { name: 'Fetching...' })).toHaveProperty('disabled', true)
  ;(await held(studentReports.list)).answer(pageOf([ali]))
  const row = await screen.findByRole('row', { name: /Ali Raza/ })
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    'Ali RazaMBBS-24001',
    '3/5',
    '80% present only8 present, 1 absent, 1 leave',
    '-',
    '',
  ])
  expect(pathsTo(calls, studentReports.list, studentReports.attendanceStats).sort()).toEqual([
    '/api/student-reports/attendance-stats?department_id=3&batch_id=5&group_id=7&status=pending',
    '/api/student-reports?department_id=3&batch_id=5&group_id=7&status=pending&page=1&per_page=200',
  ])
  expect(screen.getByText('Total Students').nextSibling?.textContent).toBe('1')
  expect(screen.getByText('Attendance Percentage').nextSibling?.textContent).toBe('90%present and leave')
  expect(router.state.location.search).toContain('fetched=yes')

  await choose('Status', 'Completed')
  expect(screen.queryByRole('row', { name: /Ali Raza/ })).toBeNull()
  expect(screen.getByText('Ready to fetch')).toBeTruthy()
  expect(router.state.location.search).toBe('?department_id=3&batch_id=5&group_id=7&status=completed')
})

test('asked for days, it reads the members and sessions of these days, and so does the report of one', async () => {
  const calls = college()
  const gone = reportRow({ status: 'graduated' })
  served([studentReports.list, pageOf([gone])])
  renderPage(<StudentReportsPage />, `${FETCHED}&from=2025-09-01&to=2025-12-31&modal=view&id=7`)
  await screen.findByRole('dialog', { name: 'View Student Report' })
  const asked = pathsTo(calls, studentReports.list, studentReports.attendanceStats, studentReports.ofStudent)
  expect(asked).toHaveLength(3)
  for (const path of asked) expect(path).toContain('from=2025-09-01&to=2025-12-31')
  expect(screen.getAllByText(/1 Sept 2025 to 31 Dec 2025/).length).toBeGreaterThan(0)
  expect(await screen.findByText('Graduated')).toBeTruthy()
})

test('pressing Fetch Reports again reads again', async () => {
  const calls = college()
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByRole('row', { name: /Ali Raza/ })
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch Reports' }))
  await waitFor(() => expect(pathsTo(calls, studentReports.list)).toHaveLength(2))
  expect(pathsTo(calls, studentReports.attendanceStats)).toHaveLength(2)
})

test('the department of academic staff is fixed, whatever the address says', async () => {
  college()
  const calls = served([staff.currentUser, { data: staffMember({ department: surgery }) }])
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(pathsTo(calls, studentReports.list)).toEqual([
    '/api/student-reports?department_id=4&batch_id=5&page=1&per_page=200',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const department = screen.getByRole('combobox', { name: 'Department' })
  expect(department).toHaveProperty('disabled', true)
  expect(department).toHaveProperty('value', '4')
})

test('a batch without students says so and offers no export', async () => {
  college()
  served([studentReports.list, pageOf([])])
  renderPage(<StudentReportsPage />, FETCHED)
  expect(await screen.findByText('No student reports found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('a failure is told, with Retry', async () => {
  college()
  served([studentReports.list, refuse(500)])
  renderPage(<StudentReportsPage />, FETCHED)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to fetch student reports')
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('one Retry reads again what an outage has kept away, the totals too', async () => {
  let fails = true
  college()
  served(
    [studentReports.list, () => (fails ? refuse(500) : pageOf([ali]))],
    [studentReports.attendanceStats, () => (fails ? refuse(500) : { data: stats })],
  )
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByRole('button', { name: 'Retry' })
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Total Students')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('an outage over what was fetched is told once, above the list and its totals', async () => {
  college()
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByText('Total Students')
  const calls = served([studentReports.list, refuse(500)], [studentReports.attendanceStats, refuse(500)])
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch Reports' }))
  await screen.findByRole('button', { name: 'Retry' })
  await waitFor(() => expect(pathsTo(calls, studentReports.attendanceStats).length).toBeGreaterThan(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Fetch Reports' })).toHaveProperty('disabled', false))
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
  expect(screen.getByText('Total Students')).toBeTruthy()
})

test('the total’s percentage opens the rule that counts leave too', async () => {
  college()
  renderPage(<StudentReportsPage />, FETCHED)
  await userEvent.click(await screen.findByRole('button', { name: 'How is this counted?' }))
  expect(screen.getByText('(8 present + 1 leave) ÷ 10 marks = 90%')).toBeTruthy()
  expect(screen.getByText(/Counted are the completed sessions of the department\./)).toBeTruthy()
})

test('the details show figures, tasks, recent attendance, and the rows that made the percentage', async () => {
  const calls = college()
  const { router } = renderPage(<StudentReportsPage />, `${FETCHED}&status=completed`)
  await userEvent.click(await screen.findByRole('button', { name: 'View Ali Raza' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View Student Report' }))
  await dialog.findByText('3 of 5 submitted')
  expect(await dialog.findByText('Logbook: 31 of 45 signed')).toBeTruthy()
  expect(dialog.getByText('Percentage').nextSibling?.textContent).toBe('80%present only')
  const recent = within(dialog.getByRole('table', { name: 'Recent attendance' })).getAllByRole('row')
  expect(recent[1]?.textContent).toBe('2 Mar 2026, 09:00LeaveWard round')
  expect(pathsTo(calls, studentReports.ofStudent)).toEqual([
    '/api/student-reports/student/11?department_id=3&status=completed',
  ])
  expect(pathsTo(calls, attendanceSubmissions.listByStudent)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'How is this counted?' }))
  expect(dialog.getByText('8 present ÷ 10 counted = 80%')).toBeTruthy()
  expect(await dialog.findByRole('table', { name: 'Sessions counted' })).toBeTruthy()
  await waitFor(() => expect(pathsTo(calls, attendanceSubmissions.listByStudent)[0]).toContain('department_id=3'))
  expect(dialog.getByRole('link', { name: 'Attendance records' }).getAttribute('href')).toBe(
    '/student-attendance?student_id=11&batch_id=5&department_id=3',
  )
  expect(router.state.location.search).toContain('modal=view&id=11')
})

test('registers that were not taken are listed with the way to take their attendance', async () => {
  const calls = college()
  const { router } = renderPage(<StudentReportsPage />)
  await userEvent.click(screen.getByRole('tab', { name: 'Register not taken' }))
  const row = await screen.findByRole('row', { name: /2 Mar 2026, 09:00/ })
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    '2 Mar 2026, 09:00',
    'Medicine',
    'Group AMBBS 2024',
    'ڈاکٹر سلمان',
    'Take Attendance',
  ])
  const link = within(row).getByRole('link', { name: 'Take Attendance of Group A, 2 Mar 2026, 09:00' })
  expect(link.getAttribute('href')).toBe(
    '/attendance?department_id=3&batch_id=5&group_id=7&fetched=yes&modal=take&id=31',
  )
  expect(router.state.location.search).toBe('?tab=register')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Surgery')
  await waitFor(() => expect(pathsTo(calls, attendanceSessions.notTaken).at(-1)).toContain('department_id=4'))
})

test('no register missing is good news', async () => {
  college()
  served([attendanceSessions.notTaken, pageOf([])])
  renderPage(<StudentReportsPage />, '/?tab=register')
  expect(await screen.findByText('No register is missing')).toBeTruthy()
})

test('those below the minimum alone: list, totals and file are theirs, until it is taken away', async () => {
  const calls = college()
  const summary = { present: 44, absent: 15, leave: 0, percentage: 75 }
  served(
    [studentReports.list, pageOf([reportRow({ attendance_summary: summary })])],
    [studentReports.ofStudent, { data: studentReport({ attendance_summary: summary }) }],
  )
  renderPage(<StudentReportsPage />, `${FETCHED}&only=below`)
  expect(await screen.findByText('1 student below the minimum')).toBeTruthy()
  expect(screen.getByText('74.6%')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'View Ali Raza' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View Student Report' }))
  expect((await dialog.findByText('Percentage')).nextSibling?.textContent).toBe('74.6%present only')
  await userEvent.click(dialog.getByRole('button', { name: 'How is this counted?' }))
  expect(dialog.getByText('44 present ÷ 59 counted = 74.6%')).toBeTruthy()
  expect(dialog.queryByText(/whole percent/)).toBeNull()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  for (const path of pathsTo(calls, studentReports.list, studentReports.attendanceStats))
    expect(path).toContain('only=below')
  expect(screen.getByText(/Show: Attendance below the minimum/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Show' }))
  expect(await screen.findByText('1 student')).toBeTruthy()
  expect(screen.getByText('75%')).toBeTruthy()
  expect(pathsTo(calls, studentReports.list).at(-1)).not.toContain('only')
})
