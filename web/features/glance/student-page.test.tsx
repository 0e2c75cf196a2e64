import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { assessmentFigures } from '../../../shared/contract/assessment-figures.ts'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { studentGroups } from '../../../shared/contract/groups.ts'
import { leaves } from '../../../shared/contract/leaves.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { reportings } from '../../../shared/contract/reportings.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { studentTasks } from '../../../shared/contract/student-tasks.ts'
import { students } from '../../../shared/contract/students.ts'
import { verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { leave, leaveAnswer } from '../../testing/leaves.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderRoute, signedIn } from '../../testing/page.tsx'
import { batch, department, group, groupLink, refOf, student } from '../../testing/records.ts'
import { reporting } from '../../testing/reportings.ts'
import { assessment, departmentRecord, entry, result, studentTask } from '../../testing/work.ts'
import { StudentPage } from './StudentPage.tsx'

const ali = student({ phone: '+923001234567' })
const inBatch = {
  id: 1,
  student_id: 11,
  batch_id: 5,
  status: 'active' as const,
  batch: refOf(batch()),
  created_at: '2025-09-01T08:00:00.000Z',
  ended_at: null,
}
const work = { id: 40, status: 'submitted' as const, date_time: '2026-03-02T04:00:00.000Z', faculty_remarks: null }
const late = studentTask({ id: 1, name: 'Late one', submission: { ...work, marks: 15, is_late: true } })
const overdue = studentTask({ id: 2, name: 'Overdue one', end_date: '2020-01-31' })
const closed = studentTask({ id: 3, name: 'Closed one', end_date: '2020-01-31', status: 'inactive' })
const total = {
  student: groupLink(7, '', null).student,
  group: { ...refOf(group()), department: refOf(department()) },
  rows: [],
  points: 12.5,
  out_of: 20,
  percent: 62.5,
  missing: 1,
  absent: 0,
}
const failed = result({ id: 72, marks: 5, assessment: assessment({ id: 62, name: 'Viva', status: 'evaluated' }) })

/** Serves what every test reads; a test serves its own subject otherwise. */
const college = () =>
  served(
    ...[students.read, students.byUser].map((one) => [one, { data: ali }] as const),
    [
      studentGroups.history,
      pageOf([groupLink(7, 'Group A', null), groupLink(8, 'Group B', '2026-02-01T08:00:00.000Z')]),
    ],
    [studentBatches.history, pageOf([inBatch])],
    [attendanceSubmissions.record, { data: [departmentRecord()] }],
    [attendanceSubmissions.listByStudent, pageOf([entry({ status: 'absent' })])],
    [verifiedDocuments.list, pageOf([])],
    [leaves.list, pageOf([leave({ answers: [leaveAnswer({ status: 'refused', note: 'Not twice' })] })])],
    [studentTasks.list, pageOf([late, overdue, closed])],
    [logbook.ofStudent, { data: { student: groupLink(7, '', null).student, skills: [], postings: [] } }],
    [assessmentResults.list, pageOf([result(), failed])],
    [assessmentFigures.totalsOfStudent, pageOf([total])],
    [reportings.list, pageOf([reporting(), reporting({ id: 61, case_number: 'CASE-2026-00043', status: 'closed' })])],
    [reportings.ofStudent, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

const open = (search = '') => renderRoute('/students/:studentId', <StudentPage />, `/students/11${search}`)
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const figures = (name: string) =>
  screen.findByLabelText(name).then((list) => [...list.querySelectorAll('dd')].map(({ textContent }) => textContent))

/** Returns the names of the page's sections, without that of the toasts. */
const sectionNames = () =>
  screen
    .queryAllByRole('region')
    .map((one) => one.getAttribute('aria-label'))
    .filter((name) => name !== 'Messages')

test('who the student is, with batch and groups and their days; former ones are asked to open', async () => {
  signedIn(['hod'])
  college()
  open()
  expect(await screen.findByRole('heading', { level: 2, name: /^Ali Raza ?MBBS-24001 ?Active$/ })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Student' })).toBeTruthy()
  expect((await section('Details')).getByText('+923001234567')).toBeTruthy()
  const groups = await section('Batch and Groups')
  expect(await groups.findByText(/since 1 Sept? 2025/)).toBeTruthy()
  const shown = await groups.findByRole('table', { name: 'Groups' })
  expect(within(shown).getAllByRole('row')[1]?.textContent).toBe('Group AMedicineMBBS 202410 Jan 2026')
  expect(groups.queryByRole('table', { name: 'Former groups' })).toBeNull()
  await userEvent.click(groups.getByRole('button', { name: 'Former groups and batches (1)' }))
  const former = groups.getByRole('table', { name: 'Former groups' })
  expect(within(former).getAllByRole('row')[1]?.textContent).toBe('Group BMedicineMBBS 202410 Jan 20261 Feb 2026')
})

test('the figures at the top are those of the sections', async () => {
  signedIn(['hod'])
  college()
  open()
  await waitFor(async () =>
    expect(await figures('At a glance')).toEqual([
      '75%6 present of 8',
      '1of 3 given',
      '1of 2 with passing marks',
      '21 unresolved',
    ]),
  )
  expect(screen.getByRole('link', { name: '75% Attendance' }).getAttribute('href')).toBe('/students/11#attendance')
})

test('attendance by department: each figure opens its sessions and the rule', async () => {
  signedIn(['hod'])
  const calls = college()
  served([attendanceSubmissions.record, { data: [departmentRecord({ present: 44, total: 59, precise_rate: 74.6 })] }])
  const { router } = open()
  const attendance = await section('Attendance')
  expect(attendance.getByText(/Only present counts as attended/)).toBeTruthy()
  expect(await figures('Attendance in Medicine')).toEqual(['44', '1', '1', '74.6%present only'])
  expect(attendance.getByRole('link', { name: 'Attendance records in Medicine' }).getAttribute('href')).toBe(
    '/student-attendance?department_id=3&batch_id=5&student_id=11',
  )
  expect(attendance.getByRole('link', { name: 'Student report of Medicine' })).toBeTruthy()
  await userEvent.click(attendance.getByRole('link', { name: '1 Absent in Medicine' }))
  expect(router.state.location.search).toBe('?modal=absent&id=3')
  const dialog = within(await screen.findByRole('dialog', { name: 'How is this counted?' }))
  expect(dialog.getByRole('combobox', { name: 'Show' })).toHaveProperty('value', 'absent')
  expect(dialog.getByText('44 present ÷ 59 counted = 74.6%, as a whole percent 75%')).toBeTruthy()
  await waitFor(() => expect(pathsTo(calls, attendanceSubmissions.listByStudent)[0]).toContain('status=absent'))
})

test('tasks: each figure shows its rows and says its rule', async () => {
  signedIn(['faculty'])
  college()
  open()
  const tasks = await section('Tasks')
  const rows = () => tasks.getAllByRole('row').slice(1)
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(await figures('How the tasks stand')).toEqual(['3', '1', '1', '1', '1'])
  expect(rows()[0]?.textContent).toContain('15 of 100')
  expect(tasks.getByRole('link', { name: 'Late one' }).getAttribute('href')).toBe(
    '/tasks?department_id=3&group_id=7&modal=submissions&id=1',
  )
  await userEvent.click(tasks.getByRole('link', { name: '1 Overdue' }))
  expect(rows().map((row) => within(row).getAllByRole('link')[0]?.textContent)).toEqual(['Overdue one'])
  expect(tasks.getByText(/^Overdue: The last day is past/)).toBeTruthy()
  expect(tasks.getByRole('link', { name: '1 Overdue' }).getAttribute('aria-current')).toBe('true')
})

test('results with the weighted total, which opens what it is made of', async () => {
  signedIn(['faculty'])
  college()
  open()
  const results = await section('Results')
  const table = within(await results.findByRole('table', { name: 'Results of the student' }))
  expect(table.getByText('Passed')).toBeTruthy()
  expect(table.getByText('Not passed')).toBeTruthy()
  await userEvent.click(await results.findByRole('link', { name: '62.50% Weighted Total in Medicine' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How is this counted?' }))
  expect(dialog.getByText('Weighted total: 12.50 of 20.00')).toBeTruthy()
  expect(dialog.getByText(/counts: marks \/ total marks × weightage/)).toBeTruthy()
})

test('cases lead to the report; how many there are in all is for who may know', async () => {
  signedIn(['principal'])
  college()
  open()
  const cases = await section('Reports')
  expect((await cases.findByRole('link', { name: 'CASE-2026-00042' })).getAttribute('href')).toBe(
    '/reporting?modal=view&id=60',
  )
  await userEvent.click(cases.getByRole('link', { name: 'All Reports of the Student' }))
  expect(await screen.findByRole('dialog', { name: 'All Reports of the Student' })).toBeTruthy()
})

test('leave leads to the request, with each answer; who may ask is led to the form', async () => {
  signedIn(['student'])
  college()
  open()
  const own = await section('Leave')
  const asked = await own.findByRole('link', { name: 'Mon, 2 Mar 2026' })
  expect(asked.getAttribute('href')).toBe('/leaves?modal=view&id=81')
  expect(own.getAllByRole('row')[1]?.textContent).toContain('RefusedMedicineNot twice')
  expect(own.getByRole('link', { name: 'Ask for leave' }).getAttribute('href')).toBe('/leaves?modal=add')
})

test('a section that fails is offered again by itself, and the others stand', async () => {
  signedIn(['faculty'])
  college()
  let failing = true
  served([studentTasks.list, () => (failing ? refuse(500) : pageOf([late]))])
  open()
  const tasks = await section('Tasks')
  expect((await tasks.findByRole('alert')).textContent).toContain('Failed to fetch tasks')
  expect(await (await section('Attendance')).findByText(/may miss 3/)).toBeTruthy()
  failing = false
  await userEvent.click(tasks.getByRole('button', { name: 'Retry' }))
  expect(await tasks.findByRole('link', { name: 'Late one' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

const SECTIONS: [role: string, sections: string][] = [
  ['admin', 'Details, Batch and Groups, Attendance, Leave, Tasks, Logbook, Results, Documents, Reports'],
  ['clerk', 'Details, Batch and Groups, Attendance, Logbook, Results'],
  ['student-affair', 'Details, Batch and Groups, Attendance, Tasks, Logbook, Results, Documents'],
  ['student', 'Details, Batch and Groups, Attendance, Leave, Tasks, Logbook, Results, Documents, Reports'],
]
test.each(SECTIONS)('%s is shown the sections of the own rights, and asks for no others', async (role, sections) => {
  signedIn([role])
  const calls = college()
  if (role === 'student-affair') {
    const { submission: _, ...given } = late
    served([studentTasks.list, pageOf([given])])
  }
  open()
  await (await section('Results')).findByRole('table', { name: 'Results of the student' })
  await (await section('Attendance')).findByText(/may miss 3/)
  expect(sectionNames()).toEqual(sections.split(', '))
  expect(pathsTo(calls, studentTasks.list)).toHaveLength(sections.includes('Tasks') ? 1 : 0)
  expect(pathsTo(calls, leaves.list)).toHaveLength(sections.includes('Leave') ? 1 : 0)
  expect(pathsTo(calls, verifiedDocuments.list)).toHaveLength(sections.includes('Documents') ? 1 : 0)
  expect(pathsTo(calls, reportings.list)).toHaveLength(sections.includes('Reports') ? 1 : 0)
  expect(pathsTo(calls, assessmentFigures.totalsOfStudent)).toHaveLength(role === 'student' ? 0 : 1)
  if (role === 'student-affair') expect(await figures('How the tasks stand')).toEqual(['1'])
})

test('a student reads the own page in the own words, and the links lead to the own screens', async () => {
  signedIn(['student'])
  college()
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'My Page' })).toBeTruthy()
  expect(await screen.findByText('You may miss 3 of the 12 planned sessions and stay at 75%.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Attendance records in Medicine' }).getAttribute('href')).toBe(
    '/student-attendance?tab=3',
  )
  expect((await screen.findByRole('link', { name: 'Overdue one' })).getAttribute('href')).toContain('modal=submit&id=2')
  expect(screen.getByRole('link', { name: 'Closed one' }).getAttribute('href')).toContain('modal=view&id=3')
  expect(screen.getByRole('link', { name: 'Late one' }).getAttribute('href')).toContain('modal=my-submission&id=1')
})

test('who is not shown is not found, and nothing else stands there', async () => {
  signedIn(['clerk'])
  college()
  served([students.read, refuse(404, 'Student not found')])
  open()
  expect(await screen.findByText('Student record not found')).toBeTruthy()
  expect(sectionNames()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

test('who has left every group is not said to have had none', async () => {
  signedIn(['admin'])
  college()
  served([studentGroups.history, pageOf([groupLink(8, 'Group B', '2026-02-01T08:00:00.000Z')])])
  open()
  expect(await screen.findByText('In no group now.')).toBeTruthy()
})

test('nothing yet is said as such', async () => {
  signedIn(['admin'])
  college()
  served(
    [studentGroups.history, pageOf([])],
    [studentBatches.history, pageOf([])],
    [attendanceSubmissions.record, { data: [] }],
    [studentTasks.list, pageOf([])],
    [leaves.list, pageOf([])],
    [assessmentResults.list, pageOf([])],
    [assessmentFigures.totalsOfStudent, pageOf([])],
    [reportings.list, pageOf([])],
  )
  open()
  expect(await screen.findByText('In no batch.')).toBeTruthy()
  for (const what of ['groups', 'sessions', 'leave requests', 'tasks', 'results', 'reports'])
    expect(await screen.findByText(`No ${what} yet.`)).toBeTruthy()
})

test('paper has all rows and the former groups', async () => {
  signedIn(['admin'])
  college()
  served([studentTasks.list, pageOf(Array.from({ length: 60 }, (_, n) => studentTask({ id: n, name: `T${n}` })))])
  const beforePrint = () => void window.dispatchEvent(new Event('beforeprint'))
  const print = vi.spyOn(window, 'print').mockImplementation(beforePrint)
  open()
  const table = () => screen.getByRole('table', { name: 'Tasks of the student' })
  await screen.findByRole('link', { name: 'T0' })
  expect(within(table()).getAllByRole('row')).toHaveLength(11)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(within(table()).getAllByRole('row')).toHaveLength(61)
  expect(screen.getByRole('table', { name: 'Former groups' })).toBeTruthy()
  print.mockRestore()
})
