import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { pageOf, served } from '../../testing/network.ts'
import { posting } from '../../testing/postings.ts'
import { asAdmin, cancelled, lists, open, SHOWN, server, session, writes } from '../../testing/sessions.tsx'

// The page loads it later; importing it here spares each test the wait.
await import('./SessionForm.tsx')

asAdmin()

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
  const calls = server()
  served([attendanceSessions.create, { data: { ...session, id: 30 } }])
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
  const calls = server()
  served([attendanceSessions.create, { data: { ...session, id: 30 } }])
  const { router } = open(`${SHOWN}&modal=add`)
  const modal = await adding()
  // An incomplete first try does not change what Save does after it.
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

test('a group that is posted to the department on the day is suggested until it is chosen', async () => {
  server()
  const there = posting({ group_id: 7, group: { id: 7, name: 'Group A' }, batch_id: 1, department_id: 3 })
  served([postings.list, pageOf([there])])
  open('/attendance?department_id=3&modal=add')
  const modal = await adding()
  await userEvent.click(await modal.findByRole('button', { name: 'Group A, MBBS 2022, Ward 3' }))
  expect(modal.getByLabelText('Batch')).toHaveProperty('value', '1')
  expect(modal.getByLabelText('Group')).toHaveProperty('value', '7')
  expect(modal.queryByText('Posted here on this day:')).toBeNull()
})

test('after a refused Add & Mark Attendance, Save only adds', async () => {
  server()
  served([attendanceSessions.create, { data: { ...session, id: 30 } }])
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
  const day = { activity_date: '2026-11-23' }
  const calls = server([
    { ...session, ...day },
    { ...cancelled, ...day },
  ])
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await fill(modal)
  const note = await modal.findByText(/Group A has a session on/)
  expect(note.textContent).toBe('Group A has a session on 23 Nov 2026, 08:00 to 09:00, with Dr Sana.')
  fireEvent.change(modal.getByLabelText('End Time'), { target: { value: '07:30' } })
  expect(modal.queryByText(/Group A has a session on/)).toBeNull()
  expect(modal.getByText('A session that ends the next day lasts at most 16 hours')).toBeTruthy()
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  expect(await modal.findByText('End time must be after the start time')).toBeTruthy()
  expect(modal.queryByText(/ends the next day/i)).toBeNull()
  expect(writes(calls)).toEqual([])
  fireEvent.change(modal.getByLabelText('Start Time'), { target: { value: '20:00' } })
  expect(modal.queryByText('End time must be after the start time')).toBeNull()
  expect(modal.getByText('Ends the next day')).toBeTruthy()
})

test('a teacher who is booked twice is pointed out as a group is, also past midnight, and can be booked', async () => {
  const ofB = { group: { id: 8, name: 'Group B' }, group_id: 8, start_time: '20:00', end_time: '08:30' }
  const calls = server()
  served([
    attendanceSessions.list,
    ({ query }) =>
      pageOf(
        query.staff_id === 21
          ? [
              { ...session, id: 40, ...ofB, activity_date: '2026-11-22' },
              { ...session, id: 41, ...ofB, activity_date: '2026-11-24' },
              { ...session, id: 42, ...ofB, activity_date: '2026-11-22', end_time: '08:00' },
            ]
          : [],
      ),
  ])
  served([attendanceSessions.create, { data: { ...session, id: 30 } }])
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await fill(modal)
  expect(await modal.findByText('Another session at this time')).toBeTruthy()
  const notes = modal.getAllByText(/holds a session on/).map(({ textContent }) => textContent)
  expect(notes).toEqual(['Dr Sana holds a session on 22 Nov 2026, 20:00 to 08:30 (next day), of Group B.'])
  expect(lists(calls).at(-1)).toContain('staff_id=21&from=2026-11-22&to=2026-11-24')
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Attendance session created successfully!')).toBeTruthy()
})

test('a night duty says that it ends the next day, and midnight is sent as the end of the day', async () => {
  const calls = server([])
  served([attendanceSessions.create, { data: { ...session, id: 30 } }])
  open(`${SHOWN}&modal=add`)
  const modal = await adding()
  await fill(modal)
  expect(modal.queryByText('Ends the next day')).toBeNull()
  fireEvent.change(modal.getByLabelText('Start Time'), { target: { value: '20:00' } })
  expect(modal.getByText('Ends the next day')).toBeTruthy()
  fireEvent.change(modal.getByLabelText('End Time'), { target: { value: '00:00' } })
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  await screen.findByText('Attendance session created successfully!')
  expect(writes(calls)).toMatchObject([{ body: { start_time: '20:00', end_time: '24:00' } }])
})

test('a session until midnight is edited without a change of its end', async () => {
  const calls = server([{ ...session, start_time: '20:00', end_time: '24:00' }])
  served([attendanceSessions.update, { data: session }])
  open(`${SHOWN}&modal=edit&id=5`)
  await screen.findByLabelText('Remarks')
  const modal = within(screen.getByRole('dialog', { name: 'Edit Attendance Session' }))
  expect(modal.getByLabelText('End Time')).toHaveProperty('value', '00:00')
  await userEvent.type(modal.getByLabelText('Remarks'), '!')
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  await screen.findByText('Attendance session updated successfully!')
  expect(writes(calls)).toMatchObject([{ body: { start_time: '20:00', end_time: '24:00' } }])
})

test('repeated: the server says on which days, days are skipped, and all are added at once', async () => {
  const days = ['2026-11-23', '2026-11-25', '2026-11-30']
  const calls = server()
  served(
    [
      attendanceSessions.previewRecurring,
      ({ body: { skip = [] } }) => ({
        data: days.map((day) => ({
          activity_date: day,
          outcome: day === '2026-11-30' ? 'exists' : skip.includes(day) ? 'skipped' : 'create',
          ...(day === '2026-11-25' ? { staff_busy: true } : {}),
        })),
      }),
    ],
    [attendanceSessions.createRecurring, { data: [{ ...session, id: 30 }] }],
  )
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
    'Wed 25 Nov 2026Will be addedThe staff member has another session at this time.Skip',
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
  const calls = server()
  served([attendanceSessions.update, { data: session }])
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
    {
      method: 'PUT',
      path: '/api/attendance-sessions/5',
      body: { status: 'cancelled', updated_at: '2026-01-02T03:04:05.678Z' },
    },
  ])
})
