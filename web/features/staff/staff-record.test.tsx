import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { accounts, SIGNED_IN_ALREADY } from '../../../shared/contract/accounts.ts'
import { ownFields } from '../../../shared/contract/own-fields.ts'
import { secondFactor } from '../../../shared/contract/second-factor.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { account, ownField } from '../../testing/records.ts'
import { farooq, serveStaff } from '../../testing/staff.ts'
import { StaffPage } from './StaffPage.tsx'

const college = serveStaff
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

beforeEach(() => signedIn())

test('viewing lists what is known, and History for administrators', async () => {
  college()
  renderPage(<StaffPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'View Dr. Farooq' }))
  const shown = await dialog('View Staff')
  await shown.findByText('03001234567')
  for (const text of ['farooq@college.test', 'Medicine', 'Professor', 'faculty', 'Male', '17 May 1980', 'Ward 3'])
    expect(shown.getByText(text)).toBeTruthy()
  expect(shown.getByText('Date of Retirement').nextElementSibling?.textContent).toBe('—')
  expect(shown.getByRole('button', { name: 'History' })).toBeTruthy()
  expect(shown.queryByRole('textbox')).toBeNull()
})

test('viewing lists the own fields that are told, by their names', async () => {
  const council = ownField({ entity: 'staff', name: 'Council' })
  const joined = ownField({ id: 8, entity: 'staff', name: 'Registered', kind: 'day', position: 2 })
  college({ ...farooq, own: { 7: '••••21-P', 8: '2015-09-30' } })
  served([ownFields.list, pageOf([council, joined])])
  renderPage(<StaffPage />, '/?modal=view&id=2')
  const shown = await dialog('View Staff')
  expect((await shown.findByText('Council')).nextElementSibling?.textContent).toBe('••••21-P')
  expect(shown.getByText('Registered').nextElementSibling?.textContent).toMatch(/^30 Sept? 2015$/)
})

test('a student views what students are told', async () => {
  signedIn(['student'])
  const { id, name, department, designation } = farooq
  const told = { id, name, department, designation }
  college()
  served([staff.list, pageOf([told])], [staff.read, { data: told }])
  renderPage(<StaffPage />, '/?modal=view&id=2')
  const shown = await dialog('View Staff')
  expect(await shown.findByText('Professor')).toBeTruthy()
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Department',
    'Designation',
  ])
  expect(shown.queryByRole('button', { name: 'History' })).toBeNull()
})

test.each([
  ['principal', ['faculty']],
  ['clerk', ['hod']],
  ['hod', ['clerk']],
] as const)('an address that asks %s to edit somebody with %s shows them to read', async (role, held) => {
  signedIn([role])
  college({ ...farooq, user: { ...farooq.user, roles: [...held] } })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  const shown = await dialog('View Staff')
  expect(await shown.findByText('03001234567')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('somebody who is not there is told in the dialog', async () => {
  college()
  served([staff.read, refuse(404, 'Staff member not found')])
  renderPage(<StaffPage />, '/?modal=view&id=9')
  expect((await (await dialog('View Staff')).findByRole('alert')).textContent).toContain('Staff member not found')
})

test('a new initial password is asked for, shown, and the typed text is still there', async () => {
  const credential = {
    user_id: 102,
    name: 'Dr. Farooq',
    email: 'farooq@college.test',
    roll_no: null,
    initial_password: 'cedar-lake-9034',
  }
  college()
  const calls = served([accounts.initialPassword, { data: credential }])
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.type(await screen.findByLabelText('Name'), ' Khan')
  await userEvent.click(screen.getByRole('button', { name: 'New initial password' }))
  const asked = await dialog('New initial password')
  expect(asked.getByText('The old password stops working and open sessions end.')).toBeTruthy()
  expect(pathsTo(calls, accounts.initialPassword)).toEqual([])
  await userEvent.click(asked.getByRole('button', { name: 'Issue password' }))
  const told = await dialog('Initial password')
  expect(told.getByText('cedar-lake-9034')).toBeTruthy()
  expect(pathsTo(calls, accounts.initialPassword)).toEqual(['/api/users/102/initial-password'])
  await userEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByText('cedar-lake-9034')).toBeNull())
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Dr. Farooq Khan')
})

test('a password that is refused is told in place', async () => {
  const message = 'You are not allowed to change this person.'
  college()
  served([accounts.initialPassword, refuse(403, message)])
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.click(await screen.findByRole('button', { name: 'New initial password' }))
  await userEvent.click((await dialog('New initial password')).getByRole('button', { name: 'Issue password' }))
  expect((await (await dialog('Edit Staff')).findByRole('alert')).textContent).toContain(message)
})

test('a clerk is told who issues a new password to who has signed in, and is offered none', async () => {
  signedIn(['clerk'])
  college()
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  expect(await screen.findByRole('button', { name: 'New initial password' })).toHaveProperty('disabled', true)
  expect(screen.getByText(SIGNED_IN_ALREADY)).toBeTruthy()
})

test('administrators switch two-step sign-in off for who has lost the phone, where it is on', async () => {
  college()
  const calls = served(
    [accounts.list, pageOf([account({ has_second_factor: true })])],
    [secondFactor.reset, { message: 'Two-step sign-in was switched off.' }],
  )
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  const form = await dialog('Edit Staff')
  await userEvent.click(await form.findByRole('button', { name: 'Switch two-step sign-in off' }))
  await userEvent.click((await dialog('Switch two-step sign-in off')).getByRole('button', { name: 'Switch off' }))
  await waitFor(() => expect(pathsTo(calls, secondFactor.reset)).toEqual(['/api/users/102/second-factor']))
  expect(await screen.findByText('Two-step sign-in was switched off.')).toBeTruthy()
})
