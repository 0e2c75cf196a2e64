import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as downloads from '../../core/downloads.ts'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { StudentReportsPage } from './StudentReportsPage.tsx'

const medicine = { id: 3, name: 'Medicine', type: 'academic' }
const surgery = { id: 4, name: 'Surgery', type: 'academic' }
const batch = { id: 5, name: 'MBBS 2024', status: 'active' }
const groups = [
  { id: 7, name: 'Group A', batch_id: 5, batch },
  { id: 8, name: 'Group of 2025', batch_id: 6, batch: { id: 6, name: 'MBBS 2025' } },
]
// 8 of 10 present, 1 on leave: 80 of the student's own, and 90 to the total (ADR 0005).
const ali = {
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-24001',
  status: 'active',
  tasks_assigned: 5,
  tasks_submitted: 3,
  attendance_summary: { present: 8, absent: 1, leave: 1, percentage: 80 },
}
const stats = { totalStudents: 1, presentCount: 8, absentCount: 1, leaveCount: 1, attendancePercentage: 90 }
const report = {
  ...ali,
  batch: { id: 5, name: 'MBBS 2024' },
  recent_attendance: [{ id: 1, date_time: '2026-03-02T04:00:00.000Z', status: 'leave', session_remarks: 'Ward round' }],
}
const session = {
  id: 31,
  department_id: 3,
  batch_id: 5,
  group_id: 7,
  date_time: '2026-03-02T04:00:00.000Z',
  department: medicine,
  batch,
  group: { id: 7, name: 'Group A' },
  staff: { id: 21, name: 'ڈاکٹر سلمان' },
}
const entry = {
  id: 1,
  status: 'leave',
  remarks: null,
  attendance_session: { id: 31, date_time: session.date_time, remarks: null, group: session.group },
}

const page = (data: unknown[], total = data.length) => answer(200, { data, meta: { page: 1, per_page: 100, total } })

let own: object | undefined
/** The reads that every test needs; `other` answers first what a test is about. */
const college = (other: (path: string) => Response | Promise<Response> | undefined = () => undefined) =>
  network(({ path }) => {
    const special = other(path)
    if (special) return special
    if (path.startsWith('/api/staff/current'))
      return own ? answer(200, { data: { department: own } }) : answer(404, { message: 'Record not found.' })
    if (path.startsWith('/api/departments?')) return page([medicine, surgery])
    if (path.startsWith('/api/batches?')) return page([batch])
    if (path.startsWith('/api/groups?')) return page(groups)
    if (path.startsWith('/api/student-reports/attendance-stats?')) return answer(200, { data: stats })
    if (path.startsWith('/api/student-reports/student/11?')) return answer(200, { data: report })
    if (path.startsWith('/api/student-reports?')) return page([ali])
    if (path.startsWith('/api/attendance-submissions/student/11?')) return page([entry])
    if (path.startsWith('/api/attendance-sessions/register-not-taken')) return page([session])
    return answer(404, { message: `nothing at ${path}` })
  })
const asked = (calls: { path: string }[], start: string) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith(start))
const FETCHED = '/?department_id=3&batch_id=5&fetched=yes'

const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)

