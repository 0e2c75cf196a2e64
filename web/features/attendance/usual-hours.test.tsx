import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { collegeToday } from '../../../shared/college-clock.ts'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { startLogin, storeRoles } from '../../core/login.ts'
import { pageOf, served } from '../../testing/network.ts'
import { loginAnswer, signedIn } from '../../testing/page.tsx'
import { department, staffMember } from '../../testing/records.ts'
import { asAdmin, inMedicine, open, SHOWN, server, session, writes } from '../../testing/sessions.tsx'
import { sessionValues } from './rules.ts'
import { keepHours, usualHours } from './usual-hours.ts'

// The page loads it later; importing it here spares each test the wait.
await import('./SessionForm.tsx')

asAdmin()

/** Serves a faculty member of Medicine, who is Dr Sana. */
function asTeacher() {
  signedIn(['faculty'])
  const calls = server([])
  inMedicine()
  served([attendanceSessions.create, { data: { ...session, id: 30 } }])
  return calls
}

const ADD = `${SHOWN}&modal=add`
const keep = (group_id: string, start_time: string, end_time: string) =>
  keepHours({ ...sessionValues(undefined), group_id, start_time, end_time })

async function adding() {
  const modal = within(await screen.findByRole('dialog', { name: 'Add New Attendance Session' }))
  await modal.findByRole('option', { name: 'ڈاکٹر بلال' })
  await modal.findByRole('option', { name: 'MBBS 2022' })
  const hours = () => ['Start Time', 'End Time'].map((label) => (modal.getByLabelText(label) as HTMLInputElement).value)
  const set = (label: string, value: string) => fireEvent.change(modal.getByLabelText(label), { target: { value } })
  const toGroupB = async () => {
    await userEvent.selectOptions(modal.getByLabelText('Batch'), 'MBBS 2022')
    await userEvent.selectOptions(modal.getByLabelText('Group'), await modal.findByRole('option', { name: 'Group B' }))
  }
  const save = () => userEvent.click(modal.getByRole('button', { name: 'Save' }))
  return { ...modal, hours, set, toGroupB, save }
}

