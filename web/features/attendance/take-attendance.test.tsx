import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AttendanceSession, MarkChange, RosterStudent } from '../../../shared/contract/attendance.ts'
import { today } from '../../core/formats.ts'
import { keep } from '../../core/offline-store.ts'
import { entryOf, outbox, sendNow, startOutbox } from '../../core/outbox.ts'
import { settleAnswers } from '../../core/outbox-settling.ts'
import { clearSession, startSession, storeRoles } from '../../core/session.ts'
import { answer, loginAnswer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { KeptSessionsPanel, useOnDevice } from './KeptSessionsPanel.tsx'
import { differing, markCounts, NOTHING_GIVEN, restPresent, takeBody } from './marks.rules.ts'
import { settleMarks } from './settling.api.ts'
import { TakeAttendanceModal } from './TakeAttendanceModal.tsx'

const medicine = { id: 3, name: 'Medicine' }
const pendingSession: AttendanceSession = {
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
  updated_at: 'v1',
}
const completedSession: AttendanceSession = {
  ...pendingSession,
  status: 'completed',
  counts: { present: 2, absent: 1, leave: 0 },
  taken_by: { id: 9, name: 'Bilal Ahmed' },
  taken_at: '2026-11-20T04:00:00.000Z',
  updated_at: 'v2',
}

const student = (id: number, name: string, status: RosterStudent['status'] = null): RosterStudent => ({
  student_id: id,
  name,
  roll_no: `MBBS-2200${id}`,
  student_status: 'active',
  is_marked: true,
  submission_id: status ? 100 + id : null,
  status,
  remarks: null,
})
const gone: RosterStudent = { ...student(4, 'Dawood'), student_status: 'on_leave', is_marked: false }
const unmarked = [student(1, 'Ayesha'), student(2, 'بلال'), student(3, 'Celina'), gone]
const marked = [student(1, 'Ayesha', 'present'), student(2, 'بلال', 'present'), student(3, 'Celina', 'absent'), gone]

const changedLast: MarkChange = {
  id: 1,
  at: '2026-11-20T05:00:00.000Z',
  actor: { id: 8, name: 'Dr Hina' },
  student: { id: 3, name: 'Celina', roll_no: 'MBBS-22003' },
  status: { from: 'absent', to: 'leave' },
  remarks: { from: null, to: 'Fever' },
}

type Posted = {
  key: string
  updated_at: string
  submission_type: string
  submissions: { student_id: number; status: string; remarks?: string }[]
}

let session: AttendanceSession
let roster: RosterStudent[]
let history: MarkChange[]
let reached: boolean
let onPost: (path: string, body: Posted) => Response

function server() {
  return network(({ method, path, body }) => {
    if (!reached) return Promise.reject(new TypeError('offline'))
    if (method === 'POST' && path.startsWith('/api/attendance-submissions')) return onPost(path, body as Posted)
    if (path === '/api/attendance-sessions/5') return answer(200, { data: session })
    const meta = { page: 1, per_page: 500, total: roster.length }
    if (path.startsWith('/api/attendance-sessions/5/roster')) return answer(200, { data: roster, meta })
    if (path.startsWith('/api/attendance-sessions/5/history'))
      return answer(200, { data: history, meta: { page: 1, per_page: 100, total: history.length } })
    return answer(404, { message: `nothing at ${path}` })
  })
}
const posts = (calls: ReturnType<typeof network>) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body: body as Posted }))

/** As the server stores it. */
function stores(_: string, body: Posted): Response {
  session = { ...completedSession, updated_at: `v${Math.random()}` }
  const now = new Map(body.submissions.map(({ student_id, status }) => [student_id, status]))
  roster = roster.map((one) => ({
    ...one,
    status: (now.get(one.student_id) as RosterStudent['status']) ?? one.status,
  }))
  return answer(200, { data: session })
}

const onClose = vi.fn()
const open = () => renderPage(<TakeAttendanceModal id={5} onClose={onClose} />, '/attendance?modal=take&id=5')
const dialog = async (name = 'Take Attendance') => {
  await screen.findByRole('list', { name: 'Students' })
  return within(await screen.findByRole('dialog', { name }))
}
const row = (name: string) => within(screen.getByRole('group', { name: new RegExp(name) }))
const pressed = (name: string) =>
  row(name)
    .queryAllByRole('button', { pressed: true })
    .map((button) => button.textContent)
const mark = (name: string, choice: string) => userEvent.click(row(name).getByRole('button', { name: choice }))
const rest = () => screen.getByRole('button', { name: /^Mark the rest present/ })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const counts = () => screen.getByLabelText('Counts').textContent

let stop: () => void
beforeEach(() => {
  signedIn(['faculty'])
  onClose.mockClear()
  session = pendingSession
  roster = unmarked
  history = []
  reached = true
  onPost = stores
  const ends = [settleAnswers(settleMarks), startOutbox()]
  stop = () => {
    for (const end of ends) end()
  }
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  clearSession()
  outbox.set([])
})

