import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { studentReports } from '../../../shared/contract/student-reports.ts'
import * as downloads from '../../core/downloads.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, groupLink } from '../../testing/records.ts'
import { reportRow, studentReport } from '../../testing/work.ts'
import { StudentReportsPage } from './StudentReportsPage.tsx'

/** Serves what the page reads before an export is asked for. */
const college = () =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group()])],
    [studentReports.list, pageOf([reportRow()])],
    [
      studentReports.attendanceStats,
      { data: { totalStudents: 1, presentCount: 8, absentCount: 1, leaveCount: 1, attendancePercentage: 90 } },
    ],
    [studentReports.ofStudent, { data: studentReport() }],
    [logbook.ofStudent, { data: { student: groupLink(7, '', null).student, skills: [], postings: [] } }],
  )
const FETCHED = '/?department_id=3&batch_id=5&fetched=yes'

const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)

afterAll(() => saved.mockRestore())
beforeEach(() => {
  saved.mockClear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T20:30:00Z') })
  signedIn(['principal'])
})

/** Makes a file in two pieces; the second comes when `release` is called. */
function slowFile(headers: Record<string, string>) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new Uint8Array(4))
      await held
      controller.enqueue(new Uint8Array(6))
      controller.close()
    },
  })
  return { response: new Response(body, { headers: { 'content-type': 'application/pdf', ...headers } }), release }
}

async function exportAs(format: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: format }))
}

test.each([
  ['', { 'content-length': '10' }],
  [', packed', { 'content-length': '5', 'content-encoding': 'br', 'x-plain-length': '10' }],
])('the list is exported with its progress, named by the college’s day%s', async (_, headers) => {
  const { response, release } = slowFile(headers)
  college()
  const calls = served([studentReports.exportList, response])
  renderPage(<StudentReportsPage />, `${FETCHED}&group_id=7`)
  await exportAs('PDF')
  expect(await screen.findByText('Exporting... 40%')).toBeTruthy()
  expect(saved).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const [blob, name] = saved.mock.calls[0] ?? []
  // It is half past one of the next day in Karachi.
  expect(name).toBe('student-reports-2026-03-03.pdf')
  expect([blob?.size, blob?.type]).toEqual([10, 'application/pdf'])
  expect(pathsTo(calls, studentReports.exportList)).toEqual([
    '/api/student-reports/export/pdf?department_id=3&batch_id=5&group_id=7',
  ])
  const again = await screen.findByRole('button', { name: 'Export' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  expect(screen.getByText('Exported student-reports-2026-03-03.pdf')).toBeTruthy()
})

test.each([
  ['CSV', 'csv'],
  ['Excel (XLSX)', 'xlsx'],
])('%s is offered too', async (label, ending) => {
  college()
  const calls = served([studentReports.exportList, () => new Response('x')])
  renderPage(<StudentReportsPage />, FETCHED)
  await exportAs(label)
  await waitFor(() => expect(saved.mock.calls[0]?.[1]).toBe(`student-reports-2026-03-03.${ending}`))
  expect(pathsTo(calls, studentReports.exportList)).toEqual([
    `/api/student-reports/export/${ending}?department_id=3&batch_id=5`,
  ])
})

test.each([
  ['no length', {}],
  ['a length that is of the packed file', { 'content-length': '5', 'content-encoding': 'gzip' }],
])('a file with %s comes without a percent', async (_, headers) => {
  const { response, release } = slowFile(headers)
  college()
  served([studentReports.exportList, response])
  renderPage(<StudentReportsPage />, FETCHED)
  await exportAs('PDF')
  await screen.findByText('Exporting...')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.getByText('Exporting...')).toBeTruthy()
  release()
  await waitFor(() => expect(saved.mock.calls[0]?.[0].size).toBe(10))
})

test('Cancel gives an export up, without a complaint', async () => {
  college()
  served([
    studentReports.exportList,
    ({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(4))
          signal?.addEventListener('abort', () => controller.error(new DOMException('Cancelled', 'AbortError')))
        },
      })
      return new Response(body, { headers: { 'content-length': '10' } })
    },
  ])
  renderPage(<StudentReportsPage />, FETCHED)
  await exportAs('PDF')
  await screen.findByText('Exporting... 40%')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).not.toHaveBeenCalled()
})

test('an export that fails, at once or halfway, is told', async () => {
  let halfway = false
  college()
  served([
    studentReports.exportList,
    () => {
      if (!halfway) return refuse(500, 'Internal error')
      const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new TypeError('gone')) })
      return new Response(body)
    },
  ])
  renderPage(<StudentReportsPage />, FETCHED)
  for (const next of [true, false]) {
    await exportAs('PDF')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to export reports. Please try again.')
    halfway = next
  }
  expect(saved).not.toHaveBeenCalled()
})

test('one student’s report is exported from the details', async () => {
  college()
  const calls = served([studentReports.exportStudent, () => new Response('x')])
  renderPage(<StudentReportsPage />, `${FETCHED}&modal=view&id=11`)
  const dialog = within(await screen.findByRole('dialog', { name: 'View Student Report' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Export' }))
  await userEvent.click(await dialog.findByRole('menuitem', { name: 'PDF' }))
  await waitFor(() => expect(saved.mock.calls[0]?.[1]).toBe('student-report-MBBS-24001-2026-03-03.pdf'))
  expect(pathsTo(calls, studentReports.exportStudent)).toEqual([
    '/api/student-reports/student/11/export/pdf?department_id=3',
  ])
})