test('after a first session the next one takes two taps: Add and Save', async () => {
  const calls = asTeacher()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const first = await adding()
  expect(first.hours()).toEqual(['', ''])
  first.set('Start Time', '20:00')
  first.set('End Time', '00:00')
  await first.save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await userEvent.click((await adding()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(writes(calls)).toHaveLength(2))
  expect(writes(calls)[1]?.body).toEqual({
    department_id: 3,
    batch_id: 1,
    group_id: 7,
    staff_id: 21,
    activity_date: collegeToday(),
    start_time: '20:00',
    end_time: '24:00',
    year: '',
    remarks: '',
    status: 'pending',
  })
})

test('the person is chosen before the choices are there, and a cleared field says what is missing', async () => {
  const calls = asTeacher()
  keep('7', '08:00', '09:00')
  open(ADD)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Attendance Session' }))
  expect(dialog.getByLabelText('Staff')).toHaveProperty('value', '21')
  const form = await adding()
  expect(within(form.getByLabelText('Staff')).getAllByRole('option', { name: 'Dr Sana' })).toHaveLength(1)
  await userEvent.selectOptions(form.getByLabelText('Staff'), '')
  form.set('Start Time', '')
  form.set('End Time', '')
  await form.save()
  for (const text of ['Staff is required', 'Start time is required', 'End time is required'])
    expect(await form.findByText(text)).toBeTruthy()
  expect(writes(calls)).toEqual([])
})

test('the form that nobody has changed is left without a question', async () => {
  asTeacher()
  keep('7', '08:00', '09:00')
  open(ADD)
  await userEvent.click((await adding()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['of a department without groups', staffMember({ department: department({ id: 9, type: 'non-academic' }) })],
  ['on leave', staffMember({ status: 'on_leave' })],
])('nobody is chosen for a person %s', async (_, self) => {
  asTeacher()
  served([staff.currentUser, { data: self }])
  open(ADD)
  expect((await adding()).getByLabelText('Staff')).toHaveProperty('value', '')
})

test('a form without a group proposes the person once a group of their department is chosen', async () => {
  asTeacher()
  open('/attendance?department_id=3&modal=add')
  const form = await adding()
  const staff = () => form.getByLabelText('Staff')
  await userEvent.selectOptions(form.getByLabelText('Department'), 'Medicine')
  expect(staff()).toHaveProperty('value', '')
  await form.toGroupB()
  expect(staff()).toHaveProperty('value', '21')
  await userEvent.selectOptions(staff(), 'ڈاکٹر بلال')
  await form.toGroupB()
  expect(within(staff()).getByRole('option', { name: 'ڈاکٹر بلال' })).toHaveProperty('selected', true)
})

test('another group brings its own hours, one without hours those of the last session', async () => {
  asTeacher()
  keep('8', '10:00', '12:00')
  keep('7', '08:00', '09:00')
  keep('11', '14:00', '15:00')
  const first = open(ADD)
  const form = await adding()
  expect(form.hours()).toEqual(['08:00', '09:00'])
  await form.toGroupB()
  expect(form.hours()).toEqual(['10:00', '12:00'])
  first.unmount()
  sessionStorage.clear()
  signedIn(['faculty'])
  open('/attendance?department_id=3&batch_id=1&group_id=12&modal=add')
  expect((await adding()).hours()).toEqual(['14:00', '15:00'])
})

test('hours that the person has changed stay, whatever the group', async () => {
  asTeacher()
  keep('8', '10:00', '12:00')
  keep('7', '08:00', '09:00')
  open(ADD)
  const form = await adding()
  form.set('End Time', '09:30')
  await form.toGroupB()
  expect(form.hours()).toEqual(['08:00', '09:30'])
})

test('on a device that remembers nothing, a tap makes the session as the last one of a group', async () => {
  const calls = asTeacher()
  const ofGroupB = { group: { id: 8, name: 'Group B' }, group_id: 8, batch: { id: 2, name: 'MBBS 2022' }, batch_id: 2 }
  served([
    attendanceSessions.list,
    pageOf([session, { ...session, ...ofGroupB, id: 40, start_time: '20:00', end_time: '24:00' }]),
  ])
  open('/attendance?department_id=3&modal=add')
  const form = await adding()
  await userEvent.click(await form.findByRole('button', { name: 'Group B, MBBS 2022, 20:00 to 24:00' }))
  expect(form.queryByText('As in your last session of:')).toBeNull()
  await form.save()
  await waitFor(() => expect(writes(calls)).toHaveLength(1))
  expect(writes(calls)[0]?.body).toMatchObject({
    batch_id: 2,
    group_id: 8,
    staff_id: 21,
    start_time: '20:00',
    end_time: '24:00',
    activity_date: collegeToday(),
  })
})

test('the offer is of days before, and the focus goes on at what it has filled', async () => {
  const calls = asTeacher()
  served([attendanceSessions.list, pageOf([session])])
  open('/attendance?department_id=3&modal=add')
  const form = await adding()
  const offer = await form.findByRole('button', { name: 'Group A, MBBS 2023, 08:00 to 09:00' })
  const asked = calls.find(({ path }) => path.includes('/attendance-sessions?') && path.includes('staff_id='))
  expect(new URL(asked?.path ?? '', 'http://x').searchParams.get('to')).toBe(dayAfter(collegeToday(), -1))
  offer.focus()
  await userEvent.keyboard('{Enter}')
  expect(form.getByLabelText('Batch')).toHaveProperty('value', '1')
  expect(document.activeElement).toBe(form.getByLabelText('Batch'))
})

test('each group is offered once, by its last session, none that was cancelled, and typed hours stay', async () => {
  asTeacher()
  const called = { ...session, id: 41, group_id: 9, group: { id: 9, name: 'Group C' }, status: 'cancelled' as const }
  served([attendanceSessions.list, pageOf([called, session, { ...session, id: 42, start_time: '06:00' }])])
  open('/attendance?department_id=3&modal=add')
  const form = await adding()
  const offered = await form.findAllByRole('button', { name: /^Group / })
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Group A, MBBS 2023, 08:00 to 09:00'])
  form.set('Start Time', '10:00')
  await userEvent.click(offered[0] as HTMLElement)
  expect(form.hours()).toEqual(['10:00', ''])
})

test('after a second thought the hours are those of the group that is tapped last', async () => {
  asTeacher()
  const ofGroupB = { group: { id: 8, name: 'Group B' }, group_id: 8, batch: { id: 2, name: 'MBBS 2022' }, batch_id: 2 }
  served([
    attendanceSessions.list,
    pageOf([session, { ...session, ...ofGroupB, id: 40, start_time: '20:00', end_time: '21:00' }]),
  ])
  open('/attendance?department_id=3&modal=add')
  const form = await adding()
  await userEvent.click(await form.findByRole('button', { name: 'Group A, MBBS 2023, 08:00 to 09:00' }))
  expect(form.hours()).toEqual(['08:00', '09:00'])
  await userEvent.selectOptions(form.getByLabelText('Batch'), '')
  await userEvent.click(await form.findByRole('button', { name: 'Group B, MBBS 2022, 20:00 to 21:00' }))
  expect(form.hours()).toEqual(['20:00', '21:00'])
})

test('an edit keeps its own hours', async () => {
  server([session])
  keep('8', '10:00', '12:00')
  open(`${SHOWN}&modal=edit&id=5`)
  await screen.findByLabelText('Remarks')
  const form = within(screen.getByRole('dialog', { name: 'Edit Attendance Session' }))
  await userEvent.selectOptions(form.getByLabelText('Batch'), await form.findByRole('option', { name: 'MBBS 2022' }))
  await userEvent.selectOptions(form.getByLabelText('Group'), await form.findByRole('option', { name: 'Group B' }))
  expect(form.getByLabelText('Start Time')).toHaveProperty('value', '08:00')
})

test('each person has their own, fifty groups of ten people at the most, and a broken record counts as none', () => {
  keep('1', '07:00', '08:00')
  for (let group = 2; group <= 51; group += 1) keep(String(group), '08:00', '09:00')
  expect(usualHours('1')).toEqual({ start_time: '08:00', end_time: '09:00' })
  expect(JSON.parse(localStorage.getItem('usual-hours') ?? '')[0].kept).toHaveLength(50)
  for (let id = 8; id <= 17; id += 1) {
    startLogin(loginAnswer(`token-${id}`, { id }))
    storeRoles(['faculty'])
    expect(usualHours('51')).toEqual({ start_time: '', end_time: '' })
    keep('51', '09:00', '10:00')
  }
  expect(JSON.parse(localStorage.getItem('usual-hours') ?? '').map(({ owner }: { owner: number }) => owner)).toEqual(
    Array.from({ length: 10 }, (_, index) => index + 8),
  )
  localStorage.setItem('usual-hours', '{')
  expect(usualHours('51')).toEqual({ start_time: '', end_time: '' })
})
