import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import type { AttendanceSession, EntryChange, RosterStudent } from '../../shared/contract/attendance.ts'
import { attendanceSessions } from '../../shared/contract/attendance-sessions.ts'
import { attendanceSubmissions } from '../../shared/contract/attendance-submissions.ts'
import type { Body } from '../../shared/endpoint.ts'
import { clearLogin } from '../core/login.ts'
import { KeptSessionsPanel } from '../features/attendance/KeptSessionsPanel.tsx'
import { useOnDevice } from '../features/taking/kept.api.ts'
import { registers } from '../features/taking/registers.ts'
import { settleEntries } from '../features/taking/settling.ts'
import { TakeAttendanceModal } from '../features/taking/TakeAttendanceModal.tsx'
import { outbox, startOutbox } from '../offline/outbox.ts'
import { settleAnswers } from '../offline/settling.ts'
import { pageOf, type refuse, type SentCall, served } from './network.ts'
import { renderPage, signedIn } from './page.tsx'

export const medicine = { id: 3, name: 'Medicine' }
export const pendingSession: AttendanceSession = {
  id: 5,
  department_id: 3,
  batch_id: 1,
  year: null,
  group_id: 7,
  activity_date: '2026-11-20',
  start_time: '08:00',
  end_time: '09:00',
  staff_id: 2,
  status: 'pending',
  remarks: null,
  date_time: '2026-11-20T03:00:00.000Z',
  department: medicine,
  batch: { id: 1, name: 'MBBS 2023' },
  group: { id: 7, name: 'Group A' },
  staff: { id: 2, name: 'Dr Sana' },
  counts: null,
  taken_by: null,
  taken_at: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-01-02T03:04:05.678Z',
}
export const completedSession: AttendanceSession = {
  ...pendingSession,
  status: 'completed',
  counts: { present: 2, absent: 1, leave: 0 },
  taken_by: { id: 9, name: 'Bilal Ahmed' },
  taken_at: '2026-11-20T04:00:00.000Z',
  updated_at: 'v2',
}

export const student = (id: number, name: string, status: RosterStudent['status'] = null): RosterStudent => ({
  student_id: id,
  name,
  roll_no: `MBBS-2200${id}`,
  student_status: 'active',
  is_marked: true,
  submission_id: status ? 100 + id : null,
  status,
  remarks: null,
  has_leave: false,
  joined_on: null,
  left_on: null,
})
export const gone: RosterStudent = { ...student(4, 'Dawood'), student_status: 'on_leave', is_marked: false }
export const unmarked = [student(1, 'Ayesha'), student(2, 'بلال'), student(3, 'Celina'), gone]
export const marked = [
  student(1, 'Ayesha', 'present'),
  student(2, 'بلال', 'present'),
  student(3, 'Celina', 'absent'),
  gone,
]

export const changedLast: EntryChange = {
  id: 1,
  at: '2026-11-20T05:00:00.000Z',
  actor: { id: 8, name: 'Dr Hina' },
  student: { id: 3, name: 'Celina', roll_no: 'MBBS-22003' },
  status: { from: 'absent', to: 'leave' },
  remarks: { from: null, to: 'Fever' },
}

export type Posted = Pick<Body<typeof attendanceSubmissions.take>, 'key' | 'submissions'> & {
  submission_type?: string | undefined
  updated_at?: string | undefined
}

type Answer = { data: AttendanceSession } | Response | ReturnType<typeof refuse>

/** The server's data and answers; set anew for each test. */
export const college: {
  session: AttendanceSession
  roster: RosterStudent[]
  history: EntryChange[]
  /** Answers a taken or changed register. */
  onPost: (body: Posted) => Answer
} = { session: pendingSession, roster: unmarked, history: [], onPost: stores }

export const server = () =>
  served(
    [attendanceSessions.read, () => ({ data: college.session })],
    [attendanceSessions.roster, () => ({ ...pageOf(college.roster), session: college.session })],
    [attendanceSessions.history, () => pageOf(college.history)],
    [attendanceSubmissions.take, ({ body }) => college.onPost(body)],
    [attendanceSubmissions.update, ({ body }) => college.onPost(body)],
  )
export const posts = (calls: SentCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body: body as Posted }))

/** Stores a register as the server does. */
export function stores(body: Posted): { data: AttendanceSession } {
  college.session = { ...completedSession, updated_at: `v${Math.random()}` }
  const now = new Map(body.submissions.map(({ student_id, status }) => [student_id, status]))
  college.roster = college.roster.map((one) => ({ ...one, status: now.get(one.student_id) ?? one.status }))
  return { data: college.session }
}

export const onClose = vi.fn()
export const open = () => renderPage(<TakeAttendanceModal id={5} onClose={onClose} />, '/attendance?modal=take&id=5')
export const dialog = async (name = 'Take Attendance') => {
  await screen.findByRole('list', { name: 'Students' })
  return within(await screen.findByRole('dialog', { name }))
}
export const row = (name: string) => within(screen.getByRole('group', { name: new RegExp(name) }))
export const pressed = (name: string) =>
  row(name)
    .queryAllByRole('button', { pressed: true })
    .map((button) => button.textContent)
export const give = (name: string, choice: string) => userEvent.click(row(name).getByRole('button', { name: choice }))
export const rest = () => screen.getByRole('button', { name: /^Mark the rest present/ })
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
export const counts = () => screen.getByLabelText('Counts').textContent

export const DRAFT = 'kept:7/begun/attendance:5'

export const draft = () => JSON.parse(localStorage.getItem(DRAFT) ?? 'null')?.value

/** Shows the page's panel of the device. */
export function Device({ onOpenList = vi.fn() }: { onOpenList?: (asked: object) => void }) {
  const device = useOnDevice()
  return <KeptSessionsPanel {...device} onOpen={vi.fn()} onOpenList={onOpenList} onChanged={device.reload} />
}

/** Begins and ends each test of a file with somebody signed in and an empty device. */
export function beginAnew(): void {
  let stop: () => void
  beforeEach(() => {
    signedIn(['faculty'])
    onClose.mockClear()
    Object.assign(college, { session: pendingSession, roster: unmarked, history: [], onPost: stores })
    const ends = [settleAnswers(registers, settleEntries), startOutbox()]
    stop = () => {
      for (const end of ends) end()
    }
  })
  afterEach(() => {
    stop()
    clearLogin()
    outbox.set([])
  })
}
