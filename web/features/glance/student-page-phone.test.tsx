import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assessmentFigures } from '../../../shared/contract/assessment-figures.ts'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { studentGroups } from '../../../shared/contract/groups.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { studentTasks } from '../../../shared/contract/student-tasks.ts'
import { students } from '../../../shared/contract/students.ts'
import { verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { standing } from '../../testing/logbook.ts'
import { pageOf, refuse, served } from '../../testing/network.ts'
import { renderRoute, signedIn } from '../../testing/page.tsx'
import { groupLink, refOf, student } from '../../testing/records.ts'
import { departmentRecord, studentTask } from '../../testing/work.ts'
import { needs } from './api.ts'
import { StudentPage } from './StudentPage.tsx'

const own = student()
const NAMES = ['Anatomy', 'ENT', 'Medicine', 'Paediatrics', 'Surgery']
const college = () =>
  served(
    [students.read, { data: own }],
    [students.byUser, { data: own }],
    [studentGroups.history, pageOf([])],
    [studentBatches.history, pageOf([])],
    [
      attendanceSubmissions.record,
      {
        data: NAMES.map((name, id) =>
          departmentRecord({ department: refOf({ id, name }), ...(name === 'Surgery' && { may_miss: -1 }) }),
        ),
      },
    ],
    [studentTasks.list, pageOf(Array.from({ length: 14 }, (_, id) => studentTask({ id, name: `T${id}` })))],
    [
      logbook.ofStudent,
      {
        data: {
          student: groupLink(7, '', null).student,
          skills: NAMES.map((name, id) => standing({ skill: { ...standing().skill, id, name } })),
          postings: [],
        },
      },
    ],
    [assessmentResults.list, pageOf([])],
    [verifiedDocuments.list, pageOf([])],
    [assessmentFigures.totalsOfStudent, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
const open = (id: number) => renderRoute('/students/:studentId', <StudentPage />, `/students/${id}`)
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const onPhone = () => {
  const before = window.matchMedia('')
  vi.stubGlobal('matchMedia', (media: string) => ({ ...before, media, matches: true }))
}

beforeEach(() => signedIn(['clerk']))
afterEach(() => vi.unstubAllGlobals())

test('on a phone the first three stand there, the lacking ones before the others, until all are asked for', async () => {
  onPhone()
  college()
  open(own.id)
  const attendance = await section('Attendance')
  const departments = () => attendance.getAllByRole('heading', { level: 4 }).map((one) => one.textContent)
  const all = await attendance.findByRole('button', { name: 'All 5 departments' })
  expect(departments()).toEqual(['Surgery', 'Anatomy', 'ENT'])
  await userEvent.click(all)
  expect(departments()).toHaveLength(5)
  await userEvent.click(attendance.getByRole('button', { name: 'The first 3 departments' }))
  expect(departments()).toHaveLength(3)
  const logged = await section('Logbook')
  expect(await logged.findAllByRole('listitem')).toHaveLength(3)
  await userEvent.click(logged.getByRole('button', { name: 'All 5 skills' }))
  expect(logged.getAllByRole('listitem')).toHaveLength(5)
})

test('rows are three, then pages of ten, and all of them on paper', async () => {
  signedIn(['student-affair'])
  onPhone()
  college()
  open(own.id)
  const tasks = await section('Tasks')
  const rows = () => tasks.getAllByRole('row').length - 1
  const all = await tasks.findByRole('button', { name: 'All 14 tasks' })
  expect(rows()).toBe(3)
  await userEvent.click(all)
  expect(rows()).toBe(10)
  await userEvent.click(tasks.getByRole('button', { name: 'The first 3 tasks' }))
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
  })
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(rows()).toBe(14)
  print.mockRestore()
})

test('where there is room all stand there, and nothing is to be pressed', async () => {
  college()
  open(own.id)
  const attendance = await section('Attendance')
  expect(await attendance.findAllByRole('heading', { level: 4 })).toHaveLength(5)
  expect(attendance.queryByRole('button', { name: /departments/ })).toBeNull()
})

test('to a student another page is not there, and nothing of it is asked for', async () => {
  signedIn(['student'])
  const calls = college()
  needs(new URLSearchParams({ studentId: '12' }), ['student'])
  open(12)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  // Both screens ask for the student: the test gives them no common answers.
  expect(calls.map(({ path }) => path)).toEqual(['/api/students/user/7', '/api/students/user/7'])
})

test('an address that names nobody is not found', async () => {
  signedIn(['admin'])
  const calls = college()
  renderRoute('/students/:studentId', <StudentPage />, '/students/none')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(calls).toEqual([])
})
