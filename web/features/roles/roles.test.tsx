import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Account, accounts } from '../../../shared/contract/accounts.ts'
import { roles } from '../../../shared/contract/roles.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { account, role } from '../../testing/records.ts'
import { RolesPage } from './RolesPage.tsx'

const admin = role({ user_count: 2 })
const examiner = role({ id: 9, name: 'examiner', built_in: false, user_count: 0 })

const me = account({ id: 7, name: 'Ayesha Khan', email: 'ayesha@college.test', kind: null, detail: null, status: null })
const bilal = account()
const sana = account({
  id: 20,
  name: 'Sana Iqbal',
  email: 'sana@college.test',
  roles: [{ id: 7, name: 'student' }],
  kind: 'student',
  detail: 'MBBS-22001',
})

type PeopleQuery = Query<typeof accounts.list>
/** Serves the roles, and the accounts that `people` returns for a query. */
const college = (people: (query: PeopleQuery) => Account[] = everybody) =>
  served(
    [roles.list, pageOf([admin, examiner])],
    [roles.read, ({ params }) => ({ data: params.id === admin.id ? admin : examiner })],
    [accounts.list, ({ query }) => pageOf(people(query))],
  )
const everybody = ({ role_id }: PeopleQuery) =>
  role_id === undefined ? [me, bilal, sana] : role_id === admin.id ? [me, bilal] : []
const dialog = (name: string) => screen.findByRole('dialog', { name })
const rowOf = (name: RegExp) => screen.findByRole('row', { name })

beforeEach(() => signedIn())

test('shows each role with its kind and its people; staff see no actions', async () => {
  signedIn(['principal'])
  const calls = college()
  renderPage(<RolesPage />, '/?modal=holders&id=1')
  const builtIn = await rowOf(/^admin/)
  expect(within(builtIn).getByText('Built-in')).toBeTruthy()
  expect(within(builtIn).getByText('2')).toBeTruthy()
  expect(within(await rowOf(/examiner/)).getByText('Custom')).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ path }) => path)).toEqual(['/api/roles?page=1&per_page=500'])
})

test('a code has beside it what people say', async () => {
  served([roles.list, pageOf([admin, role({ id: 3, name: 'hod' }), examiner])])
  renderPage(<RolesPage />)
  const named = async (name: RegExp) => within(await rowOf(name)).getByRole('rowheader').textContent
  expect(await named(/^hod/)).toBe('hodHead of department')
  expect(screen.getByText('hod')).toBeTruthy()
  expect(await named(/^admin/)).toBe('admin')
  expect(await named(/^examiner/)).toBe('examiner')
})

test('only a role that is not built in can be changed or deleted', async () => {
  college()
  renderPage(<RolesPage />)
  const names = async (row: RegExp) =>
    within(await rowOf(row))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
  expect(await names(/^admin/)).toEqual(['Who holds admin'])
  expect(await names(/examiner/)).toEqual(['Who holds examiner', 'Edit examiner', 'Delete examiner'])
})

