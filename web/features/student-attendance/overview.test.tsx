import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { students } from '../../../shared/contract/students.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, student } from '../../testing/records.ts'
import { departmentRecord, entry, session } from '../../testing/work.ts'
import { StudentAttendancePage } from './StudentAttendancePage.tsx'

const ali = student()
const of = (id: number, name: string, changes: Partial<DepartmentRecord> = {}) =>
  departmentRecord({ department: { id, name }, ...changes })
const none = { present: 0, absent: 0, leave: 0, total: 0, rate: null, precise_rate: null, planned: 4, may_miss: 1 }

const anatomy = of(2, 'Anatomy', none)
const medicine = of(3, 'Medicine')
// Rounded to a whole percent it would reach the minimum.
const paediatrics = of(5, 'Paediatrics', { present: 44, absent: 15, leave: 0, total: 59, rate: 75, precise_rate: 74.6 })
const surgery = of(4, 'Surgery', { present: 1, absent: 2, leave: 0, total: 3, rate: 33, precise_rate: 33.3 })

/** Serves the college; every session that is asked for by itself is one of Surgery. */
const college = (records: DepartmentRecord[]) =>
  served(
    [students.byUser, { data: ali }],
    [students.read, { data: ali }],
    [attendanceSubmissions.record, { data: records, entries: pageOf([]) }],
    [
      attendanceSubmissions.listByStudent,
      pageOf([entry({ attendance_session: session({ status: 'completed', department: surgery.department }) })]),
    ],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([])],
    [batches.list, pageOf([batch()])],
    [students.list, pageOf([ali])],
  )

const overview = async () => within(await screen.findByRole('region', { name: 'Where you stand' }))
const lines = async () => (await overview()).getAllByRole('listitem').map((line) => line.textContent)

beforeEach(() => signedIn(['student']))

test('each department stands in a line, the lowest share first, and all together in the last', async () => {
  const calls = college([anatomy, medicine, paediatrics, surgery])
  renderPage(<StudentAttendancePage />)
  expect(await lines()).toEqual([
    'Surgery: 33.3%Below 75%1 of 3',
    'Paediatrics: 74.6%Below 75%44 of 59',
    'Medicine: 75%6 of 8',
    'All together: 72.9%51 of 70',
  ])
  expect((await overview()).getByText(/At least 75% is asked for\.$/)).toBeTruthy()
  // The figures are those of the record that the tabs show, not a call of their own.
  expect(pathsTo(calls, attendanceSubmissions.record)).toHaveLength(1)
})

test('the word of each department’s tab is found once', async () => {
  college([medicine, surgery])
  renderPage(<StudentAttendancePage />)
  await overview()
  for (const name of ['Medicine', 'Surgery']) {
    expect(screen.getByText(name).closest('[role=tab]')).toBeTruthy()
    expect(screen.queryByRole('link', { name })).toBeNull()
  }
  expect(screen.getByText('75%')).toBeTruthy()
  expect(screen.getByText('present only')).toBeTruthy()
})

test('a line leads to the records of its department, from their first page, and says which are shown', async () => {
  const calls = college([medicine, surgery])
  const { router } = renderPage(<StudentAttendancePage />, '/?page=2')
  const link = (name: string) => screen.getByRole('link', { name })
  await overview()
  expect(link('Records of Medicine: 75%').getAttribute('aria-current')).toBe('true')
  expect(link('Records of Surgery: 33.3%').getAttribute('href')).toBe('/?tab=4#records')
  await userEvent.click(link('Records of Surgery: 33.3%'))
  expect(await screen.findByRole('table', { name: 'Sessions in Surgery' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Surgery' }).getAttribute('aria-selected')).toBe('true')
  expect(link('Records of Surgery: 33.3%').getAttribute('aria-current')).toBe('true')
  expect(link('Records of Medicine: 75%').getAttribute('aria-current')).toBeNull()
  const { search, hash } = router.state.location
  expect(search + hash).toBe('?tab=4#records')
  expect(document.querySelector('#records [role=tablist]')).toBeTruthy()
  await waitFor(() =>
    expect(pathsTo(calls, attendanceSubmissions.listByStudent).at(-1)).toContain('department_id=4&page=1&'),
  )
})

test('another tab leaves the screen where it is, since the tabs stand beneath the overview', async () => {
  college([medicine, surgery])
  const { router } = renderPage(<StudentAttendancePage />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Surgery' }))
  expect(router.state.location.search).toBe('?tab=4')
  expect(router.state.preventScrollReset).toBe(true)
})

test('before anything is counted the student is told so', async () => {
  college([anatomy, of(6, 'ENT', none)])
  renderPage(<StudentAttendancePage />)
  expect((await overview()).getByText('No session has been counted yet.')).toBeTruthy()
  expect((await overview()).queryByRole('list')).toBeNull()
})

test('the sum is left out where one department has been counted', async () => {
  college([anatomy, surgery])
  renderPage(<StudentAttendancePage />)
  expect(await lines()).toEqual(['Surgery: 33.3%Below 75%1 of 3'])
})

test('with a single department its records alone stand there', async () => {
  college([surgery])
  renderPage(<StudentAttendancePage />)
  expect(await screen.findByRole('tab', { name: 'Surgery' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Where you stand' })).toBeNull()
})

test('staff see the record without it, and another tab from the top of the screen', async () => {
  signedIn(['faculty'])
  college([medicine, surgery])
  const { router } = renderPage(<StudentAttendancePage />, '/?batch_id=5&student_id=11')
  expect(await screen.findByRole('tab', { name: 'Surgery' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Where you stand' })).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Surgery' }))
  expect(router.state.location.search).toContain('tab=4')
  expect(router.state.preventScrollReset).toBe(false)
})
