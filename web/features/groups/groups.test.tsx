import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { type Group, groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, pathsTo, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, staffMember } from '../../testing/records.ts'
import { GroupCards } from './GroupCards.tsx'
import { GroupsPage } from './GroupsPage.tsx'

const medicine = department()
const mbbs2023 = batch({ id: 1, name: 'MBBS 2023', current_year: '4th Year' })
const groupA = group({ batch: mbbs2023, description: 'Morning round\nWard 2', student_count: 41 })
const groupB = group({ batch: mbbs2023, id: 8, name: 'گروپ ب', status: 'pending', student_count: 0 })

/** Serves what every test reads; a test serves its own subject otherwise. */
const server = (shown = [groupA, groupB]) =>
  served(
    [
      batches.list,
      pageOf([mbbs2023, batch({ id: 2, name: 'MBBS 2018', current_year: '5th Year', status: 'inactive' })]),
    ],
    [departments.list, pageOf([medicine, department({ id: 4, name: 'Surgery' })])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [groups.read, { data: groupA }],
    [groups.list, pageOf(shown)],
  )
const ownDepartment = (own: Group['department'] & { type: 'academic' | 'non-academic' }) =>
  served([staff.currentUser, { data: staffMember({ department: own }) }])
const lists = (calls: SentCall[]) => pathsTo(calls, groups.list)
const dialog = (name: string) => screen.findByRole('dialog', { name })
const cards = async () => within(await screen.findByRole('list', { name: 'Groups' })).getAllByRole('listitem')
const names = (card: HTMLElement | undefined) =>
  within(card as HTMLElement)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))

beforeEach(() => signedIn())

test('loads nothing until a batch is chosen, and says so', async () => {
  const calls = server()
  const { router } = renderPage(<GroupsPage />)
  expect(await screen.findByText('Select a Batch')).toBeTruthy()
  expect(screen.getByText('Please select a batch from the filter above to view groups')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByLabelText('Search groups')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  await screen.findByRole('option', { name: 'MBBS 2018 (inactive)' })
  const batch = screen.getByRole('combobox', { name: 'Batch' })
  expect(within(batch).getByRole('option', { name: 'All batches' })).toHaveProperty('selected', true)
  expect(lists(calls)).toEqual([])
  await userEvent.selectOptions(batch, 'MBBS 2023')
  expect(await cards()).toHaveLength(2)
  expect(router.state.location.search).toBe('?batch=1')
  expect(lists(calls)).toEqual(['/api/groups?batch_id=1&page=1&per_page=48'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Groups')
})

test('a card tells name, status, batch, department and students; administrators may do everything', async () => {
  server()
  renderPage(<GroupsPage />, '/?batch=1')
  const [first, second] = await cards()
  expect(within(first as HTMLElement).getByRole('heading', { name: 'Group A' })).toBeTruthy()
  for (const text of ['Active', 'MBBS 2023', 'Medicine', '41'])
    expect(within(first as HTMLElement).getByText(text)).toBeTruthy()
  expect(within(second as HTMLElement).getByText('Pending')).toBeTruthy()
  expect(names(first)).toEqual(['View Group A', 'Edit Group A', 'View students of Group A', 'Delete Group A'])
})

test('a group whose department is missing says so', async () => {
  const none = null as unknown as Group['department']
  renderPage(<GroupCards groups={[{ ...groupA, department: none }]} roles={['admin']} onAction={() => undefined} />)
  expect(within((await cards())[0] as HTMLElement).getByText('N/A')).toBeTruthy()
})

test.each([
  ['faculty', ['View Group A', 'View students of Group A']],
  ['student', ['View Group A']],
])('a %s sees only what they may do', async (role, allowed) => {
  signedIn([role])
  server()
  ownDepartment({ id: 9, name: 'Office', type: 'non-academic' })
  renderPage(<GroupsPage />, '/?batch=1&modal=add')
  expect(names((await cards())[0])).toEqual(allowed)
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' }) === null).toBe(role === 'student')
})

test('staff of an academic department are fixed to it, and Clear Filters leaves it', async () => {
  signedIn(['hod'])
  const calls = server([])
  ownDepartment(medicine)
  const { router } = renderPage(<GroupsPage />, '/?batch=1&department_id=4&q=ward')
  expect(await screen.findByText('No groups found matching your search')).toBeTruthy()
  expect(screen.getByText('Your department')).toBeTruthy()
  const department = screen.getByRole('combobox', { name: 'Department' })
  expect(department).toHaveProperty('disabled', true)
  expect(department).toHaveProperty('value', '3')
  expect(lists(calls)).toEqual(['/api/groups?batch_id=1&department_id=3&q=ward&page=1&per_page=48'])
  screen.getByRole('button', { name: 'Clear Filters' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Select a Batch')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Batch' })))
  expect(router.state.location.search).toBe('')
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveProperty('value', '3')
  expect(screen.getByLabelText('Search groups')).toHaveProperty('value', '')
})

test('the search waits for the groups, then asks the server and keeps the field in use', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const calls = server()
  served([
    groups.list,
    ({ query }) =>
      query.q === 'none' ? second.promise.then(() => pageOf([])) : first.promise.then(() => pageOf([groupA])),
  ])
  const { router } = renderPage(<GroupsPage />, '/?batch=1&page=1')
  const search = screen.getByLabelText('Search groups')
  await waitFor(() => expect(lists(calls)).toHaveLength(1))
  expect(search).toHaveProperty('disabled', true)
  first.resolve()
  await waitFor(() => expect(search).toHaveProperty('disabled', false))
  await userEvent.type(search, 'none')
  await waitFor(() => expect(lists(calls)).toHaveLength(2))
  // The rows and the field stay until the answer comes.
  expect(search).toHaveProperty('disabled', false)
  expect(await cards()).toHaveLength(1)
  second.resolve()
  expect(await screen.findByText('No groups found matching your search')).toBeTruthy()
  expect(search).toHaveProperty('disabled', false)
  expect(document.activeElement).toBe(search)
  expect(router.state.location.search).toBe('?batch=1&q=none')
  expect(lists(calls).at(-1)).toBe('/api/groups?batch_id=1&q=none&page=1&per_page=48')
})

