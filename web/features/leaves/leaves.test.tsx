import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { LEAVE_TEXTS, type Leave, leaves } from '../../../shared/contract/leaves.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { leaveMay } from '../../../shared/policies/leaves.ts'
import { leave, leaveAnswer, leaveSession } from '../../testing/leaves.ts'
import { bodiesTo, pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, staffMember } from '../../testing/records.ts'
import { LeavesPage } from './LeavesPage.tsx'

// The page loads it later; importing it here spares each test the wait.
await import('./LeavePanel.tsx')

const surgery = { id: 4, name: 'Surgery' }
const bilal = { id: 22, name: 'Bilal Ahmed' }
const at = '2026-03-01T09:30:00.000Z'
const granted = leaveAnswer({ status: 'granted', note: 'Get well', answered_by: bilal, answered_at: at })
const inSurgery = leaveAnswer({ department: surgery })

const ofMedicine = () => served([staff.currentUser, { data: staffMember() }])
beforeEach(() => {
  served(
    [leaves.list, pageOf([leave()])],
    [departments.list, pageOf([department(), department(surgery)])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [audit.list, pageOf([])],
  )
})

const stored = (record: Leave) => served([leaves.read, { data: record }], [leaves.list, pageOf([record])])

async function open(record: Leave, title = 'View Leave Request') {
  stored(record)
  renderPage(<LeavesPage />, '/leaves?modal=view&id=81')
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await dialog.findByText(record.reason)
  return dialog
}
const decisions = () => bodiesTo(served(), leaves.decide)

test('a head is shown who asks for what, what was answered, and decides what waits', async () => {
  signedIn(['hod'])
  ofMedicine()
  const many = [leaveSession(), leaveSession({ id: 32, activity_date: '2026-03-04' })]
  const other = leave({ id: 82, first_day: null, last_day: null, sessions: many, answers: [granted] })
  const file = { name: 'note.pdf', size: 2048, type: 'application/pdf' }
  served([leaves.list, pageOf([leave({ last_day: '2026-03-04', file }), other])])
  renderPage(<LeavesPage />, '/leaves')
  await screen.findByText('2 leave requests')
  const table = within(screen.getByRole('table', { name: 'Leave requests' }))
  const [first, second] = table.getAllByRole('row').slice(1)
  expect(first?.textContent).toContain('Mon, 2 Mar 2026 to Wed, 4 Mar 2026PendingMedicine')
  expect(first?.textContent).toContain('Yes')
  expect(second?.textContent).toContain('2 sessionsMon, 2 Mar 2026 to Wed, 4 Mar 2026GrantedMedicine')
  expect(table.getAllByRole('link', { name: 'Ali Raza' })[0]?.getAttribute('href')).toBe('/students/11')
  expect(screen.queryByRole('button', { name: 'Ask for Leave' })).toBeNull()
  expect(table.getAllByRole('button', { name: 'Decide' })).toHaveLength(1)
  expect(table.getByRole('button', { name: /^View leave of 2 sessions/ })).toBeTruthy()
})

test('status and department are filters of the address; a head has no department to choose', async () => {
  signedIn(['principal'])
  const calls = served()
  renderPage(<LeavesPage />, '/leaves?status=pending&department_id=4')
  await screen.findByText('1 leave request')
  await screen.findByText('Status: Pending · Department: Surgery')
  expect(pathsTo(calls, leaves.list)[0]).toContain('status=pending&department_id=4')
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Refused')
  await waitFor(() => expect(pathsTo(calls, leaves.list).at(-1)).toContain('status=refused&department_id=4'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(pathsTo(calls, leaves.list).at(-1)).not.toMatch(/status|department_id/))
})

test('a head chooses no department, and one in the address counts for nothing', async () => {
  signedIn(['hod'])
  ofMedicine()
  const calls = served([leaves.list, pageOf([])])
  renderPage(<LeavesPage />, '/leaves?status=pending&department_id=4')
  await screen.findByText('No leave requests found')
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  expect(screen.queryByLabelText('Department')).toBeNull()
  expect(pathsTo(calls, leaves.list).at(-1)).not.toContain('department_id')
  await userEvent.click(screen.getByRole('button', { name: 'Show all leave requests' }))
  expect(await screen.findByText('No leave requests')).toBeTruthy()
})

test('everything is shown of a request, with its sessions, and its file is read', async () => {
  signedIn(['principal'])
  const record = leave({
    first_day: null,
    last_day: null,
    sessions: [leaveSession({ status: 'cancelled' })],
    answers: [granted, inSurgery],
    file: { name: 'note.pdf', size: 2048, type: 'application/pdf' },
  })
  const dialog = await open(record)
  const row = within(dialog.getByRole('table', { name: 'Sessions asked for' })).getAllByRole('row')[1]
  expect(row?.textContent).toBe('Mon, 2 Mar 202609:00 to 10:00MedicineGroup ACancelled')
  expect(dialog.getByRole('region', { name: 'Medicine' }).textContent).toBe(
    'MedicineGrantedby Bilal Ahmed, 1 Mar 2026, 14:30Get well',
  )
  // A principal only reads.
  expect(dialog.queryByRole('region', { name: 'Your decision' })).toBeNull()
  const calls = served([leaves.download, new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })])
  await userEvent.click(dialog.getByRole('button', { name: 'Download note.pdf' }))
  expect(await screen.findByText('File downloaded successfully!')).toBeTruthy()
  expect(sentTo(calls, leaves.download)).toHaveLength(1)
})