test('shows the active students as not marked yet, the others as left out', async () => {
  server()
  open()
  const modal = await dialog()
  expect(modal.getByText('Group A, 20 Nov 2026, 08:00')).toBeTruthy()
  expect(counts()).toBe('Present0Absent0Leave0Not marked3')
  for (const name of ['Ayesha', 'بلال', 'Celina']) expect(pressed(name)).toEqual([])
  expect(modal.getAllByText('Not marked yet')).toHaveLength(3)
  expect(screen.queryByRole('group', { name: /Dawood/ })).toBeNull()
  expect(modal.getByText('On Leave')).toBeTruthy()
  expect(modal.getByText('Not active: left out')).toBeTruthy()
})

test('one tap marks a student, and the counts follow', async () => {
  server()
  open()
  await dialog()
  await mark('Ayesha', 'Absent')
  await mark('بلال', 'Leave')
  await mark('بلال', 'Present')
  expect(pressed('Ayesha')).toEqual(['Absent'])
  expect(pressed('بلال')).toEqual(['Present'])
  expect(counts()).toBe('Present1Absent1Leave0Not marked1')
})

test('an absentee each, Mark the rest present and Save take the attendance', async () => {
  const calls = server()
  open()
  await dialog()
  await mark('Celina', 'Absent')
  await userEvent.click(rest())
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(counts()).toBe('Present2Absent1Leave0Not marked0')
  expect(screen.queryByRole('button', { name: /^Mark the rest present/ })).toBeNull()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(screen.queryByRole('dialog', { name: 'Save attendance?' })).toBeNull()
  expect(posts(calls)).toMatchObject([
    {
      path: '/api/attendance-submissions',
      body: {
        attendance_session_id: 5,
        submission_type: 'bulk_create',
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        submissions: [
          { student_id: 1, status: 'present' },
          { student_id: 2, status: 'present' },
          { student_id: 3, status: 'absent' },
        ],
      },
    },
  ])
  expect(screen.getByText('Attendance saved successfully!')).toBeTruthy()
})

