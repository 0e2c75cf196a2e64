import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { announcements } from '../../../shared/contract/announcements.ts'
import { audit } from '../../../shared/contract/audit.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { announcement } from '../../testing/announcements.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, staffMember } from '../../testing/records.ts'
import { AnnouncementsPage } from './AnnouncementsPage.tsx'

const ofMedicine = { department_id: 3, department: { id: 3, name: 'Medicine' } }

beforeEach(() => {
  served(
    [announcements.list, pageOf([announcement(), announcement({ id: 8, title: 'Duty roster', ...ofMedicine })])],
    [announcements.read, { data: announcement() }],
    [announcements.markRead, { data: announcement({ is_read: true }) }],
    [departments.list, pageOf([department()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [audit.list, pageOf([])],
    [batches.list, pageOf([batch()])],
  )
})

test('a student reads: no button changes anything, and Read marks it', async () => {
  signedIn(['student'])
  const calls = served()
  renderPage(<AnnouncementsPage />, '/announcements')
  const row = within(await screen.findByRole('row', { name: /Ward round at 8/ }))
  expect(row.getByText('Everybody')).toBeTruthy()
  expect(row.getByText('Not read')).toBeTruthy()
  for (const name of ['Add', 'Edit Ward round at 8', 'Delete Ward round at 8'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await userEvent.click(row.getByRole('button', { name: 'Read Ward round at 8' }))
  await waitFor(() => expect(pathsTo(calls, announcements.markRead)).toHaveLength(1))
})

test('opening one shows its text with its lines, and marks it as read once', async () => {
  signedIn(['student'])
  const calls = served()
  renderPage(<AnnouncementsPage />, '/announcements?modal=view&id=7')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Announcement' }))
  expect((await dialog.findByText(/In ward 3/)).textContent).toBe('In ward 3.\nBring your log.')
  await waitFor(() => expect(pathsTo(calls, announcements.markRead)).toHaveLength(1))
})

test.each([
  '/announcements',
  '/announcements?modal=view&id=7',
])('an author is told of no reading where it is not meant for the author: %s', async (address) => {
  signedIn(['principal'])
  const own = announcement({ is_read: null })
  const calls = served([announcements.list, pageOf([own])], [announcements.read, { data: own }])
  renderPage(<AnnouncementsPage />, address)
  if (address.includes('view')) expect(await screen.findByText(/In ward 3/)).toBeTruthy()
  else expect(await screen.findByRole('button', { name: 'Edit Ward round at 8' })).toBeTruthy()
  expect(screen.queryByText('Not read')).toBeNull()
  expect(screen.queryByText('Read')).toBeNull()
  expect(pathsTo(calls, announcements.markRead)).toEqual([])
})

test('a head announces to the own department, and changes only its announcements', async () => {
  signedIn(['hod'])
  const calls = served([staff.currentUser, { data: staffMember() }], [announcements.create, { data: announcement() }])
  renderPage(<AnnouncementsPage />, '/announcements')
  expect(await screen.findByRole('button', { name: 'Edit Duty roster' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit Ward round at 8' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Announcement' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Text is required')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Viva on Monday')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'At 9 in the seminar room')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Student' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesTo(calls, announcements.create).map((form) => Object.fromEntries(form as FormData))).toMatchObject([
      { title: 'Viva on Monday', text: 'At 9 in the seminar room', roles: 'student', department_id: '3', batch_id: '' },
    ]),
  )
})

test('nothing found has the way back to all', async () => {
  signedIn(['admin'])
  served([announcements.list, pageOf([])])
  renderPage(<AnnouncementsPage />, '/announcements?q=zzz')
  expect(await screen.findByText('No announcements found matching your search')).toBeTruthy()
})
