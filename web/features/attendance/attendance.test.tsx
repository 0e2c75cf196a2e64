import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { today } from '../../core/formats.ts'
import { keepAtOnce } from '../../core/offline-store.ts'
import { outbox, post, sendNow } from '../../core/outbox.ts'
import { clearSession } from '../../core/session.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { AttendancePage } from './AttendancePage.tsx'

const medicine = { id: 3, name: 'Medicine', type: 'academic', status: 'active' }
const surgery = { id: 4, name: 'Surgery', type: 'academic', status: 'active' }
const batches = [
  { id: 1, name: 'MBBS 2023', current_year: '4th Year', status: 'active' },
  { id: 2, name: 'MBBS 2022', current_year: '5th Year', status: 'active' },
]
const groups = [
  { id: 7, name: 'Group A', batch_id: 1, department_id: 3, batch: { id: 1, name: 'MBBS 2023' } },
  { id: 8, name: 'Group B', batch_id: 2, department_id: 3, batch: { id: 2, name: 'MBBS 2022' } },
]
const staff = [
  { id: 21, name: 'Dr Sana' },
  { id: 22, name: 'ڈاکٹر بلال' },
]
const session: AttendanceSession = {
  id: 5,
  department_id: 3,
  batch_id: 1,
  year: '4th Year',
  group_id: 7,
  activity_date: '2026-11-20',
  start_time: '08:00',
  end_time: '09:00',
  staff_id: 21,
  status: 'pending',
  remarks: 'Ward 2',
  date_time: '2026-11-20T03:00:00.000Z',
  department: { id: 3, name: 'Medicine' },
  batch: { id: 1, name: 'MBBS 2023' },
  group: { id: 7, name: 'Group A' },
  staff: { id: 21, name: 'Dr Sana' },
  counts: null,
  taken_by: null,
  taken_at: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: 'v1',
}
const taken: AttendanceSession = {
  ...session,
  id: 6,
  activity_date: '2026-11-19',
  date_time: '2026-11-19T03:00:00.000Z',
  staff: { id: 22, name: 'ڈاکٹر بلال' },
  status: 'completed',
  counts: { present: 50, absent: 8, leave: 2 },
}
const cancelled: AttendanceSession = { ...session, id: 9, date_time: '2026-11-18T03:00:00.000Z', status: 'cancelled' }

type Respond = Parameters<typeof network>[0]

/** What the page asks for is there; `more` answers the rest, or before it. */
function server({
  sessions = [session, taken, cancelled] as object[],
  own = null as object | null,
  more = (() => undefined) as (...args: Parameters<Respond>) => ReturnType<Respond> | undefined,
} = {}) {
  return network((call) => {
    const said = more(call)
    if (said) return said
    const meta = { page: 1, per_page: 50, total: sessions.length }
    if (call.path.startsWith('/api/batches')) return answer(200, { data: batches, meta: { ...meta, total: 2 } })
    if (call.path.startsWith('/api/departments')) return answer(200, { data: [medicine, surgery], meta })
    if (call.path === '/api/staff/current-user')
      return own ? answer(200, { data: { department: own } }) : answer(404, { message: 'Record not found.' })
    if (call.path.startsWith('/api/staff?')) return answer(200, { data: staff, meta: { ...meta, total: 2 } })
    if (call.path.startsWith('/api/groups?')) return answer(200, { data: groups, meta: { ...meta, total: 2 } })
    if (call.path.includes('/roster'))
      return answer(200, {
        data: [
          {
            student_id: 1,
            name: 'Ayesha',
            roll_no: 'MBBS-22001',
            student_status: 'active',
            is_marked: true,
            submission_id: null,
            status: null,
            remarks: null,
          },
        ],
        meta: { page: 1, per_page: 500, total: 1 },
      })
    const one = /^\/api\/attendance-sessions\/(\d+)$/.exec(call.path)
    if (one && call.method === 'GET')
      return answer(200, { data: [session, taken, cancelled].find(({ id }) => id === Number(one[1])) ?? session })
    if (call.path.startsWith('/api/attendance-sessions?')) return answer(200, { data: sessions, meta })
    return answer(404, { message: `nothing at ${call.method} ${call.path}` })
  })
}
const lists = (calls: ReturnType<typeof network>) =>
  calls.filter(({ path }) => path.startsWith('/api/attendance-sessions?')).map(({ path }) => path)