test('saving asks first when some are untouched, and names how many will be absent', async () => {
  const calls = server()
  open()
  await dialog()
  await mark('Ayesha', 'Present')
  await save()
  const asked = await screen.findByRole('dialog', { name: 'Save attendance?' })
  expect(asked.textContent).toContain('2 students are not marked yet and will be saved as absent.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toEqual([])
  await mark('بلال', 'Leave')
  await save()
  expect((await screen.findByRole('dialog', { name: 'Save attendance?' })).textContent).toContain(
    '1 student is not marked yet',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Yes, mark absent' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions.map(({ status }) => status)).toEqual(['present', 'leave', 'absent'])
})

test('P, A and L mark and go to the next student, the arrows only go', async () => {
  server()
  open()
  await dialog()
  const first = row('Ayesha').getByRole('button', { name: 'Present' })
  first.focus()
  await userEvent.keyboard('p')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(document.activeElement).toBe(row('بلال').getByRole('button', { name: 'Present' }))
  await userEvent.keyboard('{ArrowDown}{ArrowUp}L')
  expect(pressed('بلال')).toEqual(['Leave'])
  await userEvent.keyboard('a')
  expect(pressed('Celina')).toEqual(['Absent'])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(pressed('Ayesha')).toEqual(['Present'])
})

test('letters typed in the search mark nobody; the rest is the rest of all, not of those found', async () => {
  server()
  open()
  const modal = await dialog()
  await userEvent.type(modal.getByLabelText('Search students'), 'cel')
  await waitFor(() => expect(screen.queryByRole('group', { name: /Ayesha/ })).toBeNull())
  expect(counts()).toBe('Present0Absent0Leave0Not marked3')
  await userEvent.click(rest())
  expect(counts()).toBe('Present3Absent0Leave0Not marked0')
})

test('the marks survive a reload, and opening again resets nobody', async () => {
  server()
  const before = open()
  await dialog()
  await mark('Ayesha', 'Leave')
  await mark('Celina', 'Absent')
  before.unmount()
  roster = [...unmarked, student(6, 'New in the group')]
  open()
  await dialog()
  expect(pressed('Ayesha')).toEqual(['Leave'])
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(pressed('بلال')).toEqual([])
  expect(pressed('New in the group')).toEqual([])
})

test('the marks of one person are not those of the next at the same device', async () => {
  server()
  const before = open()
  await dialog()
  await mark('Ayesha', 'Leave')
  before.unmount()
  clearSession()
  startSession(loginAnswer('other', { id: 8 }))
  storeRoles(['faculty'])
  open()
  await dialog()
  expect(pressed('Ayesha')).toEqual([])
})

test('saved without network it says Waiting, survives a reload, and is sent once when the network is back', async () => {
  const calls = server()
  const before = open()
  await dialog()
  await userEvent.click(rest())
  await mark('Celina', 'Absent')
  reached = false
  await save()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(
    screen.getByText('The marks are kept on this device and sent as soon as the server can be reached.'),
  ).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  before.unmount()

  open()
  await dialog()
  expect(await screen.findByText(/This is the list of/)).toBeTruthy()
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(pressed('Ayesha')).toEqual(['Present'])

  const tried = posts(calls).length
  reached = true
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  const all = posts(calls)
  expect(all).toHaveLength(tried + 1)
  expect(new Set(all.map(({ body }) => body.key)).size).toBe(1)
})

test('the list that was read last opens without network, with what was sent since', async () => {
  server()
  const first = open()
  await dialog()
  first.unmount()
  reached = false
  const second = open()
  await dialog()
  await mark('Ayesha', 'Leave')
  await userEvent.click(rest())
  reached = true
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  second.unmount()
  reached = false
  open()
  await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Leave'])
  expect(pressed('Celina')).toEqual(['Present'])
  expect(screen.getByText('Saved')).toBeTruthy()
})

test('without network and never read before, it says so', async () => {
  server()
  reached = false
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
})

test('an ended session is signed in again over the marks, and they are sent', async () => {
  let ended = true
  const calls = network(({ method, path, body, headers }) => {
    if (path === '/api/login') return answer(200, loginAnswer('second-token'))
    if (method === 'POST' && ended && headers.authorization === 'Bearer first-token')
      return answer(401, { message: 'Please sign in.' })
    if (method === 'POST') return stores(path, body as Posted)
    if (path === '/api/attendance-sessions/5') return answer(200, { data: session })
    return answer(200, { data: roster, meta: { page: 1, per_page: 500, total: roster.length } })
  })
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  await userEvent.type(within(again).getByLabelText(/^Password/), 'ClinicalElog1')
  await userEvent.click(within(again).getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  ended = false
  const sent = posts(calls).filter(({ path }) => path === '/api/attendance-submissions')
  expect(new Set(sent.map(({ body }) => body.key)).size).toBe(1)
  expect(entryOf('attendance:5')?.state).toBe('saved')
})

test('a refusal is Failed with the server’s words, and the marks are still there', async () => {
  server()
  onPost = () => answer(422, { message: 'x', errors: { submissions: ['Celina is not of this group'] } })
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  expect(await screen.findByText('Failed')).toBeTruthy()
  expect(screen.getByText(/Celina is not of this group/).textContent).not.toContain('Validation error')
  expect(pressed('Ayesha')).toEqual(['Present'])
  onPost = stores
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

async function overtaken() {
  const calls = server()
  open()
  await dialog()
  await mark('Celina', 'Leave')
  await userEvent.click(rest())
  onPost = (path, body) => {
    if (path.endsWith('/update')) return stores(path, body)
    session = completedSession
    roster = marked
    return answer(409, { message: 'Attendance has already been taken for this session.' })
  }
  await save()
  expect(await screen.findByText('Failed')).toBeTruthy()
  return calls
}

test('when somebody else has taken it, both are shown where they differ', async () => {
  await overtaken()
  const table = await screen.findByRole('table', { name: 'Marks that differ' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((one) => one.textContent)).toEqual(['MBBS-22003 CelinaLeaveAbsent'])
  expect((await screen.findByText(/Taken by/)).textContent).toBe('Taken by Bilal Ahmed, 20 Nov 2026, 09:00.')
})

test('Keep theirs gives mine up', async () => {
  const calls = await overtaken()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep theirs' }))
  await dialog('Update Attendance')
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(outbox.get()).toEqual([])
  expect(posts(calls)).toHaveLength(1)
})

test('Use mine updates the stored marks where they differ', async () => {
  const calls = await overtaken()
  await userEvent.click(await screen.findByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[1]).toEqual({
    path: '/api/attendance-submissions/update',
    body: { attendance_session_id: 5, updated_at: 'v2', submissions: [{ student_id: 3, status: 'leave' }] },
  })
  expect(screen.getByText('Attendance updated successfully!')).toBeTruthy()
})

test('a completed session shows the stored marks, and sends only what was changed, with its version', async () => {
  session = completedSession
  roster = marked
  const calls = server()
  open()
  const modal = await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(modal.queryByRole('button', { name: /^Mark the rest present/ })).toBeNull()
  await mark('Celina', 'Leave')
  expect(modal.getByText('was Absent')).toBeTruthy()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)).toEqual([
    {
      path: '/api/attendance-submissions/update',
      body: { attendance_session_id: 5, updated_at: 'v2', submissions: [{ student_id: 3, status: 'leave' }] },
    },
  ])
})

test('nothing changed: Save closes and sends nothing', async () => {
  session = completedSession
  roster = marked
  const calls = server()
  open()
  await dialog('Update Attendance')
  await mark('Celina', 'Leave')
  await mark('Celina', 'Absent')
  await save()
  expect(onClose).toHaveBeenCalled()
  expect(posts(calls)).toEqual([])
})

test('changes made on an older version are not saved over a later one unseen', async () => {
  session = completedSession
  roster = marked
  server()
  const before = open()
  await dialog('Update Attendance')
  await mark('Celina', 'Leave')
  before.unmount()
  session = { ...completedSession, updated_at: 'v3' }
  roster = [student(1, 'Ayesha', 'absent'), ...marked.slice(1)]
  open()
  const table = await screen.findByRole('table', { name: 'Marks that differ' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('MBBS-22003 CelinaLeaveAbsent')
})

test('saved anew after a refusal, it still carries the version that the marks were made on', async () => {
  session = completedSession
  roster = marked
  const calls = server()
  onPost = () => answer(422, { message: 'No.' })
  const before = open()
  await dialog('Update Attendance')
  await mark('Celina', 'Leave')
  await save()
  expect(await screen.findByText('Failed')).toBeTruthy()
  before.unmount()
  session = { ...completedSession, updated_at: 'v3' }
  open()
  await dialog('Update Attendance')
  expect(pressed('Celina')).toEqual(['Leave'])
  await save()
  await waitFor(() => expect(posts(calls)).toHaveLength(2))
  expect(posts(calls).map(({ body }) => body.updated_at)).toEqual(['v2', 'v2'])
})

test('the history of a taken session says who changed what and when', async () => {
  session = completedSession
  roster = marked
  history = [changedLast]
  const calls = server()
  open()
  const modal = await dialog('Update Attendance')
  expect(calls.some(({ path }) => path.includes('/history'))).toBe(false)
  await userEvent.click(modal.getByRole('button', { name: 'History' }))
  expect((await modal.findByText(/Absent → Leave/)).textContent).toBe('MBBS-22003 Celina: Absent → Leave')
  expect(modal.getByText(/^Remarks:/).textContent).toBe('Remarks: — → Fever')
  expect(modal.getByText(/20 Nov 2026, 10:00 ·/).textContent).toContain('Dr Hina')
})

test('a cancelled session takes none', async () => {
  session = { ...pendingSession, status: 'cancelled' }
  server()
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('This session is cancelled.')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a tap draws its own row again, and no other', async () => {
  roster = Array.from({ length: 60 }, (_, index) => student(index + 10, `Student ${index}`))
  server()
  open()
  await dialog()
  const other = screen.getByRole('group', { name: /Student 30$/ })
  const changes: MutationRecord[] = []
  const watch = new MutationObserver((records) => changes.push(...records))
  watch.observe(other, { attributes: true, childList: true, subtree: true })
  fireEvent.click(within(screen.getByRole('group', { name: /Student 1$/ })).getByRole('button', { name: 'Absent' }))
  await waitFor(() => expect(counts()).toBe('Present0Absent1Leave0Not marked59'))
  expect(changes).toEqual([])
  watch.disconnect()
})

const remarksField = (name: string) => screen.getByRole('textbox', { name: `Remarks for ${name}` })

test('a remark can be added once a student is marked, marks nobody, survives a reload and is sent where it was touched', async () => {
  const calls = server()
  const { unmount } = open()
  await dialog()
  expect(screen.queryByRole('textbox', { name: /^Remarks for/ })).toBeNull()
  await mark('Ayesha', 'Leave')
  await userEvent.click(screen.getByRole('button', { name: 'Add remarks for Ayesha' }))
  expect(document.activeElement).toBe(remarksField('Ayesha'))
  await userEvent.type(remarksField('Ayesha'), 'papa is ill')
  expect(counts()).toBe('Present0Absent0Leave1Not marked2')
  unmount()

  open()
  await dialog()
  expect(remarksField('Ayesha')).toHaveProperty('value', 'papa is ill')
  await userEvent.click(rest())
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([
    { student_id: 1, status: 'leave', remarks: 'papa is ill' },
    { student_id: 2, status: 'present' },
    { student_id: 3, status: 'present' },
  ])
})

test('a changed remark alone is an update, and a stored one stays where only the mark changed', async () => {
  session = completedSession
  roster = marked.map((one) => ({ ...one, remarks: 'Stored' }))
  const calls = server()
  open()
  await dialog('Update Attendance')
  await userEvent.clear(remarksField('Ayesha'))
  await mark('Celina', 'Present')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([
    { student_id: 1, status: 'present', remarks: '' },
    { student_id: 3, status: 'present' },
  ])
})

test('marking the rest never overwrites what was set, stored or touched', () => {
  const students = [student(1, 'A', 'leave'), student(2, 'B'), student(3, 'C'), gone]
  const given = restPresent(students, { 2: 'absent' })
  expect(given).toEqual({ 3: 'present' })
  expect(markCounts(students, { 2: 'absent', ...given })).toEqual({ present: 1, absent: 1, leave: 1, untouched: 0 })
  expect(
    differing(students, { marks: { 1: 'leave', 2: 'absent', 4: 'present' }, remarks: {} }).map(
      ({ student: one }) => one.student_id,
    ),
  ).toEqual([2])
  const { submissions } = takeBody({ session: pendingSession, students }, NOTHING_GIVEN, 'k')
  expect(submissions).toEqual([
    { student_id: 1, status: 'leave' },
    { student_id: 2, status: 'absent' },
    { student_id: 3, status: 'absent' },
  ])
})

/** What another tab of the same person writes. */
function elsewhere(key: string, value: unknown): void {
  if (value === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ value, at: new Date().toISOString() }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
}
const DRAFT = 'kept:7/begun/attendance:5'
const draft = () => JSON.parse(localStorage.getItem(DRAFT) ?? 'null')?.value

test('marks made in another tab appear, and those of neither are lost', async () => {
  server()
  open()
  await dialog()
  await mark('Ayesha', 'Leave')
  elsewhere(DRAFT, { ...draft(), title: 'x', value: { ...draft().value, marks: { 1: 'leave', 2: 'absent' } } })
  expect(pressed('بلال')).toEqual(['Absent'])
  expect(counts()).toBe('Present0Absent1Leave1Not marked1')

  // Written without a word to this tab: what is marked next is built on it all the same.
  const { value } = draft()
  localStorage.setItem(
    DRAFT,
    JSON.stringify({ value: { ...draft(), value: { ...value, remarks: { 1: 'ill' } } }, at: '' }),
  )
  await mark('Celina', 'Present')
  expect(draft().value).toEqual({
    marks: { 1: 'leave', 2: 'absent', 3: 'present' },
    remarks: { 1: 'ill' },
    updated_at: 'v1',
  })
})

test('what another tab saved is shown as saved here', async () => {
  server()
  open()
  await dialog()
  await mark('Ayesha', 'Leave')
  session = completedSession
  roster = marked
  const entry = {
    subject: 'attendance:5',
    title: 'Group A',
    endpoint: {},
    body: { submissions: [] },
    state: 'saved',
    problem: null,
    at: new Date().toISOString(),
    reply: { data: completedSession },
  }
  await keep(7, 'outbox/attendance:5', entry)
  elsewhere('kept:7/told/outbox', 1)
  elsewhere(DRAFT, undefined)
  await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(screen.getByText('Saved')).toBeTruthy()
})

const asked = () => screen.findByRole('dialog', { name: 'Save attendance?' })

test('saving the attendance of a day to come asks first, together with the untouched', async () => {
  session = { ...pendingSession, activity_date: '2999-01-04' }
  const calls = server()
  open()
  await dialog()
  await mark('Ayesha', 'Present')
  await save()
  expect((await asked()).textContent).toContain(
    '2 students are not marked yet and will be saved as absent. This session is on 4 Jan 2999. Save its attendance today?',
  )
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toEqual([])

  await userEvent.click(rest())
  await save()
  const question = await asked()
  expect(question.textContent).toContain('This session is on 4 Jan 2999. Save its attendance today?')
  expect(question.textContent).not.toContain('not marked yet')
  await userEvent.click(within(question).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)).toHaveLength(1)
})

test('today’s attendance is saved without a question', async () => {
  session = { ...pendingSession, activity_date: today() }
  server()
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('the sign-in page of a Wi-Fi in the place of the answer leaves it waiting, and it is sent by itself', async () => {
  const calls = server()
  let portal = true
  onPost = (path, body) => (portal ? new Response('<html>Sign in to the Wi-Fi</html>') : stores(path, body))
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(screen.queryByText(/Check the connection/)).toBeNull()
  portal = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  expect(posts(calls)).toHaveLength(2)
})

test('what waits says why, where it is more than the network', async () => {
  server()
  onPost = () => answer(503, { message: 'The server is being updated.' })
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  expect(
    await screen.findByText(
      'The marks are kept on this device and sent as soon as the server can be reached. The server is being updated.',
    ),
  ).toBeTruthy()
})

test('the person who changed a mark last is named, not who took the attendance', async () => {
  session = completedSession
  roster = marked
  server()
  const before = open()
  await dialog('Update Attendance')
  await mark('Celina', 'Leave')
  before.unmount()
  session = { ...completedSession, updated_at: 'v3' }
  history = [changedLast]
  open()
  expect((await screen.findByText(/Last changed by/)).textContent).toBe('Last changed by Dr Hina, 20 Nov 2026, 10:00.')
  expect(screen.queryByText(/Taken by/)).toBeNull()
})

test('marks of a session that was cancelled meanwhile can only be discarded', async () => {
  server()
  open()
  await dialog()
  await userEvent.click(rest())
  onPost = () => {
    session = { ...pendingSession, status: 'cancelled' }
    return answer(409, { message: 'This session is cancelled.' })
  }
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('This session is cancelled.')
  expect(screen.getByText('Your marks are on this device only. They cannot be saved.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Discard marks?' })).getByRole('button', { name: 'Keep' }),
  )
  expect(entryOf('attendance:5')?.state).toBe('conflict')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Discard marks?' }))
  await userEvent.click(sure.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(outbox.get()).toEqual([])
})

test('marks of a session that was deleted meanwhile can be read and discarded, and nothing else', async () => {
  let deleted = false
  const gone = () => answer(404, { message: 'Attendance session not found.' })
  network(({ method, path }) => {
    if (path.startsWith('/api/attendance-sessions') && deleted) return gone()
    if (method === 'POST')
      return answer(422, {
        message: 'The given data was invalid.',
        errors: { attendance_session_id: ['Attendance session does not exist'] },
      })
    if (path === '/api/attendance-sessions/5') return answer(200, { data: session })
    return answer(200, { data: roster, meta: { page: 1, per_page: 500, total: roster.length } })
  })
  open()
  await dialog()
  await mark('Ayesha', 'Leave')
  await userEvent.click(screen.getByRole('button', { name: /^Mark the rest present/ }))
  deleted = true
  await save()
  expect(await screen.findByText('This session was deleted, or is not yours to take any more.')).toBeTruthy()
  const mine = within(screen.getByRole('table', { name: 'Your marks' }))
  expect(mine.getAllByRole('row').map((one) => one.textContent)).toContain('MBBS-22001 AyeshaLeave')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Discard marks?' })).getByRole('button', { name: 'Discard' }),
  )
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(entryOf('attendance:5')).toBeUndefined()
})

test('what waits needs nothing more: the dialog only closes, until another mark is made', async () => {
  server()
  open()
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: /^Mark the rest present/ }))
  reached = false
  await save()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await mark('Ayesha', 'Absent')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
})

test('a cancelled session without marks of mine has nothing to discard', async () => {
  session = { ...pendingSession, status: 'cancelled' }
  server()
  open()
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(screen.queryByText(/on this device only/)).toBeNull()
})

test('Update Attendance asks before it leaves somebody without a mark, whether or not another was changed', async () => {
  session = completedSession
  roster = [...marked, student(6, 'New')]
  const calls = server()
  open()
  await dialog('Update Attendance')
  await save()
  expect((await asked()).textContent).toContain('1 student is not marked yet and stays without a mark.')
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Go on marking' }))
  expect(onClose).not.toHaveBeenCalled()
  await mark('Celina', 'Leave')
  await save()
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posts(calls)[0]?.body.submissions).toEqual([{ student_id: 3, status: 'leave' }])
})

test('a student who was marked and is no longer active is shown as such, with the mark', async () => {
  session = completedSession
  roster = [{ ...student(1, 'Ayesha', 'present'), student_status: 'graduated' }, student(2, 'Celina', 'absent')]
  server()
  open()
  await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(screen.getAllByText('Graduated')).toHaveLength(1)
})

test('Mark the rest present says how many, and Undo takes exactly them back until another mark is made', async () => {
  server()
  open()
  await dialog()
  await mark('Celina', 'Present')
  expect(rest().textContent).toBe('Mark the rest present (2)')
  await userEvent.click(rest())
  expect(counts()).toBe('Present3Absent0Leave0Not marked0')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(counts()).toBe('Present1Absent0Leave0Not marked2')
  expect(pressed('Celina')).toEqual(['Present'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

  await userEvent.click(rest())
  await mark('Ayesha', 'Absent')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a double click on Mark the rest present marks them', async () => {
  server()
  open()
  await dialog()
  await userEvent.dblClick(rest())
  expect(counts()).toBe('Present3Absent0Leave0Not marked0')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(draft()).toBeUndefined()
})

/** What the page shows of the device. */
function Device({ onOpenList = vi.fn() }: { onOpenList?: (asked: object) => void }) {
  const device = useOnDevice()
  return <KeptSessionsPanel {...device} onOpen={vi.fn()} onOpenList={onOpenList} onChanged={device.reload} />
}

async function withoutNetwork(run: () => Promise<void>): Promise<void> {
  reached = false
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  try {
    await run()
  } finally {
    onLine.mockRestore()
    // The query client listens too, and lives as long as the tests.
    act(() => void window.dispatchEvent(new Event('online')))
  }
}

const seen = (sessions: AttendanceSession[], page = 1) =>
  keep(7, 'attendance-sessions', {
    asked: { department_id: 3, batch_id: 1, group_id: 7, status: '', page, per_page: 50 },
    found: { data: sessions, meta: { page, per_page: 50, total: sessions.length } },
  })

test('a session of the list last seen opens without network with the students of its group', async () => {
  server()
  await seen([pendingSession])
  await keep(7, 'taking/4', {
    session: { ...completedSession, id: 4, activity_date: '2026-11-19' },
    students: [...marked, { ...student(6, 'Marked and gone', 'leave'), student_status: 'inactive' }],
  })
  // Kept later.
  await new Promise((resolve) => setTimeout(resolve, 2))
  await keep(7, 'taking/3', {
    session: { ...pendingSession, id: 3, group_id: 8 },
    students: [student(9, 'Of Group B')],
  })
  await withoutNetwork(async () => {
    open()
    await dialog()
    expect(await screen.findByText(/This is the list of/)).toBeTruthy()
    expect(counts()).toBe('Present0Absent0Leave0Not marked3')
    expect(screen.getByText('Marked and gone')).toBeTruthy()
    expect(screen.queryByText('Of Group B')).toBeNull()
    await mark('Celina', 'Absent')
    await userEvent.click(rest())
    await save()
    expect(await screen.findByText('Waiting')).toBeTruthy()
  })
  expect(entryOf('attendance:5')?.body).toMatchObject({
    attendance_session_id: 5,
    submissions: [
      { student_id: 1, status: 'present' },
      { student_id: 2, status: 'present' },
      { student_id: 3, status: 'absent' },
    ],
  })
})

test('what was kept while the page was open is offered when the network goes', async () => {
  server()
  renderPage(<Device />)
  await act(async () => {})
  await seen([pendingSession])
  await withoutNetwork(async () => {
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByRole('button', { name: 'Open the list last seen' })).toBeTruthy()
  })
})

test('without network the way back to the list last seen is offered, and today’s sessions in it', async () => {
  server()
  await seen([{ ...pendingSession, activity_date: today() }], 2)
  await keep(7, 'taking/4', { session: { ...completedSession, id: 4, activity_date: '2020-01-01' }, students: marked })
  const onOpenList = vi.fn()
  const online = renderPage(<Device onOpenList={onOpenList} />)
  await act(async () => {})
  expect(screen.queryByRole('button', { name: 'Open the list last seen' })).toBeNull()
  online.unmount()
  await withoutNetwork(async () => {
    renderPage(<Device onOpenList={onOpenList} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Open the list last seen' }))
    expect(onOpenList).toHaveBeenCalledWith({ department_id: 3, batch_id: 1, group_id: 7, status: '', page: 2 })
    expect(screen.getByRole('button', { name: 'Open Group A, 20 Nov 2026, 08:00' })).toBeTruthy()
  })
})

/** Everybody present is saved while there is no network. */
async function savedOffline() {
  const calls = server()
  const before = open()
  await dialog()
  reached = false
  await userEvent.click(rest())
  await save()
  await screen.findByText('Waiting')
  before.unmount()
  reached = true
  return calls
}
/** As the server does it. */
function refusesLeavers(path: string, body: Posted): Response {
  const left = body.submissions.filter(
    (mark) => !roster.some((one) => one.student_id === mark.student_id && one.is_marked),
  )
  const submissions = left.map(({ student_id }) => `Student ${student_id} is not an active student of this group`)
  return left.length > 0 ? answer(422, { message: 'Invalid', errors: { submissions } }) : stores(path, body)
}

test('a register that waited is sent without who has left the group since, and the person is told whom', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  roster = [{ ...student(1, 'Ayesha'), student_status: 'inactive', is_marked: false }, student(2, 'بلال'), gone]
  onPost = refusesLeavers
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText('Group A, 20 Nov 2026, 08:00: sent without Ayesha, Celina, no longer active in the group.'),
  ).toBeTruthy()
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  expect(
    await screen.findByText(
      'The marks have reached the server. Left out, no longer active in the group: Ayesha, Celina.',
    ),
  ).toBeTruthy()
  const [refused, again] = posts(calls).slice(tried)
  expect(refused?.body.submissions).toHaveLength(3)
  expect(again?.body).toEqual({ ...refused?.body, submissions: [{ student_id: 2, status: 'present' }] })
})

test('a conflict in which nothing differs was a lost answer: it counts as saved', async () => {
  await savedOffline()
  onPost = (path, body) => {
    stores(path, body)
    return answer(409, { message: 'Attendance has already been taken for this session.' })
  }
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')).toMatchObject({ state: 'saved', problem: null }))
})

test('marks of a cancelled session whose students have all left do not count as saved', async () => {
  const calls = await savedOffline()
  session = { ...pendingSession, status: 'cancelled' }
  roster = []
  onPost = () => answer(409, { message: 'This session is cancelled.' })
  await act(sendNow)
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(entryOf('attendance:5')?.state).toBe('conflict')
})

test('who joined the group while a register waited is told to have been saved as absent', async () => {
  await savedOffline()
  const joined = student(8, 'Zainab')
  roster = [...roster, joined]
  onPost = (path, body) => {
    const saved = stores(path, body)
    roster = roster.map((one) => (one.student_id === 8 ? { ...one, status: 'absent' } : one))
    session = { ...session, counts: { present: 3, absent: 1, leave: 0 } }
    return saved.ok ? answer(201, { data: session }) : saved
  }
  const shown = renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The marks have reached the server. Joined the group meanwhile and saved as absent: Zainab.',
    ),
  ).toBeTruthy()
  shown.unmount()
  renderPage(<Device />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close Group A, 20 Nov 2026, 08:00' }))
  await waitFor(() => expect(entryOf('attendance:5')).toBeUndefined())
  expect(screen.queryByText(/Zainab/)).toBeNull()
})