test('a department without groups says so in its own words', async () => {
  const calls = server([])
  renderPage(<GroupsPage />, '/?batch=1&page=2')
  expect(await screen.findByText('No groups found with selected filters')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Surgery')
  await waitFor(() => expect(lists(calls).at(-1)).toBe('/api/groups?batch_id=1&department_id=4&page=1&per_page=48'))
  expect(screen.getByRole('option', { name: 'All departments' })).toBeTruthy()
})

test('a list that fails shows the red banner, and Retry brings it', async () => {
  let failing = true
  server()
  served([groups.list, () => (failing ? refuse(500, 'The database is away.') : pageOf([groupA, groupB]))])
  renderPage(<GroupsPage />, '/?batch=1')
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await cards()).toHaveLength(2)
})

test('viewing a group only shows it', async () => {
  server()
  renderPage(<GroupsPage />, '/?batch=1')
  await userEvent.click(await screen.findByRole('button', { name: 'View Group A' }))
  const shown = within(await dialog('View Group'))
  expect(await shown.findByText(/Morning round/)).toBeTruthy()
  for (const text of ['Group A', 'MBBS 2023', 'Medicine', 'Active']) expect(shown.getByText(text)).toBeTruthy()
  expect(shown.queryByRole('textbox')).toBeNull()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(shown.getByRole('button', { name: 'History' })).toBeTruthy()
})