test('a typed address opens no form over a built-in role', async () => {
  const calls = college()
  renderPage(<RolesPage />, '/?modal=edit&id=1')
  await rowOf(/^admin/)
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/roles/1'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})

test('no roles at all', async () => {
  served([roles.list, pageOf([])])
  renderPage(<RolesPage />)
  expect(await screen.findByText('No roles found')).toBeTruthy()
})

test('a missing name is told under its field, a taken one too', async () => {
  const errors = { name: ['A role with this name already exists'] }
  college()
  const calls = served([roles.create, refuse(422, 'Invalid', errors)])
  renderPage(<RolesPage />, '/?modal=add')
  const form = within(await dialog('Add New Role'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Role name is required')).toBeTruthy()
  expect(pathsTo(calls, roles.create)).toEqual([])
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Examiner')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('A role with this name already exists')).toBeTruthy()
  expect(bodiesTo(calls, roles.create)).toEqual([{ name: 'Examiner' }])
})

test('renaming sends the version that was read', async () => {
  college()
  const calls = served([roles.update, { data: examiner }])
  renderPage(<RolesPage />, '/?modal=edit&id=9')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 's')
  expect(await dialog('Edit Role')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Role updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, roles.update)).toEqual([{ name: 'examiners', updated_at: '2026-01-02T03:04:05.678Z' }])
})

test('deleting asks, and a role that somebody holds says why it stays', async () => {
  const message = 'Role has 3 users. Take it from them first.'
  college()
  const calls = served([roles.remove, refuse(409, message)])
  renderPage(<RolesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete examiner' }))
  const asked = within(await dialog('Delete role'))
  expect(asked.getByText('Are you sure you want to delete this role?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, roles.remove)).toEqual(['/api/roles/9'])
})

test('who holds a role is listed, and all but oneself can lose it', async () => {
  college()
  const calls = served([roles.removeFromUser, { message: 'Role removed', data: [] }])
  renderPage(<RolesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Who holds admin' }))
  const opened = within(await dialog('Role - admin'))
  const row = await opened.findByRole('row', { name: /Bilal Ahmed/ })
  expect(within(row).getByText('bilal@college.test')).toBeTruthy()
  expect(within(row).getByText('Staff · Medicine')).toBeTruthy()
  const own = within(opened.getByRole('row', { name: /Ayesha Khan/ }))
  expect(own.queryByRole('button')).toBeNull()
  expect(own.getByText('You')).toBeTruthy()

  await userEvent.click(within(row).getByRole('button', { name: 'Remove Bilal Ahmed' }))
  const asked = within(await dialog('Remove role'))
  expect(asked.getByText('Take the role admin from Bilal Ahmed?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Role removed successfully!')).toBeTruthy()
  expect(bodiesTo(calls, roles.removeFromUser)).toEqual([{ user_id: 8, role_id: 1 }])
  const read = () => calls.filter(({ path }) => path === '/api/users?page=1&role_id=1&per_page=25')
  await waitFor(() => expect(read()).toHaveLength(2))
})

test('a removal that is not confirmed takes nothing', async () => {
  const calls = college()
  renderPage(<RolesPage />, '/?modal=holders&id=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Bilal Ahmed' }))
  await userEvent.click(within(await dialog('Remove role')).getByRole('button', { name: 'Cancel' }))
  expect(pathsTo(calls, roles.removeFromUser)).toEqual([])
})

test.each([
  [409, 'This is the last administrator. Make somebody else administrator first.'],
  [403, 'You cannot change your own roles.'],
])('a removal that is refused with %i is told in the dialog', async (status, message) => {
  college()
  served([roles.removeFromUser, refuse(status, message)])
  renderPage(<RolesPage />, '/?modal=holders&id=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Bilal Ahmed' }))
  await userEvent.click(within(await dialog('Remove role')).getByRole('button', { name: 'Remove' }))
  const opened = within(await dialog('Role - admin'))
  expect((await opened.findByRole('alert')).textContent).toContain(message)
  expect(opened.getByRole('button', { name: 'Remove Bilal Ahmed' })).toHaveProperty('disabled', false)
})

test('nobody holds a new role; a search among the holders asks the server', async () => {
  const calls = college()
  renderPage(<RolesPage />, '/?modal=holders&id=9')
  const opened = within(await dialog('Role - examiner'))
  expect(await opened.findByText('Nobody holds this role')).toBeTruthy()
  await userEvent.type(opened.getByRole('searchbox', { name: 'Search holders' }), 'zz')
  expect(await opened.findByText('No people found')).toBeTruthy()
  // With slow typing the first letter is searched by itself.
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/users?q=zz&page=1&role_id=9&per_page=25'))
})

test('people are searched from two letters on, and get the role', async () => {
  let given = false
  college((query) => (given && query.role_id !== undefined ? [sana] : everybody(query)))
  const calls = served([
    roles.assignToUser,
    () => {
      given = true
      return { message: 'Role assigned', data: [] }
    },
  ])
  renderPage(<RolesPage />, '/?modal=holders&id=9')
  const opened = within(await dialog('Role - examiner'))
  const search = opened.getByRole('searchbox', { name: 'Search people' })
  await userEvent.type(search, 's')
  // Longer than the pause before a search.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(calls.filter(({ path }) => path.includes('q='))).toEqual([])
  await userEvent.type(search, 'a')
  const found = within(await opened.findByRole('table', { name: 'People found' }))
  expect(calls.map(({ path }) => path)).toContain('/api/users?q=sa&page=1&per_page=25')
  expect(found.queryByRole('button', { name: 'Assign Ayesha Khan' })).toBeNull()
  expect(found.getByText('Student · MBBS-22001')).toBeTruthy()
  await userEvent.click(found.getByRole('button', { name: 'Assign Sana Iqbal' }))
  expect(await screen.findByText('Role assigned successfully!')).toBeTruthy()
  expect(bodiesTo(calls, roles.assignToUser)).toEqual([{ user_id: 20, role_id: 9 }])
  const holding = within(await opened.findByRole('table', { name: 'Holders' }))
  expect(holding.getByRole('button', { name: 'Remove Sana Iqbal' })).toBeTruthy()
})

test('who holds the role already is not offered it again', async () => {
  college()
  renderPage(<RolesPage />, '/?modal=holders&id=1')
  const opened = within(await dialog('Role - admin'))
  await userEvent.type(opened.getByRole('searchbox', { name: 'Search people' }), 'bi')
  const found = within(await opened.findByRole('table', { name: 'People found' }))
  const row = within(found.getByRole('row', { name: /Bilal Ahmed/ }))
  expect(row.getByText('Holds it already')).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
  expect(found.getByRole('button', { name: 'Assign Sana Iqbal' })).toBeTruthy()
})

test('nobody is found', async () => {
  college((query) => (query.role_id === undefined ? [] : [bilal]))
  renderPage(<RolesPage />, '/?modal=holders&id=1')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'xyz')
  expect(await screen.findByText('No people found')).toBeTruthy()
})

test.each([
  [
    403,
    'You are not allowed to assign the role examiner.',
    undefined,
    'You are not allowed to assign the role examiner.',
  ],
  [
    422,
    'The given data was invalid.',
    { user_id: ['User ID does not exist'] },
    'Validation error: user_id: User ID does not exist',
  ],
])('an assignment that is refused with %i is told in the dialog', async (status, message, errors, told) => {
  college()
  served([roles.assignToUser, refuse(status, message, errors)])
  renderPage(<RolesPage />, '/?modal=holders&id=9')
  const opened = within(await dialog('Role - examiner'))
  await userEvent.type(opened.getByRole('searchbox', { name: 'Search people' }), 'sana')
  await userEvent.click(await opened.findByRole('button', { name: 'Assign Sana Iqbal' }))
  expect((await opened.findByRole('alert')).textContent).toContain(told)
  expect(screen.queryByText('Role assigned successfully!')).toBeNull()
})