test('a register that holds everybody is not looked at again once it is saved', async () => {
  const calls = await savedOffline()
  onPost = (path, body) => {
    stores(path, body)
    session = { ...session, counts: { present: 3, absent: 0, leave: 0 } }
    return answer(201, { data: session })
  }
  renderPage(<Device />)
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  await act(async () => {})
  expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(1)
})

test('refused marks of students who are not in the list any more can be read, and are given up knowingly', async () => {
  const calls = await savedOffline()
  roster = [student(9, 'Of Group B')]
  onPost = refusesLeavers
  await act(sendNow)
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('failed'))
  const shown = open()
  const modal = await dialog()
  const table = within(await modal.findByRole('table', { name: 'Your marks' }))
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual([
    expect.stringMatching(/Ayesha.*Present/),
    expect.stringMatching(/Present/),
    expect.stringMatching(/Celina.*Present/),
  ])

  // The list that there is now can be saved, but not without a word about the others.
  const tried = posts(calls).length
  await mark('Of Group B', 'Present')
  await save()
  expect(await screen.findByText('3 marks of students who are not in this list will be lost.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Go on marking' }))
  expect(posts(calls)).toHaveLength(tried)

  await userEvent.click(modal.getByRole('button', { name: 'Discard' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard marks?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(entryOf('attendance:5')).toBeUndefined())
  expect(onClose).toHaveBeenCalled()
  shown.unmount()
})