test('a request for sessions that were deleted since says so', async () => {
  signedIn(['principal'])
  const dialog = await open(leave({ first_day: null, last_day: null, sessions: [], answers: [granted] }))
  expect(dialog.getByText('Sessions that were deleted since')).toBeTruthy()
})

test('a head grants with one press', async () => {
  signedIn(['hod'])
  ofMedicine()
  const dialog = await open(leave())
  served([
    leaves.decide,
    () => {
      const after = leave({ answers: [{ ...granted, updated_at: 'v2' }] })
      stored(after)
      return { data: after }
    },
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Grant Leave' }))
  expect(await screen.findByText('Leave granted.')).toBeTruthy()
  expect(decisions()).toEqual([{ department_id: 3, status: 'granted', note: '', updated_at: 'v1' }])
  expect(await dialog.findByRole('button', { name: 'Decide Otherwise for Medicine' })).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('region', { name: 'Medicine' }))
  expect(dialog.queryByRole('button', { name: 'Grant Leave' })).toBeNull()
})

test('who refuses says why; a decision may be changed later', async () => {
  signedIn(['hod'])
  ofMedicine()
  const dialog = await open(leave({ answers: [{ ...granted, note: null, updated_at: 'v2' }] }))
  served([leaves.decide, { data: leave() }])
  await userEvent.click(dialog.getByRole('button', { name: 'Decide Otherwise for Medicine' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Refuse' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse Leave' }))
  expect(await dialog.findByText(LEAVE_TEXTS.noteMissing)).toBeTruthy()
  expect(decisions()).toEqual([])
  await userEvent.type(dialog.getByLabelText(/^Note/), 'There is an examination')
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse Leave' }))
  expect(await screen.findByText('Leave refused.')).toBeTruthy()
  expect(decisions()).toEqual([
    { department_id: 3, status: 'refused', note: 'There is an examination', updated_at: 'v2' },
  ])
})

test('an administrator decides for each department by itself', async () => {
  signedIn(['admin'])
  const dialog = await open(leave({ answers: [leaveAnswer(), inSurgery] }))
  served([leaves.decide, { data: leave() }])
  // With several departments no form is open, and each opens by itself.
  expect(dialog.queryByRole('button', { name: 'Grant Leave' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Decide for Surgery' }))
  const of = within(dialog.getByRole('region', { name: 'Surgery' }))
  expect(document.activeElement).toBe(of.getByRole('radio', { name: 'Grant' }))
  await userEvent.type(of.getByLabelText(/^Note/), 'Yes')
  await userEvent.click(of.getByRole('button', { name: 'Grant Leave' }))
  await screen.findByText('Leave granted.')
  expect(decisions()).toEqual([{ department_id: 4, status: 'granted', note: 'Yes', updated_at: 'v1' }])
})

test('an answer that was given meanwhile is told, and what is typed stays until it is read again', async () => {
  signedIn(['hod'])
  ofMedicine()
  const dialog = await open(leave())
  served([
    leaves.decide,
    () => {
      stored(leave({ answers: [{ ...granted, updated_at: 'v2' }] }))
      return refuse(409, CHANGED_MEANWHILE)
    },
  ])
  await userEvent.type(dialog.getByLabelText(/^Note/), 'Come with a certificate')
  await userEvent.click(dialog.getByRole('button', { name: 'Grant Leave' }))
  expect(await dialog.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  expect(await dialog.findByText('Get well')).toBeTruthy()
  expect(dialog.getByLabelText(/^Note/)).toHaveProperty('value', 'Come with a certificate')
  await userEvent.click(dialog.getByRole('button', { name: 'Reload' }))
  expect(await dialog.findByText('Restored what you typed.')).toBeTruthy()
  expect(dialog.queryByText(CHANGED_MEANWHILE)).toBeNull()
  expect(dialog.getByLabelText(/^Note/)).toHaveProperty('value', 'Come with a certificate')
  const calls = served([leaves.decide, refuse(422, 'No')])
  await userEvent.click(dialog.getByRole('button', { name: 'Grant Leave' }))
  await dialog.findByText('No')
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ updated_at: 'v2' })
  await userEvent.click(dialog.getByRole('button', { name: 'Start over' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Decide Otherwise for Medicine' }))
  expect(dialog.getByLabelText(/^Note/)).toHaveProperty('value', 'Get well')
})

test('what was withdrawn meanwhile is not decided any more, and what is typed is kept', async () => {
  signedIn(['hod'])
  ofMedicine()
  const dialog = await open(leave())
  served([
    leaves.decide,
    () => {
      stored(leave({ answers: [leaveAnswer({ status: 'withdrawn', updated_at: 'v2' })] }))
      return refuse(409, leaveMay.decide.withdrawn)
    },
  ])
  await userEvent.type(dialog.getByLabelText(/^Note/), 'Fine')
  await userEvent.click(dialog.getByRole('button', { name: 'Grant Leave' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(dialog.queryByRole('region', { name: 'Your decision' })).toBeNull())
  expect(dialog.getByText('Withdrawn')).toBeTruthy()
})
