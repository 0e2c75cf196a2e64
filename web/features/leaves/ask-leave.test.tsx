import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smallPdf } from '../../../server/testing/small-pdf.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { type StudentGroup, studentGroups } from '../../../shared/contract/groups.ts'
import { LEAVE_TEXTS, leaves } from '../../../shared/contract/leaves.ts'
import { students } from '../../../shared/contract/students.ts'
import { leaveMay } from '../../../shared/policies/leaves.ts'
import { leave, leaveAnswer } from '../../testing/leaves.ts'
import { bodiesTo, HELD, held, pageOf, pathsTo, refuse, sentTo, served, UNREACHED } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, candidate, department, refOf, student } from '../../testing/records.ts'
import { session } from '../../testing/work.ts'
import { NO_DEPARTMENT, NO_SESSION } from './asking.rules.ts'
import { LeavesPage } from './LeavesPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./AskLeaveModal.tsx')
await import('./LeavePanel.tsx')

const ali = student()
const link = (id: number, of: { id: number; name: string }): StudentGroup => ({
  id,
  student_id: ali.id,
  group_id: id,
  department_id: of.id,
  status: 'active',
  student: refOf(candidate()) as StudentGroup['student'],
  group: { id, name: 'Group A', batch: refOf(batch()), department: of },
})
const medicine = refOf(department())
const surgery = { id: 4, name: 'Surgery' }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T06:00:00Z'), toFake: ['Date'] })
  served(
    [leaves.list, pageOf([])],
    [students.byUser, { data: ali }],
    [
      studentGroups.listByStudent,
      pageOf([link(7, surgery), link(8, medicine)].map((one) => ({ ...one, student: candidate() }))),
    ],
    [leaves.create, HELD],
  )
  signedIn(['student'])
})
afterEach(() => {
  sessionStorage.clear()
})

async function open() {
  renderPage(<LeavesPage />, '/leaves?modal=add')
  // A dialog of the same name waits for the groups first.
  await screen.findByLabelText(/^Reason/)
  const dialog = within(screen.getByRole('dialog', { name: 'Ask for Leave' }))
  return {
    dialog,
    choose: (name: string) => userEvent.click(dialog.getByLabelText(name)),
    reason: (text: string) => userEvent.type(dialog.getByLabelText(/^Reason/), text),
    send: () => userEvent.click(dialog.getByRole('button', { name: 'Send' })),
  }
}
const sent = () => sentTo(served(), leaves.create)
const fieldsSent = () =>
  (bodiesTo(served(), leaves.create) as FormData[]).map((form) =>
    Object.fromEntries([...form].map(([name, value]) => [name, value instanceof File ? value.name : value])),
  )
const file = (name: string, type: string) =>
  new File([name.endsWith('.txt') ? 'Fever' : new Uint8Array(smallPdf())], name, { type })