const writes = (calls: ReturnType<typeof network>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

const CHOSEN = '/attendance?department_id=3&batch_id=1&group_id=7'
const SHOWN = `${CHOSEN}&fetched=yes`
const open = (address = SHOWN) => renderPage(<AttendancePage />, address)
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Attendance sessions of the group' }))
    .getAllByRole('row')
    .slice(1)
const rowOf = (element: HTMLElement | undefined) => within(element as HTMLElement)
const tableRow = async (index: number) => {
  await screen.findByText(/20 Nov 2026, 08:00 –/)
  return rowOf((await rows())[index])
}
const labels = (row: ReturnType<typeof rowOf>) =>
  row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
const fetchButton = (name = 'Fetch Attendance Sessions') => screen.getByRole('button', { name })
const choose = async (label: string, option: string) => {
  const field = screen.getByLabelText(label)
  await within(field).findByRole('option', { name: option })
  await userEvent.selectOptions(field, option)
}

beforeEach(() => signedIn(['admin']))
afterEach(() => {
  vi.unstubAllGlobals()
  clearSession()
  outbox.set([])
})

test('asks for department, batch and group first, and fetches when told', async () => {
  const calls = server()
  const { router } = open('/attendance')
  expect(screen.getByRole('heading', { name: 'Attendance Sessions' })).toBeTruthy()
  expect(await screen.findByText('Select All Required Fields')).toBeTruthy()
  expect(screen.getByText('Please select department, batch, and group to fetch attendance sessions')).toBeTruthy()
  const toggle = screen.getByRole('button', { name: 'Filters' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(toggle)
  expect(fetchButton()).toHaveProperty('disabled', true)
  const group = screen.getByLabelText('Group')
  for (const label of ['Department', 'Batch', 'Group'])
    expect(screen.getByLabelText(label)).toHaveProperty('required', true)
  expect(screen.getByLabelText('Status')).toHaveProperty('required', false)
  expect(within(group).getByRole('option', { name: 'Choose a department first' })).toBeTruthy()
  await choose('Department', 'Medicine')
  expect(await within(group).findByRole('option', { name: 'Choose a batch first' })).toBeTruthy()
  expect(group).toHaveProperty('disabled', true)
  await choose('Batch', 'MBBS 2023')
  await choose('Group', 'Group A')
  expect(within(group).queryByRole('option', { name: /Group B/ })).toBeNull()
  await choose('Status', 'Pending')
  expect(screen.queryByText('Select All Required Fields')).toBeNull()
  expect(lists(calls)).toEqual([])
  await userEvent.click(fetchButton())
  expect(await rows()).toHaveLength(3)
  expect(lists(calls)).toEqual([
    '/api/attendance-sessions?department_id=3&batch_id=1&group_id=7&status=pending&page=1&per_page=50',
  ])
  expect(router.state.location.search).toContain('fetched=yes')
})

test('changing any filter clears the results; department and batch clear the group', async () => {
  server()
  const { router } = open()
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await choose('Status', 'Completed')
  expect(screen.queryByRole('table')).toBeNull()
  expect(router.state.location.search).toBe('?department_id=3&batch_id=1&group_id=7&status=completed')
  await userEvent.click(fetchButton())
  await rows()
  await choose('Batch', 'MBBS 2022')
  expect(screen.queryByRole('table')).toBeNull()
  expect(router.state.location.search).toBe('?department_id=3&batch_id=2&status=completed')
  await choose('Group', 'Group B')
  await choose('Department', 'Surgery')
  expect(router.state.location.search).toBe('?department_id=4&batch_id=2&status=completed')
  expect(screen.getByText('Select All Required Fields')).toBeTruthy()
})

test('the button says that it is busy, and fetches again', async () => {
  let arrive = (_: Response) => {}
  let waits = false
  const calls = server({
    more: ({ path }) =>
      waits && path.startsWith('/api/attendance-sessions?') ? new Promise((resolve) => (arrive = resolve)) : undefined,
  })
  open()
  await rows()
  await waitFor(() => expect(fetchButton()).toHaveProperty('disabled', false))
  waits = true
  await userEvent.click(fetchButton())
  expect(fetchButton('Fetching...')).toHaveProperty('disabled', true)
  await waitFor(() => expect(lists(calls)).toHaveLength(2))
  arrive(answer(200, { data: [], meta: { page: 1, per_page: 50, total: 0 } }))
  expect(await screen.findByText('No attendance sessions found for the selected criteria')).toBeTruthy()
})

test('staff of an academic department are fixed to it', async () => {
  signedIn(['hod'])
  const calls = server({ own: medicine })
  open('/attendance?batch_id=1&group_id=7')
  await waitFor(() => expect(fetchButton()).toHaveProperty('disabled', false))
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  expect(screen.getByLabelText('Department')).toHaveProperty('disabled', true)
  await userEvent.click(fetchButton())
  await rows()
  expect(lists(calls)[0]).toContain('department_id=3')
})

test('each row says when, who, how it stands and what can be done', async () => {
  server()
  open()
  const pending = await tableRow(0)
  expect(pending.getByText('Dr Sana')).toBeTruthy()
  expect(pending.getByText('Pending')).toBeTruthy()
  const of = 'session of 20 Nov 2026, 08:00'
  expect(labels(pending)).toEqual(['Take Attendance', `View ${of}`, `Edit ${of}`, `Delete ${of}`])
  const completed = await tableRow(1)
  expect(completed.getByText('50 present, 8 absent, 2 leave')).toBeTruthy()
  expect(labels(completed)[0]).toBe('Update Attendance')
  expect(labels(completed).join()).not.toContain('Delete')
  expect(labels(await tableRow(2)).join()).not.toContain('Attendance')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Date & Time',
    'Staff',
    'Status',
    'Actions',
  ])
})

test.each([
  ['admin', true, ['Take Attendance', 'View', 'Edit', 'Delete']],
  ['hod', true, ['Take Attendance', 'View', 'Edit', 'Delete']],
  ['faculty', true, ['Take Attendance', 'View', 'Edit', 'Delete']],
  ['principal', false, ['Take Attendance', 'View']],
  ['clerk', false, ['Take Attendance', 'View']],
  ['student-affair', false, ['Take Attendance', 'View']],
  ['student', false, ['View']],
])('%s: adds %s, and may %j', async (role, adds, actions) => {
  signedIn([role])
  server()
  open()
  expect(labels(await tableRow(0)).map((label) => label?.replace(/ session of.*/, ''))).toEqual(actions)
  expect(screen.queryByRole('button', { name: 'Add' }) !== null).toBe(adds)
})

test('a failure says why, with Retry', async () => {
  let failing = true
  server({
    more: ({ path }) => (failing && path.startsWith('/api/attendance-sessions?') ? answer(500, {}) : undefined),
  })
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch attendance sessions')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await rows()).toHaveLength(3)
})

test('deleting asks first, and says why something stays', async () => {
  const calls = server({
    more: ({ method }) =>
      method === 'DELETE' ? answer(409, { message: 'Attendance session has 3 attendance marks.' }) : undefined,
  })
  open()
  await userEvent.click((await tableRow(0)).getByRole('button', { name: /^Delete/ }))
  const asked = await screen.findByRole('dialog', { name: 'Delete attendance session' })
  expect(asked.textContent).toContain('Group A, 20 Nov 2026, 08:00')
  expect(asked.textContent).toContain('Are you sure you want to delete this attendance session?')
  expect(writes(calls)).toEqual([])
  await userEvent.click(within(asked).getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Attendance session has 3 attendance marks.')
  expect(writes(calls)).toEqual([{ method: 'DELETE', path: '/api/attendance-sessions/5', body: undefined }])
})

test('the view shows every field', async () => {
  server()
  open(`${SHOWN}&modal=view&id=6`)
  await screen.findByText('Activity Date')
  const modal = within(screen.getByRole('dialog', { name: 'View Attendance Session' }))
  for (const text of ['Medicine', 'MBBS 2023', 'Group A', '19 Nov 2026', '08:00 – 09:00', 'Completed', 'Ward 2'])
    expect(modal.getByText(text)).toBeTruthy()
  expect(modal.queryByRole('button', { name: 'Save' })).toBeNull()
})

const adding = async () => {
  await screen.findByRole('dialog', { name: 'Add New Attendance Session' })
  const modal = within(screen.getByRole('dialog', { name: 'Add New Attendance Session' }))
  await modal.findByRole('option', { name: 'Dr Sana' })
  return modal
}
async function fill(modal: Awaited<ReturnType<typeof adding>>): Promise<void> {
  const set = async (label: string, value: string) => {
    await userEvent.clear(modal.getByLabelText(label))
    await userEvent.type(modal.getByLabelText(label), value)
  }
  await set('Activity Date', '2026-11-23')
  await set('Start Time', '08:00')
  await set('End Time', '09:00')
  await userEvent.selectOptions(modal.getByLabelText('Staff'), 'Dr Sana')
}
const filled = {
  department_id: 3,
  batch_id: 1,
  group_id: 7,
  staff_id: 21,
  activity_date: '2026-11-23',
  start_time: '08:00',
  end_time: '09:00',
  year: '',
  remarks: '',
}

test('a new session starts from the filters, is pending, and each missing field is named', async () => {
  const calls = server()
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  expect(modal.getByLabelText('Department')).toHaveProperty('value', '3')
  expect(modal.getByLabelText('Group')).toHaveProperty('value', '7')
  expect(
    within(modal.getByLabelText('Status'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pending'])
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  for (const text of ['Staff is required', 'Start time is required', 'End time is required'])
    expect(await modal.findByText(text)).toBeTruthy()
  expect(writes(calls)).toEqual([])
})

test('Save adds the session and closes', async () => {
  const calls = server({
    more: ({ method }) => (method === 'POST' ? answer(201, { data: { ...session, id: 30 } }) : undefined),
  })
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await fill(modal)
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Attendance session created successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(calls)).toEqual([
    { method: 'POST', path: '/api/attendance-sessions', body: { ...filled, status: 'pending' } },
  ])
})

test('Add & Mark Attendance adds the session and takes its attendance at once', async () => {
  const calls = server({
    more: ({ method }) => (method === 'POST' ? answer(201, { data: { ...session, id: 30 } }) : undefined),
  })
  const { router } = open(`${SHOWN}&modal=add`)
  const modal = await adding()
  // A first try that lacks something changes nothing about what Save does after it.
  await userEvent.click(modal.getByRole('button', { name: 'Add & Mark Attendance' }))
  await modal.findByText('Staff is required')
  await fill(modal)
  await userEvent.click(modal.getByRole('button', { name: 'Add & Mark Attendance' }))
  expect(await screen.findByRole('dialog', { name: 'Take Attendance' })).toBeTruthy()
  expect(router.state.location.search).toContain('modal=take&id=30')
  expect(writes(calls)).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('after a refused Add & Mark Attendance, Save only adds', async () => {
  server({
    more: ({ method }) => (method === 'POST' ? answer(201, { data: { ...session, id: 30 } }) : undefined),
  })
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await userEvent.click(modal.getByRole('button', { name: 'Add & Mark Attendance' }))
  await modal.findByText('Staff is required')
  await fill(modal)
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  await screen.findByText('Attendance session created successfully!')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('in the form, a department clears group and staff, a batch clears the group', async () => {
  server()
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await userEvent.selectOptions(modal.getByLabelText('Staff'), 'Dr Sana')
  await userEvent.selectOptions(modal.getByLabelText('Batch'), 'MBBS 2022')
  expect(modal.getByLabelText('Group')).toHaveProperty('value', '')
  expect(modal.getByLabelText('Staff')).toHaveProperty('value', '21')
  await userEvent.selectOptions(modal.getByLabelText('Group'), 'Group B')
  await userEvent.selectOptions(modal.getByLabelText('Department'), 'Surgery')
  expect(modal.getByLabelText('Group')).toHaveProperty('value', '')
  expect(modal.getByLabelText('Staff')).toHaveProperty('value', '')
})

test('the end has to be after the start, before anything is sent; another session then is pointed out', async () => {
  const calls = server({ sessions: [session, cancelled] })
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await fill(modal)
  const note = await modal.findByText(/Group A has a session on/)
  expect(note.textContent).toBe('Group A has a session on 23 Nov 2026, 08:00 – 09:00, with Dr Sana.')
  fireEvent.change(modal.getByLabelText('End Time'), { target: { value: '07:30' } })
  expect(modal.queryByText(/Group A has a session on/)).toBeNull()
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  expect(await modal.findByText('End time must be after the start time')).toBeTruthy()
  expect(writes(calls)).toEqual([])
})

test('a student sees the own mark in the list and in the details', async () => {
  signedIn(['student'])
  server({ sessions: [{ ...taken, counts: null, own_status: 'absent' }] })
  open()
  expect(await screen.findByText('You: Absent')).toBeTruthy()
})

test('a session of today is marked as such, and those after it do not ask to be taken first', async () => {
  const day = today()
  const later = { ...session, id: 8, activity_date: '2999-01-01', date_time: '2999-01-01T03:00:00.000Z' }
  server({ sessions: [later, { ...session, activity_date: day, date_time: `${day}T03:00:00.000Z` }] })
  open()
  await screen.findByText('Today')
  // Today's above what is planned, though the server tells the latest first.
  const [first, second] = (await rows()).map((row) => rowOf(row).getByRole('button', { name: /Take Attendance/ }))
  expect(first?.dataset.variant).toBe('filled')
  expect(second?.dataset.variant).toBe('default')
  expect(screen.getByText('2 sessions')).toBeTruthy()
})

test('repeated: the server says on which days, days are skipped, and all are added at once', async () => {
  type Recurring = { skip: string[]; weekdays: number[]; until: string }
  const days = ['2026-11-23', '2026-11-25', '2026-11-30']
  const calls = server({
    more: ({ method, path, body }) => {
      if (method !== 'POST') return undefined
      const { skip } = body as Recurring
      if (path.endsWith('/preview'))
        return answer(200, {
          data: days.map((day) => ({
            activity_date: day,
            outcome: day === '2026-11-30' ? 'exists' : skip.includes(day) ? 'skipped' : 'create',
          })),
        })
      return answer(201, { data: [{ ...session, id: 30 }] })
    },
  })
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await fill(modal)
  await userEvent.click(modal.getByLabelText('Repeat'))
  expect(modal.queryByRole('button', { name: 'Add & Mark Attendance' })).toBeNull()
  await userEvent.click(modal.getByRole('button', { name: 'Add sessions' }))
  expect(await modal.findByText('Choose at least one weekday')).toBeTruthy()
  expect(modal.getByText('Until is required')).toBeTruthy()
  expect(document.activeElement).toBe(modal.getByLabelText('Mon'))
  await userEvent.click(modal.getByLabelText('Mon'))
  await userEvent.click(modal.getByLabelText('Wed'))
  await userEvent.type(modal.getByLabelText('Until'), '2026-11-30')
  expect(await modal.findByText('2 sessions will be added')).toBeTruthy()
  const preview = within(modal.getByRole('region', { name: 'Days' }))
  expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mon 23 Nov 2026Will be addedSkip',
    'Wed 25 Nov 2026Will be addedSkip',
    'Mon 30 Nov 2026Left out: another session at this time',
  ])
  const dayOff = modal.getByLabelText('Day to skip')
  await userEvent.type(dayOff, '2026-11-24')
  await userEvent.click(modal.getByRole('button', { name: 'Skip this day' }))
  expect(modal.getByText('No session falls on 24 Nov 2026')).toBeTruthy()
  expect(document.activeElement).toBe(dayOff)
  await userEvent.click(preview.getByRole('button', { name: 'Skip 25 Nov 2026' }))
  expect(await modal.findByText('1 session will be added')).toBeTruthy()
  expect(document.activeElement).toBe(preview.getByRole('button', { name: 'Do not skip 25 Nov 2026' }))
  await userEvent.click(modal.getByRole('button', { name: 'Add 1 session' }))
  expect(await screen.findByText('1 session created successfully!')).toBeTruthy()
  expect(writes(calls).at(-1)).toEqual({
    method: 'POST',
    path: '/api/attendance-sessions/recurring',
    body: { ...filled, until: '2026-11-30', weekdays: [1, 3], skip: ['2026-11-25'] },
  })
})

test('an edit sends the version that was read, and can cancel a session but not complete it', async () => {
  const calls = server({ more: ({ method }) => (method === 'PUT' ? answer(200, { data: session }) : undefined) })
  open(`${SHOWN}&modal=edit&id=5`)
  await screen.findByLabelText('Remarks')
  const modal = within(screen.getByRole('dialog', { name: 'Edit Attendance Session' }))
  await modal.findByRole('option', { name: 'Dr Sana' })
  expect(modal.getByLabelText('Start Time')).toHaveProperty('value', '08:00')
  expect(modal.queryByRole('button', { name: 'Add & Mark Attendance' })).toBeNull()
  const status = modal.getByLabelText('Status')
  expect(
    within(status)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Pending', 'Cancelled'])
  await userEvent.selectOptions(status, 'Cancelled')
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Attendance session updated successfully!')).toBeTruthy()
  expect(writes(calls)).toMatchObject([
    { method: 'PUT', path: '/api/attendance-sessions/5', body: { status: 'cancelled', updated_at: 'v1' } },
  ])
})

test('without network the sessions are those that were fetched last, and say since when', async () => {
  let reached = true
  const offline = () => Promise.reject(new TypeError('offline'))
  server({ more: () => (reached ? undefined : offline()) })
  const first = open()
  await rows()
  first.unmount()
  reached = false
  const second = open()
  expect(await screen.findByText(/The server cannot be reached. These are the sessions as they were at/)).toBeTruthy()
  expect(await rows()).toHaveLength(3)
  second.unmount()
  open(`${SHOWN}&status=pending`)
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
})

test('when the network is back, what could not be asked for is asked for', async () => {
  let reached = true
  server({ more: () => (reached ? undefined : Promise.reject(new TypeError('offline'))) })
  const first = open()
  await rows()
  first.unmount()
  reached = false
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  expect(await screen.findByText(/These are the sessions as they were at/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Batch: MBBS 2023/)).toBeNull())
  reached = true
  onLine.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText(/Batch: MBBS 2023/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/These are the sessions as they were at/)).toBeNull())
})

test('rosters of today’s pending sessions are fetched ahead, and open without network', async () => {
  const soon = { ...session, activity_date: today() }
  const calls = server({
    sessions: [soon, taken, cancelled],
    more: ({ path }) => (path === '/api/attendance-sessions/5' ? answer(200, { data: soon }) : undefined),
  })
  const first = open()
  await rows()
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/roster'))).toBe(true))
  expect(calls.filter(({ path }) => path.includes('/roster')).map(({ path }) => path)).toEqual([
    '/api/attendance-sessions/5/roster?page=1&per_page=500',
  ])

  const device = () => screen.queryByRole('region', { name: 'Attendance kept on this device' })
  expect(device()).toBeNull()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  try {
    first.unmount()
    open('/attendance')
    const button = await screen.findByRole('button', { name: 'Open Group A, 20 Nov 2026, 08:00' })
    expect(device()?.textContent).toContain('No network. This session can be opened from this device.')
    await userEvent.click(button)
    expect(await screen.findByText('Ayesha')).toBeTruthy()
  } finally {
    onLine.mockRestore()
    // The query client listens too, and lives as long as the tests.
    act(() => void window.dispatchEvent(new Event('online')))
  }
})

test('what is only on this device is shown, on its row and above, and can be sent, opened or discarded', async () => {
  let reached = false
  const calls = server({
    more: ({ method }) =>
      method === 'POST'
        ? reached
          ? answer(200, { data: { ...taken, id: 5 } })
          : Promise.reject(new TypeError('offline'))
        : undefined,
  })
  keepAtOnce(7, 'begun/attendance:6', { title: 'Group C, 18 Nov 2026', value: { marks: {}, updated_at: 'v1' } })
  await post({
    subject: 'attendance:5',
    title: 'Group A, 20 Nov 2026',
    endpoint: attendanceSubmissions.take,
    body: { attendance_session_id: 5, key: 'k', submissions: [] },
  })
  await sendNow()
  const { router } = open()
  expect((await tableRow(0)).getByText('Waiting')).toBeTruthy()
  const panel = within(await screen.findByRole('region', { name: 'Attendance kept on this device' }))
  expect(await panel.findByText('Group C, 18 Nov 2026')).toBeTruthy()
  expect(panel.getByText('Not saved yet')).toBeTruthy()
  expect(panel.getByText('Waiting')).toBeTruthy()

  reached = true
  await userEvent.click(panel.getByRole('button', { name: 'Send now: Group A, 20 Nov 2026' }))
  await waitFor(() => expect(panel.queryByText('Group A, 20 Nov 2026')).toBeNull())
  expect((await tableRow(0)).getByText('Saved')).toBeTruthy()
  await waitFor(() => expect(lists(calls).length).toBeGreaterThan(1))

  await userEvent.click(panel.getByRole('button', { name: 'Discard Group C, 18 Nov 2026' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep' }))
  expect(panel.getByText('Group C, 18 Nov 2026')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Open Group C, 18 Nov 2026' }))
  expect(router.state.location.search).toContain('modal=take&id=6')
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await userEvent.click(panel.getByRole('button', { name: 'Discard Group C, 18 Nov 2026' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Attendance kept on this device' })).toBeNull())
})
