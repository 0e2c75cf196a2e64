import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import type { AttendanceSession } from '../../shared/contract/attendance.ts'
import { clearLogin } from '../core/login.ts'
import { AttendancePage } from '../features/attendance/AttendancePage.tsx'
import { outbox } from '../offline/outbox.ts'
import { answer, network, renderPage, signedIn } from './page.tsx'

export const medicine = { id: 3, name: 'Medicine', type: 'academic', status: 'active' }
export const surgery = { id: 4, name: 'Surgery', type: 'academic', status: 'active' }
export const batches = [
  { id: 1, name: 'MBBS 2023', current_year: '4th Year', status: 'active' },
  { id: 2, name: 'MBBS 2022', current_year: '5th Year', status: 'active' },
]
export const groups = [
  { id: 7, name: 'Group A', batch_id: 1, department_id: 3, batch: { id: 1, name: 'MBBS 2023' } },
  { id: 8, name: 'Group B', batch_id: 2, department_id: 3, batch: { id: 2, name: 'MBBS 2022' } },
]
export const staff = [
  { id: 21, name: 'Dr Sana' },
  { id: 22, name: 'ڈاکٹر بلال' },
]
export const session: AttendanceSession = {
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
export const taken: AttendanceSession = {
  ...session,
  id: 6,
  activity_date: '2026-11-19',
  date_time: '2026-11-19T03:00:00.000Z',
  staff: { id: 22, name: 'ڈاکٹر بلال' },
  status: 'completed',
  counts: { present: 50, absent: 8, leave: 2 },
}
export const cancelled: AttendanceSession = {
  ...session,
  id: 9,
  date_time: '2026-11-18T03:00:00.000Z',
  status: 'cancelled',
}

type Respond = Parameters<typeof network>[0]

/** What the page asks for is there; `more` answers the rest, or before it. */
export function server({
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
export const lists = (calls: ReturnType<typeof network>) =>
  calls.filter(({ path }) => path.startsWith('/api/attendance-sessions?')).map(({ path }) => path)
export const writes = (calls: ReturnType<typeof network>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

export const CHOSEN = '/attendance?department_id=3&batch_id=1&group_id=7'
export const SHOWN = `${CHOSEN}&fetched=yes`
export const open = (address = SHOWN) => renderPage(<AttendancePage />, address)
export const rows = async () =>
  within(await screen.findByRole('table', { name: 'Attendance sessions of the group' }))
    .getAllByRole('row')
    .slice(1)
export const rowOf = (element: HTMLElement | undefined) => within(element as HTMLElement)
export const tableRow = async (index: number) => {
  await screen.findByText(/20 Nov 2026, 08:00 –/)
  return rowOf((await rows())[index])
}
export const labels = (row: ReturnType<typeof rowOf>) =>
  row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
export const fetchButton = (name = 'Fetch Attendance Sessions') => screen.getByRole('button', { name })
export const choose = async (label: string, option: string) => {
  const field = screen.getByLabelText(label)
  await within(field).findByRole('option', { name: option })
  await userEvent.selectOptions(field, option)
}

/** Begins and ends each test of a file with an administrator signed in. */
export function asAdmin(): void {
  beforeEach(() => signedIn(['admin']))
  afterEach(() => {
    vi.unstubAllGlobals()
    clearLogin()
    outbox.set([])
  })
}
