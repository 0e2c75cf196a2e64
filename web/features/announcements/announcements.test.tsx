import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { announcements } from '../../../shared/contract/announcements.ts'
import { audit } from '../../../shared/contract/audit.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { announcement } from '../../testing/announcements.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, staffMember } from '../../testing/records.ts'
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
    [groups.list, pageOf([group({ id: 5, name: 'Wards', department_id: 3 })])],
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

test('faculty announces to a group, and changes what is for one', async () => {
  signedIn(['faculty'])
  const toWards = { ...ofMedicine, group_id: 5, group: { id: 5, name: 'Wards' } }
  const calls = served(
    [staff.currentUser, { data: staffMember() }],
    [announcements.list, pageOf([announcement({ ...toWards, title: 'Round' }), announcement(ofMedicine)])],
    [announcements.create, { data: announcement() }],
  )
  renderPage(<AnnouncementsPage />, '/announcements')
  expect(within(await screen.findByRole('row', { name: /Round/ })).getByText('Medicine · Wards')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Edit Round' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit Ward round at 8' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Announcement' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Viva')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'At 9')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Group is required')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Group' }), '5')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesTo(calls, announcements.create).map((form) => Object.fromEntries(form as FormData))).toMatchObject([
      { title: 'Viva', department_id: '3', group_id: '5' },
    ]),
  )
})

test('another batch or department gives the group up', async () => {
  signedIn(['principal'])
  renderPage(<AnnouncementsPage />, '/announcements?modal=add')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Announcement' }))
  const choice = (name: string) => dialog.getByRole('combobox', { name })
  expect(choice('Group').textContent).toBe('Choose a department first')
  for (const [changed, id] of [
    ['Batch', String(batch().id)],
    ['Department', ''],
  ] as const) {
    await dialog.findByRole('option', { name: department().name })
    await userEvent.selectOptions(choice('Department'), String(department().id))
    await dialog.findByRole('option', { name: /^Wards/ })
    await userEvent.selectOptions(choice('Group'), '5')
    await userEvent.selectOptions(choice(changed), id)
    expect(choice('Group')).toHaveProperty('value', '')
  }
})

test('each deletes the own ones, an administrator all', async () => {
  const own = announcement({ created_by: 7, title: 'Mine' })
  served([announcements.list, pageOf([own, announcement({ id: 8, title: 'Theirs' })])])
  for (const [role, theirs] of [
    ['principal', 0],
    ['admin', 1],
  ] as const) {
    signedIn([role])
    const { unmount } = renderPage(<AnnouncementsPage />, '/announcements')
    expect(await screen.findByRole('button', { name: 'Delete Mine' })).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: 'Delete Theirs' })).toHaveLength(theirs)
    unmount()
  }
})

test('a file is told in the list', async () => {
  signedIn(['student'])
  const file = { name: 'roster.pdf', size: 1, type: 'application/pdf', sha256: '00' }
  served([announcements.list, pageOf([announcement({ file }), announcement({ id: 8, title: 'Bare' })])])
  renderPage(<AnnouncementsPage />, '/announcements')
  expect(within(await screen.findByRole('row', { name: /Ward round/ })).getByText('with a file')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Bare/ })).queryByText('with a file')).toBeNull()
})

test('nothing found has the way back to all', async () => {
  signedIn(['admin'])
  served([announcements.list, pageOf([])])
  renderPage(<AnnouncementsPage />, '/announcements?q=zzz')
  expect(await screen.findByText('No announcements found matching your search')).toBeTruthy()
})