test('today and every department are chosen already: a reason is enough', async () => {
  const { dialog, reason, send } = await open()
  expect(dialog.getByLabelText(/^First day/)).toHaveProperty('value', '2026-03-02')
  await send()
  expect(await dialog.findByText('Reason is required')).toBeTruthy()
  await reason('Fever')
  await send()
  const call = await held(leaves.create)
  call.answer({ data: leave() })
  expect(await screen.findByText('Leave request sent.')).toBeTruthy()
  expect(fieldsSent()).toEqual([
    { first_day: '2026-03-02', last_day: '2026-03-02', department_ids: '[3,4]', reason: 'Fever' },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('other days, one department and a file', async () => {
  const { dialog, choose, reason, send } = await open()
  const [first, last] = [dialog.getByLabelText(/^First day/), dialog.getByLabelText(/^Last day/)]
  expect([first.getAttribute('min'), first.getAttribute('max')]).toEqual(['2026-01-31', '2026-08-29'])
  await userEvent.clear(first)
  await userEvent.type(first, '2026-03-09')
  // The last day follows while it equals the first.
  expect(last).toHaveProperty('value', '2026-03-09')
  await choose('Surgery')
  await reason('A wedding')
  const input = dialog.getByLabelText(/^PDF or picture file/)
  await userEvent.upload(input, file('notes.txt', 'text/plain'), { applyAccept: false })
  expect(await dialog.findByText('File "notes.txt" is neither a PDF nor a picture (JPEG, PNG or WebP).')).toBeTruthy()
  await userEvent.upload(input, file('card.pdf', 'application/pdf'))
  await send()
  expect((await held(leaves.create)).files.map(({ name }) => name)).toEqual(['card.pdf'])
  expect(fieldsSent()[0]).toEqual({
    first_day: '2026-03-09',
    last_day: '2026-03-09',
    department_ids: '[3]',
    reason: 'A wedding',
    file: 'card.pdf',
  })
})

test('says what is wrong with days and departments, and what the server says of them', async () => {
  const { dialog, choose, reason, send } = await open()
  await reason('Fever')
  await choose('Medicine')
  await choose('Surgery')
  await userEvent.clear(dialog.getByLabelText(/^Last day/))
  await userEvent.type(dialog.getByLabelText(/^Last day/), '2026-03-01')
  await send()
  expect(await dialog.findByText(NO_DEPARTMENT)).toBeTruthy()
  expect(dialog.getByText(LEAVE_TEXTS.order)).toBeTruthy()
  expect(sent()).toHaveLength(0)
  await userEvent.clear(dialog.getByLabelText(/^Last day/))
  await userEvent.type(dialog.getByLabelText(/^Last day/), '2026-03-03')
  await choose('Medicine')
  await send()
  const text = 'You have already asked for leave for one of these days'
  ;(await held(leaves.create)).answer(refuse(422, 'The given data was invalid.', { first_day: [text] }))
  expect(await dialog.findByText(text)).toBeTruthy()
  expect(dialog.getByLabelText(/^First day/).getAttribute('aria-invalid')).toBe('true')
})

test('single sessions are ticked, of those that can be missed', async () => {
  const calls = served([
    attendanceSessions.list,
    pageOf([
      session({ id: 35, activity_date: '2026-03-03', date_time: '2026-03-03T04:00:00.000Z' }),
      session({ id: 34, own_status: 'present', start_time: '07:00' }),
      session({ id: 33, status: 'cancelled', start_time: '08:00' }),
      session({
        id: 32,
        start_time: '11:00',
        end_time: '12:00',
        date_time: '2026-03-02T06:00:00.000Z',
        department: surgery,
      }),
      session({ id: 31, own_status: 'absent' }),
    ]),
  ])
  const { dialog, choose, reason, send } = await open()
  await choose('Single sessions')
  const names = async () =>
    (await dialog.findAllByRole('checkbox')).map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
  await dialog.findByText('Tue, 3 Mar 2026')
  expect(await names()).toEqual([
    '09:00 to 10:00, Medicine, Group A Absent',
    '11:00 to 12:00, Surgery, Group A ',
    '09:00 to 10:00, Medicine, Group A ',
  ])
  expect(pathsTo(calls, attendanceSessions.list)[0]).toContain('from=2026-03-02&to=2026-03-08')
  await reason('Fever')
  await send()
  expect(await dialog.findByText(NO_SESSION)).toBeTruthy()
  await choose('11:00 to 12:00, Surgery, Group A')
  expect(dialog.getByText('1 session chosen')).toBeTruthy()

  // The choice stays for other days, with a note.
  served([attendanceSessions.list, pageOf([])])
  await userEvent.clear(dialog.getByLabelText('Sessions from'))
  await userEvent.type(dialog.getByLabelText('Sessions from'), '2026-03-04')
  expect(await dialog.findByText('1 session chosen, 1 of them not in this list')).toBeTruthy()
  expect(dialog.getByText('No sessions to miss on these days.')).toBeTruthy()
  await send()
  await held(leaves.create)
  expect(fieldsSent()).toEqual([{ session_ids: '[32]', reason: 'Fever' }])
})

test('what is typed survives a lost connection and a closed tab; sent again it is the same request', async () => {
  const { dialog, reason, send } = await open()
  await reason('Fever')
  await send()
  ;(await held(leaves.create)).answer(UNREACHED)
  expect(await dialog.findByText(/^The server cannot be reached/)).toBeTruthy()
  cleanup()
  const again = await open()
  expect(again.dialog.getByLabelText(/^Reason/)).toHaveProperty('value', 'Fever')
  expect(again.dialog.getByText('Restored what you typed.')).toBeTruthy()
  await again.send()
  await held(leaves.create)
  const keys = sent().map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
})

test('who is in no group has nobody to ask', async () => {
  served([studentGroups.listByStudent, pageOf([])])
  renderPage(<LeavesPage />, '/leaves?modal=add')
  expect(await screen.findByText(/^You are in no group yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})

const bilal = { id: 22, name: 'Bilal Ahmed' }
const refused = leaveAnswer({
  status: 'refused',
  note: 'Too late',
  answered_by: bilal,
  answered_at: '2026-03-01T09:30:00Z',
})

test('a student reads each answer, and withdraws what waits after a question', async () => {
  const asked = leave({ answers: [refused, leaveAnswer({ department: surgery })] })
  served([leaves.list, pageOf([asked])])
  renderPage(<LeavesPage />, '/leaves')
  await screen.findByText('1 leave request')
  const table = within(screen.getByRole('table', { name: 'Leave requests' }))
  expect((await table.findByText('Too late')).closest('td')?.textContent).toBe(
    'RefusedMedicineToo lateby Bilal Ahmed, 1 Mar 2026, 14:30PendingSurgery',
  )
  expect(table.queryByText('Student')).toBeNull()
  await userEvent.click(table.getByRole('button', { name: 'Withdraw' }))
  const question = within(await screen.findByRole('dialog', { name: 'Withdraw leave request' }))
  served([
    leaves.withdraw,
    () => {
      const after = leave({ answers: [refused, leaveAnswer({ department: surgery, status: 'withdrawn' })] })
      served([leaves.list, pageOf([after])])
      return { data: after }
    },
  ])
  await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Leave request withdrawn.')).toBeTruthy()
  expect(await table.findByText('Withdrawn')).toBeTruthy()
  expect(table.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})

test('what was decided meanwhile is not withdrawn, and it is said why', async () => {
  served([leaves.list, pageOf([leave()])], [leaves.read, { data: leave() }])
  renderPage(<LeavesPage />, '/leaves?modal=view&id=81')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Leave Request' }))
  served([
    leaves.withdraw,
    () => {
      served([leaves.read, { data: leave({ answers: [refused] }) }])
      return refuse(409, leaveMay.withdraw.refused)
    },
  ])
  await userEvent.click(await dialog.findByRole('button', { name: 'Withdraw' }))
  await userEvent.click((await screen.findAllByRole('button', { name: 'Withdraw' })).at(-1) as HTMLElement)
  expect(await dialog.findByText('Too late')).toBeTruthy()
})
