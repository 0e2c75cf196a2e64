import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { collegeToday } from '../../../shared/college-clock.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { HELD, held, pageOf, pathsTo, refuse, served, setReached } from '../../testing/network.ts'
import { answer, signedIn } from '../../testing/page.tsx'
import {
  asAdmin,
  cancelled,
  choose,
  fetchButton,
  inMedicine,
  labels,
  lists,
  open,
  rowOf,
  rows,
  SHOWN,
  server,
  session,
  tableRow,
  taken,
  writes,
} from '../../testing/sessions.tsx'

asAdmin()

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

test('nothing is missing while only the own department is not known yet', async () => {
  const own = Promise.withResolvers<Response>()
  server()
  served([staff.currentUser, () => own.promise])
  open()
  await waitFor(() => expect(screen.getByRole('table')).toBeTruthy())
  expect(screen.queryByText('Select All Required Fields')).toBeNull()
  own.resolve(answer(404, { message: 'Record not found.' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
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
  const calls = server()
  open()
  await rows()
  await waitFor(() => expect(fetchButton()).toHaveProperty('disabled', false))
  served([attendanceSessions.list, HELD])
  await userEvent.click(fetchButton())
  expect(fetchButton('Fetching...')).toHaveProperty('disabled', true)
  await waitFor(() => expect(lists(calls)).toHaveLength(2))
  ;(await held(attendanceSessions.list)).answer(pageOf([]))
  expect(await screen.findByText('No attendance sessions found for the selected criteria')).toBeTruthy()
})

test('staff of an academic department are fixed to it', async () => {
  signedIn(['hod'])
  const calls = server()
  inMedicine()
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
  server()
  served([attendanceSessions.list, () => (failing ? refuse(500) : pageOf([session, taken, cancelled]))])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch attendance sessions')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await rows()).toHaveLength(3)
})

test('deleting asks first, and says why something stays', async () => {
  const message = 'Attendance session has 3 attendance marks. It can no longer be deleted.'
  const calls = server()
  served([attendanceSessions.remove, refuse(409, message)])
  open()
  await userEvent.click((await tableRow(0)).getByRole('button', { name: /^Delete/ }))
  const asked = await screen.findByRole('dialog', { name: 'Delete attendance session' })
  expect(asked.textContent).toContain('Group A, 20 Nov 2026, 08:00')
  expect(asked.textContent).toContain('Are you sure you want to delete this attendance session?')
  expect(writes(calls)).toEqual([])
  await userEvent.click(within(asked).getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(writes(calls)).toEqual([{ method: 'DELETE', path: '/api/attendance-sessions/5', body: undefined }])
})

test('the view shows every field', async () => {
  server()
  open(`${SHOWN}&modal=view&id=6`)
  await screen.findByText('Activity Date')
  const modal = within(screen.getByRole('dialog', { name: 'View Attendance Session' }))
  for (const text of ['Medicine', 'MBBS 2023', 'Group A', '19 Nov 2026', '08:00 to 09:00', 'Completed', 'Ward 2'])
    expect(modal.getByText(text)).toBeTruthy()
  expect(modal.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a student sees the own mark in the list and in the details', async () => {
  signedIn(['student'])
  server([{ ...taken, counts: null, own_status: 'absent' }])
  open()
  expect(await screen.findByText('You: Absent')).toBeTruthy()
})

test('a session of today is marked as such, and those after it do not ask to be taken first', async () => {
  const day = collegeToday()
  const later = { ...session, id: 8, activity_date: '2999-01-01', date_time: '2999-01-01T03:00:00.000Z' }
  server([later, { ...session, activity_date: day, date_time: `${day}T03:00:00.000Z` }])
  open()
  await screen.findByText('Today')
  // Today's session is above the planned ones, though the server sends the latest first.
  const [first, second] = (await rows()).map((row) => rowOf(row).getByRole('button', { name: /Take Attendance/ }))
  expect(first?.dataset.main).toBe('true')
  expect(second?.dataset.main).toBe(undefined)
  expect(screen.getByText('2 sessions')).toBeTruthy()
})

test('without network the sessions are those that were fetched last, and say since when', async () => {
  server()
  const first = open()
  await rows()
  first.unmount()
  setReached(false)
  const second = open()
  expect(await screen.findByText(/The server cannot be reached. These are the sessions as they were at/)).toBeTruthy()
  expect(await rows()).toHaveLength(3)
  second.unmount()
  open(`${SHOWN}&status=pending`)
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
})

test('when the network is back, what could not be asked for is asked for', async () => {
  server()
  const first = open()
  await rows()
  first.unmount()
  setReached(false)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  expect(await screen.findByText(/These are the sessions as they were at/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Batch: MBBS 2023/)).toBeNull())
  setReached(true)
  onLine.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText(/Batch: MBBS 2023/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/These are the sessions as they were at/)).toBeNull())
})

test('no roster is fetched ahead for somebody who has left meanwhile', async () => {
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => whenIdle.push(work))
  const calls = server([{ ...session, activity_date: collegeToday() }])
  open()
  await rows()
  signedIn()
  for (const work of whenIdle) work()
  await waitFor(() => expect(whenIdle).not.toEqual([]))
  expect(pathsTo(calls, attendanceSessions.roster)).toEqual([])
})

test('rosters of today’s pending sessions are fetched ahead, and open without network', async () => {
  const soon = { ...session, activity_date: collegeToday() }
  const calls = server([soon, taken, cancelled])
  const first = open()
  await rows()
  const rosters = () => pathsTo(calls, attendanceSessions.roster)
  await waitFor(() => expect(rosters()).not.toEqual([]))
  expect(rosters()).toEqual(['/api/attendance-sessions/5/roster?page=1&per_page=500'])

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
