import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import type { AttendanceSession } from '../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../shared/contract/attendance-sessions.ts'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { groups } from '../../shared/contract/groups.ts'
import { postings } from '../../shared/contract/postings.ts'
import { staff } from '../../shared/contract/staff.ts'
import { clearLogin } from '../core/login.ts'
import { AttendancePage } from '../features/attendance/AttendancePage.tsx'
import { outbox } from '../offline/outbox.ts'
import { pageOf, pathsTo, refuse, type SentCall, served } from './network.ts'
import { renderPage, signedIn } from './page.tsx'
import { batch, department, group, staffMember } from './records.ts'
import { session as makeSession, rosterStudent } from './work.ts'

const medicine = department()
/** Puts the person into the department of Medicine. */
export const inMedicine = () => served([staff.currentUser, { data: staffMember({ department: medicine }) }])
const mbbs2023 = batch({ id: 1, name: 'MBBS 2023', current_year: '4th Year' })
const mbbs2022 = batch({ id: 2, name: 'MBBS 2022', current_year: '5th Year' })
export const session = makeSession({
  id: 5,
  year: '4th Year',
  batch: { id: 1, name: 'MBBS 2023' },
  activity_date: '2026-11-20',
  start_time: '08:00',
  end_time: '09:00',
  remarks: 'Ward 2',
  date_time: '2026-11-20T03:00:00.000Z',
})
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

/** Serves what every test reads; a test serves its own subject otherwise. */
export const server = (sessions = [session, taken, cancelled]) =>
  served(
    [batches.list, pageOf([mbbs2023, mbbs2022])],
    [departments.list, pageOf([medicine, department({ id: 4, name: 'Surgery' })])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [staff.list, pageOf([staffMember(), staffMember({ id: 22, name: 'ڈاکٹر بلال' })])],
    [groups.list, pageOf([group({ batch: mbbs2023 }), group({ id: 8, name: 'Group B', batch: mbbs2022 })])],
    [postings.list, pageOf([])],
    [attendanceSessions.list, pageOf(sessions)],
    [
      attendanceSessions.read,
      ({ params }) => ({ data: [...sessions, taken, cancelled].find(({ id }) => id === params.id) ?? session }),
    ],
    [
      attendanceSessions.roster,
      ({ params }) => ({
        ...pageOf([rosterStudent({ name: 'Ayesha' })]),
        session: sessions.find(({ id }) => id === params.id) ?? session,
      }),
    ],
  )
export const lists = (calls: SentCall[]) => pathsTo(calls, attendanceSessions.list)
export const writes = (calls: SentCall[]) =>
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
  await screen.findByText(/20 Nov 2026, 08:00 to/)
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
    clearLogin()
    outbox.set([])
  })
}