test('a new group asks for name, batch and department, each under its field', async () => {
  const calls = server()
  renderPage(<GroupsPage />, '/?modal=add')
  const form = within(await dialog('Add New Group'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  for (const text of ['Group name is required', 'Batch is required', 'Department is required'])
    expect(form.getByText(text)).toBeTruthy()
  expect(form.getByRole('combobox', { name: 'Batch' }).getAttribute('aria-invalid')).toBe('true')
  expect(pathsTo(calls, groups.create)).toEqual([])
})

test('a new group starts from the filters; saving closes the dialog and reads the list again', async () => {
  const calls = server()
  served([groups.create, { data: groupA }])
  renderPage(<GroupsPage />, '/?batch=1&department_id=4')
  await cards()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  const form = within(await dialog('Add New Group'))
  expect(form.getByRole('combobox', { name: 'Batch' })).toHaveProperty('value', '1')
  expect(form.getByRole('combobox', { name: 'Department' })).toHaveProperty('value', '4')
  const statuses = within(form.getByRole('combobox', { name: 'Status' })).getAllByRole('option')
  expect(statuses.map(({ textContent }) => textContent)).toEqual(['Active', 'Pending', 'Inactive'])
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Group C')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Department' }), 'Medicine')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Group created successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesTo(calls, groups.create)).toEqual([
    { name: 'Group C', batch_id: 1, department_id: 3, description: '', status: 'active' },
  ])
  // The list goes to the new group, which the filter of the department would hide.
  await waitFor(() => expect(lists(calls)).toHaveLength(3))
  expect(lists(calls).at(-1)).toBe('/api/groups?batch_id=1&page=1&per_page=48')
})

test.each([
  ['', '?batch=2'],
  ['?batch=1&department_id=3&q=ward&page=2', '?batch=2&department_id=3'],
  ['?batch=2&department_id=4', '?batch=2'],
  ['?batch=2&q=WARD', '?batch=2&q=WARD'],
  ['?batch=2&q=zzz', '?batch=2'],
])('after %s a group that was added is shown at %s', async (address, shown) => {
  server()
  const made = group({ id: 9, name: 'Ward 9', batch_id: 2, batch: { id: 2, name: 'MBBS 2018' } })
  served([groups.create, { data: made }])
  const { router } = renderPage(<GroupsPage />, `/${address}`)
  await screen.findByRole('option', { name: 'MBBS 2018 (inactive)' })
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  const form = within(await dialog('Add New Group'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ward 9')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Batch' }), 'MBBS 2018 (inactive)')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Department' }), 'Medicine')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Group created successfully!')
  await waitFor(() => expect(router.state.location.search).toBe(shown))
})

test('in the own department a new group is fixed to it, whatever the address says', async () => {
  signedIn(['student-affair'])
  const calls = server()
  ownDepartment(medicine)
  served([groups.create, { data: groupA }])
  renderPage(<GroupsPage />, '/?batch=1&department_id=4&modal=add')
  const form = within(await dialog('Add New Group'))
  expect(form.getByRole('combobox', { name: 'Department' })).toHaveProperty('disabled', true)
  expect(form.getByText('Your department')).toBeTruthy()
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Group C')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Group created successfully!')
  expect(bodiesTo(calls, groups.create)).toMatchObject([{ department_id: 3 }])
})

test('editing sends the version that was read; after a conflict the form starts afresh', async () => {
  let stored = groupA
  const calls = server()
  served([groups.update, refuse(409, CHANGED_MEANWHILE)], [groups.read, () => ({ data: stored })])
  renderPage(<GroupsPage />, '/?batch=1&modal=edit&id=7')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  const form = within(await dialog('Edit Group'))
  await userEvent.type(name, ' new')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Group A new')
  expect(bodiesTo(calls, groups.update)).toMatchObject([
    { name: 'Group A new', batch_id: 1, department_id: 3, updated_at: '2026-01-02T03:04:05.678Z' },
  ])
  stored = { ...groupA, name: 'Group Z', updated_at: 'v2' }
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Group Z'))
})

test('deleting asks, and a group in use says why it stays', async () => {
  const message = 'Group has 41 students. Set it inactive instead.'
  const calls = server()
  served([groups.remove, refuse(409, message)])
  renderPage(<GroupsPage />, '/?batch=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Group A' }))
  const asked = within(await dialog('Delete group'))
  expect(asked.getByText('Are you sure you want to delete this group?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, groups.remove)).toEqual(['/api/groups/7'])
})

test('the export is of what the filters show', async () => {
  const calls = server()
  served([groups.export, () => new Response('x')])
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => {}
  renderPage(<GroupsPage />, '/?batch=1&department_id=4&q=ward')
  await cards()
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() =>
    expect(calls.at(-1)?.path).toBe('/api/groups/export?batch_id=1&department_id=4&q=ward&format=csv'),
  )
})