test('without network the list says that the marks are kept on the device', async () => {
  server()
  open()
  await dialog()
  const words = 'No network. The marks are kept on this device; save them as always.'
  expect(screen.queryByText(words)).toBeNull()
  await withoutNetwork(async () => {
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

test('a register with who has left is not sent again once its session is no longer to be taken', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  roster = roster.slice(1)
  session = { ...pendingSession, status: 'cancelled' }
  onPost = refusesLeavers
  renderPage(<Device />)
  await act(sendNow)
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(posts(calls)).toHaveLength(tried + 1)
  expect(entryOf('attendance:5')?.state).toBe('failed')
})

test('a refusal for another reason stays Failed, and nothing is sent again by itself', async () => {
  const calls = await savedOffline()
  const tried = posts(calls).length
  onPost = () =>
    answer(422, { message: 'Invalid', errors: { attendance_session_id: ['Attendance session does not exist'] } })
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The server refused the marks. They are kept on this device. Attendance session does not exist',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/roster'))).toHaveLength(2))
  await act(async () => {})
  expect(posts(calls)).toHaveLength(tried + 1)
})

test('the card of a session that was cancelled meanwhile says so, and nothing of stored marks', async () => {
  await savedOffline()
  session = { ...pendingSession, status: 'cancelled' }
  onPost = () => answer(409, { message: 'This session is cancelled.' })
  renderPage(<Device />)
  await act(sendNow)
  expect(
    await screen.findByText(
      'The session has changed meanwhile. The marks are kept on this device. This session is cancelled.',
    ),
  ).toBeTruthy()
})