afterAll(() => saved.mockRestore())
beforeEach(() => {
  own = undefined
  saved.mockClear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T20:30:00Z') })
  signedIn(['principal'])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearLogin()
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
  expect(asked(calls, '/api/student-reports')).toEqual([])
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
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const calls = college((path) => (path.startsWith('/api/student-reports?') ? held.then(() => page([ali])) : undefined))
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
  expect(asked(calls, '/api/student-reports')).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Fetch Reports' }))
  expect(screen.getByRole('button', { name: 'Fetching...' })).toHaveProperty('disabled', true)
  release()
  const row = await screen.findByRole('row', { name: /Ali Raza/ })
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    'Ali RazaMBBS-24001',
    '3/5',
    '80% present only8 present, 1 absent, 1 leave',
    '-',
    '',
  ])
  expect(asked(calls, '/api/student-reports').sort()).toEqual([
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

test('pressing Fetch Reports again reads again', async () => {
  const calls = college()
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByRole('row', { name: /Ali Raza/ })
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch Reports' }))
  await waitFor(() => expect(asked(calls, '/api/student-reports?')).toHaveLength(2))
  expect(asked(calls, '/api/student-reports/attendance-stats?')).toHaveLength(2)
})

test('the department of academic staff is fixed, whatever the address says', async () => {
  own = surgery
  const calls = college()
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(asked(calls, '/api/student-reports?')).toEqual([
    '/api/student-reports?department_id=4&batch_id=5&page=1&per_page=200',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const department = screen.getByRole('combobox', { name: 'Department' })
  expect(department).toHaveProperty('disabled', true)
  expect(department).toHaveProperty('value', '4')
})

test('a batch without students says so and offers no export', async () => {
  college((path) => (path.startsWith('/api/student-reports?') ? page([]) : undefined))
  renderPage(<StudentReportsPage />, FETCHED)
  expect(await screen.findByText('No student reports found')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('a failure is told, with Retry', async () => {
  college((path) => (path.startsWith('/api/student-reports?') ? answer(500, {}) : undefined))
  renderPage(<StudentReportsPage />, FETCHED)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to fetch student reports')
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('one Retry reads again what an outage has kept away, the totals too', async () => {
  let fails = true
  college((path) => (path.startsWith('/api/student-reports') && fails ? answer(500, {}) : undefined))
  renderPage(<StudentReportsPage />, FETCHED)
  await screen.findByRole('button', { name: 'Retry' })
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Total Students')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
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
  expect(dialog.getByText('Percentage').nextSibling?.textContent).toBe('80%present only')
  const recent = within(dialog.getByRole('table', { name: 'Recent attendance' })).getAllByRole('row')
  expect(recent[1]?.textContent).toBe('2 Mar 2026, 09:00LeaveWard round')
  expect(asked(calls, '/api/student-reports/student/')).toEqual([
    '/api/student-reports/student/11?department_id=3&status=completed',
  ])
  expect(asked(calls, '/api/attendance-submissions')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'How is this counted?' }))
  expect(dialog.getByText('8 present ÷ 10 counted = 80%')).toBeTruthy()
  expect(await dialog.findByRole('table', { name: 'Sessions counted' })).toBeTruthy()
  expect(asked(calls, '/api/attendance-submissions')[0]).toContain('department_id=3')
  expect(dialog.getByRole('link', { name: 'Attendance records' }).getAttribute('href')).toBe(
    '/student-attendance?student_id=11&batch_id=5&department_id=3',
  )
  expect(router.state.location.search).toContain('modal=view&id=11')
})

/** A file that comes in two pieces, the second when `release` is called. */
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

test('the list is exported with its progress, named by the college’s day', async () => {
  const { response, release } = slowFile({ 'content-length': '10' })
  const calls = college((path) => (path.startsWith('/api/student-reports/export/') ? response : undefined))
  renderPage(<StudentReportsPage />, `${FETCHED}&group_id=7`)
  await exportAs('PDF')
  expect(await screen.findByText('Exporting... 40%')).toBeTruthy()
  expect(saved).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const [blob, name] = saved.mock.calls[0] ?? []
  // Half past one of the next day in Karachi.
  expect(name).toBe('student-reports-2026-03-03.pdf')
  expect([blob?.size, blob?.type]).toEqual([10, 'application/pdf'])
  expect(asked(calls, '/api/student-reports/export/')).toEqual([
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
  const calls = college((path) => (path.includes('/export/') ? new Response('x') : undefined))
  renderPage(<StudentReportsPage />, FETCHED)
  await exportAs(label)
  await waitFor(() => expect(saved.mock.calls[0]?.[1]).toBe(`student-reports-2026-03-03.${ending}`))
  expect(asked(calls, `/api/student-reports/export/${ending}?`)).toHaveLength(1)
})

test.each([
  ['no length', {}],
  ['a length that is of the packed file', { 'content-length': '5', 'content-encoding': 'gzip' }],
])('a file with %s comes without a percent', async (_, headers) => {
  const { response, release } = slowFile(headers)
  college((path) => (path.includes('/export/') ? response : undefined))
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
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.includes('/export/')) return others(address, init)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(4))
        init.signal?.addEventListener('abort', () => controller.error(new DOMException('Cancelled', 'AbortError')))
      },
    })
    return new Response(body, { headers: { 'content-length': '10' } })
  })
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
  college((path) => {
    if (!path.includes('/export/')) return undefined
    if (!halfway) return answer(500, { message: 'Internal error' })
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new TypeError('gone')) })
    return new Response(body)
  })
  renderPage(<StudentReportsPage />, FETCHED)
  for (const next of [true, false]) {
    await exportAs('PDF')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to export reports. Please try again.')
    halfway = next
  }
  expect(saved).not.toHaveBeenCalled()
})

test('one student’s report is exported from the details', async () => {
  const calls = college((path) => (path.includes('/export/') ? new Response('x') : undefined))
  renderPage(<StudentReportsPage />, `${FETCHED}&modal=view&id=11`)
  const dialog = within(await screen.findByRole('dialog', { name: 'View Student Report' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Export' }))
  await userEvent.click(await dialog.findByRole('menuitem', { name: 'PDF' }))
  await waitFor(() => expect(saved.mock.calls[0]?.[1]).toBe('student-report-MBBS-24001-2026-03-03.pdf'))
  expect(asked(calls, '/api/student-reports/student/11/export/')).toEqual([
    '/api/student-reports/student/11/export/pdf?department_id=3',
  ])
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
  await waitFor(() =>
    expect(asked(calls, '/api/attendance-sessions/register-not-taken').at(-1)).toContain('department_id=4'),
  )
})

test('no register missing is good news', async () => {
  college((path) => (path.startsWith('/api/attendance-sessions/register-not-taken') ? page([]) : undefined))
  renderPage(<StudentReportsPage />, '/?tab=register')
  expect(await screen.findByText('No register is missing')).toBeTruthy()
})
