import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { studentReports } from '../../../shared/contract/student-reports.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, refOf } from '../../testing/records.ts'
import { StudentReportsPage } from './StudentReportsPage.tsx'

const surgery = department({ id: 4, name: 'Surgery' })
const college = () =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department(), surgery])],
    [
      studentReports.belowMinimum,
      {
        data: [{ department: refOf(surgery), batch: refOf(batch()), count: 12 }],
        meta: { page: 1, per_page: 200, total: 1 },
      },
    ],
  )

beforeEach(() => signedIn(['principal']))

test('each department and batch leads to the report of those below the minimum', async () => {
  const calls = college()
  renderPage(<StudentReportsPage />, '/?tab=below&by=place')
  const row = within(await screen.findByRole('row', { name: /Surgery/ }))
  expect(row.getByText('12')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Surgery' }).getAttribute('href')).toBe(
    '/reports?department_id=4&batch_id=5&only=below&fetched=yes',
  )
  expect(screen.getByRole('tab', { name: 'Below the minimum' }).getAttribute('aria-selected')).toBe('true')
  await userEvent.selectOptions(await screen.findByLabelText('Department'), 'Surgery')
  await screen.findByRole('row', { name: /Surgery/ })
  expect(pathsTo(calls, studentReports.belowMinimum).at(-1)).toContain('department_id=4')
})

const ALI = {
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-22011',
  department: refOf(surgery),
  batch: refOf(batch()),
  present: 5,
  counted: 12,
  precise_rate: 41.6,
}

test('each student of the college below the minimum, and the way to the numbers by department', async () => {
  college()
  const calls = served(
    [batches.list, pageOf([batch()])],
    [studentReports.belowStudents, { data: [ALI], meta: { page: 1, per_page: 200, total: 1 } }],
  )
  renderPage(<StudentReportsPage />, '/?tab=below')
  const row = await screen.findByRole('row', { name: /Ali Raza/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(-2),
  ).toEqual(['5 of 12', '41.6%'])
  expect(within(row).getByRole('link', { name: 'Ali Raza' }).getAttribute('href')).toBe('/students/11')
  expect(screen.getByText(/^Active students who were present/)).toBeTruthy()
  await userEvent.selectOptions(await screen.findByLabelText('Batch'), batch().name)
  await waitFor(() => expect(pathsTo(calls, studentReports.belowStudents).at(-1)).toContain(`batch_id=${batch().id}`))
  await userEvent.click(screen.getByRole('button', { name: 'By department and batch', pressed: false }))
  expect(await screen.findByRole('row', { name: /Surgery.*12/ })).toBeTruthy()
  expect(screen.queryByLabelText('Batch')).toBeNull()
})

test('nobody below, and a failure with Retry', async () => {
  college()
  let isBroken = true
  const nobody = { data: [], meta: { page: 1, per_page: 200, total: 0 } }
  served([studentReports.belowMinimum, () => (isBroken ? refuse(500) : nobody)])
  renderPage(<StudentReportsPage />, '/?tab=below&by=place')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch student reports')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nobody is below the minimum')).toBeTruthy()
})