test('marks begun in another tab are listed', async () => {
  server()
  renderPage(<Device />)
  await act(async () => {})
  elsewhere('kept:7/begun/attendance:6', { title: 'Group C', value: { marks: {}, remarks: {}, updated_at: 'v1' } })
  expect(await screen.findByText('Group C')).toBeTruthy()
})

/** What the printer gets: lines above the table, then its rows; nothing of it is on the screen. */
async function printed() {
  let paper: Element | null = null
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    paper = document.querySelector('body > [data-paper]')?.cloneNode(true) as Element
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })
  await userEvent.click(screen.getByRole('button', { name: 'Print register' }))
  expect(document.querySelector('[data-paper]')).toBeNull()
  const of = paper as unknown as HTMLElement
  const rows = [...of.querySelectorAll('tbody tr')].map((tr) => [...tr.children].map((cell) => cell.textContent))
  return { text: of.textContent ?? '', rows }
}

test('a register is printed to be filled in by hand, and with its marks, which it says are not saved', async () => {
  server()
  open()
  await dialog()
  const empty = await printed()
  expect(empty.text).toContain('Attendance RegisterGroup A, 20 Nov 2026, 08:00 – 09:00Medicine · MBBS 2023 · Dr Sana')
  expect(empty.text).not.toContain('present')
  expect(empty.rows).toEqual([
    ['1', 'MBBS-22001', 'Ayesha', '', ''],
    ['2', 'MBBS-22002', 'بلال', '', ''],
    ['3', 'MBBS-22003', 'Celina', '', ''],
    ['4', 'MBBS-22004', 'Dawood', 'Not active', ''],
  ])
  await mark('Ayesha', 'Leave')
  const begun = await printed()
  expect(begun.rows.map((cells) => cells[3])).toEqual(['Leave', '', '', 'Not active'])
  expect(begun.text).toContain('0 present, 0 absent, 1 leave, 2 not marked')
  expect(begun.text).toContain('These marks are not saved yet.')
})

test('a stored register is printed whole, whatever is searched, until a mark of it is changed', async () => {
  session = completedSession
  roster = marked
  server()
  open()
  const { getByLabelText } = await dialog('Update Attendance')
  await userEvent.type(getByLabelText('Search students'), 'celina')
  const stored = await printed()
  expect(stored.rows.map((cells) => cells[3])).toEqual(['Present', 'Present', 'Absent', 'Not active'])
  expect(stored.text).toContain('2 present, 1 absent, 0 leave')
  expect(stored.text).not.toContain('not saved')
  await mark('Celina', 'Present')
  expect((await printed()).text).toContain('These marks are not saved yet.')
})
