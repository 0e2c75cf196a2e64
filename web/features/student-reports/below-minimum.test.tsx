import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { type BelowStudent, studentReports } from '../../../shared/contract/student-reports.ts'
import * as downloads from '../../core/downloads.ts'
import { HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
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

const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)
afterAll(() => saved.mockRestore())

const below = (rows: BelowStudent[]) =>
  served(
    [batches.list, pageOf([batch()])],
    [studentReports.belowStudents, { data: rows, meta: { page: 1, per_page: 200, total: rows.length } }],
  )

test('letters about those listed are saved at a press, with the chosen filters and their progress', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T20:30:00Z') })
  saved.mockClear()
  college()
  below([ALI])
  const calls = served([studentReports.printBelow, HELD])
  renderPage(<StudentReportsPage />, `/?tab=below&department_id=4&batch_id=${batch().id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Make letters' }))
  expect(screen.queryByRole('menuitem')).toBeNull()
  const asked = await held(studentReports.printBelow)
  expect(await screen.findByText('Exporting...')).toBeTruthy()
  expect(pathsTo(calls, studentReports.printBelow)).toEqual([
    `/api/student-reports/students-below/print?department_id=4&batch_id=${batch().id}`,
  ])
  asked.answer(new Response('x', { headers: { 'content-type': 'application/pdf' } }))
  // It is half past one of the next day in Karachi.
  await waitFor(() => expect(saved.mock.calls[0]?.[1]).toBe('attendance-letters-2026-03-03.pdf'))
  const again = await screen.findByRole('button', { name: 'Make letters' })
  await waitFor(() => expect(document.activeElement).toBe(again))
})

test('letters that can’t be made are told of in the server’s words, and a list of nobody offers none', async () => {
  saved.mockClear()
  college()
  below([ALI])
  const refusal = 'One file holds 1000 letters, and these are 1001. Please choose a department or batch.'
  served([studentReports.printBelow, refuse(409, refusal)])
  renderPage(<StudentReportsPage />, '/?tab=below')
  await userEvent.click(await screen.findByRole('button', { name: 'Make letters' }))
  expect((await screen.findByRole('alert')).textContent).toBe(refusal)
  expect(saved).not.toHaveBeenCalled()
  below([])
  await userEvent.selectOptions(await screen.findByLabelText('Batch'), batch().name)
  expect(await screen.findByText('Nobody is below the minimum')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make letters' })).toBeNull()
})
