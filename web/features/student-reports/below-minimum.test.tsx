import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
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
  renderPage(<StudentReportsPage />, '/?tab=below')
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

test('nobody below, and a failure with Retry', async () => {
  college()
  let isBroken = true
  const nobody = { data: [], meta: { page: 1, per_page: 200, total: 0 } }
  served([studentReports.belowMinimum, () => (isBroken ? refuse(500) : nobody)])
  renderPage(<StudentReportsPage />, '/?tab=below')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch student reports')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nobody is below the minimum')).toBeTruthy()
})
