import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { GroupsPage } from './GroupsPage.tsx'

const medicine = { id: 3, name: 'Medicine', type: 'academic', status: 'active' }
const surgery = { id: 4, name: 'Surgery', type: 'academic', status: 'active' }
const batches = [
  { id: 1, name: 'MBBS 2023', current_year: '4th Year', status: 'active' },
  { id: 2, name: 'MBBS 2018', current_year: '5th Year', status: 'inactive' },
]
const groupA = {
  id: 7,
  name: 'Group A',
  batch_id: 1,
  department_id: 3,
  description: 'Morning round\nWard 2',
  status: 'active',
  batch: { id: 1, name: 'MBBS 2023' },
  department: { id: 3, name: 'Medicine' },
  student_count: 41,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: 'v1',
}
const groupB = { ...groupA, id: 8, name: 'گروپ ب', status: 'pending', student_count: 0, department: null }

type Respond = Parameters<typeof network>[0]

/** What the pickers ask for is always there; `more` answers the rest. */
function server({
  groups = [groupA, groupB] as object[],
  own = null as object | null,
  more = (() => undefined) as (...args: Parameters<Respond>) => ReturnType<Respond> | undefined,
} = {}) {
  return network((call) => {
    const said = more(call)
    if (said) return said
    const meta = { page: 1, per_page: 48, total: groups.length }
    if (call.path.startsWith('/api/batches')) return answer(200, { data: batches, meta: { ...meta, total: 2 } })
    if (call.path.startsWith('/api/departments')) return answer(200, { data: [medicine, surgery], meta })
    if (call.path === '/api/staff/current-user')
      return own ? answer(200, { data: { department: own } }) : answer(404, { message: 'Record not found.' })
    if (/^\/api\/groups\/\d+$/.test(call.path)) return answer(200, { data: groupA })
    if (call.path.startsWith('/api/groups?')) return answer(200, { data: groups, meta })
    return answer(404, { message: `nothing at ${call.path}` })
  })
}
const lists = (calls: ReturnType<typeof network>) =>
  calls.filter(({ path }) => path.startsWith('/api/groups?')).map(({ path }) => path)
const dialog = (name: string) => screen.findByRole('dialog', { name })
const cards = async () => within(await screen.findByRole('list', { name: 'Groups' })).getAllByRole('listitem')
const names = (card: HTMLElement | undefined) =>
  within(card as HTMLElement)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

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
  expect(within(second as HTMLElement).getByText('N/A')).toBeTruthy()
  expect(within(second as HTMLElement).getByText('Pending')).toBeTruthy()
  expect(names(first)).toEqual(['View Group A', 'Edit Group A', 'View students of Group A', 'Delete Group A'])
})

test.each([
  ['faculty', ['View Group A', 'View students of Group A']],
  ['student', ['View Group A']],
])('a %s sees only what they may do', async (role, allowed) => {
  signedIn([role])
  server({ own: { id: 9, name: 'Office', type: 'non-academic' } })
  renderPage(<GroupsPage />, '/?batch=1&modal=add')
  expect(names((await cards())[0])).toEqual(allowed)
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' }) === null).toBe(role === 'student')
})

test('staff of an academic department are fixed to it, and Clear Filters leaves it', async () => {
  signedIn(['hod'])
  const calls = server({ own: medicine, groups: [] })
  const { router } = renderPage(<GroupsPage />, '/?batch=1&department_id=4&q=ward')
  expect(await screen.findByText('No groups found matching your search')).toBeTruthy()
  expect(screen.getByText('Your department')).toBeTruthy()
  const department = screen.getByRole('combobox', { name: 'Department' })
  expect(department).toHaveProperty('disabled', true)
  expect(department).toHaveProperty('value', '3')
  expect(lists(calls)).toEqual(['/api/groups?batch_id=1&department_id=3&q=ward&page=1&per_page=48'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByText('Select a Batch')).toBeTruthy()
  expect(router.state.location.search).toBe('')
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveProperty('value', '3')
  expect(screen.getByLabelText('Search groups')).toHaveProperty('value', '')
})

test('the search waits for the groups, then asks the server and keeps the field in use', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const calls = server({
    more: ({ path }) =>
      path === '/api/groups?batch_id=1&page=1&per_page=48'
        ? first.promise.then(() => answer(200, { data: [groupA], meta: { page: 1, per_page: 48, total: 1 } }))
        : path.includes('q=none')
          ? second.promise.then(() => answer(200, { data: [], meta: { page: 1, per_page: 48, total: 0 } }))
          : undefined,
  })
  const { router } = renderPage(<GroupsPage />, '/?batch=1&page=1')
  const search = screen.getByLabelText('Search groups')
  await waitFor(() => expect(lists(calls)).toHaveLength(1))
  expect(search).toHaveProperty('disabled', true)
  first.resolve()
  await waitFor(() => expect(search).toHaveProperty('disabled', false))
  await userEvent.type(search, 'none')
  await waitFor(() => expect(lists(calls)).toHaveLength(2))
  // Until the answer comes, what is there stays, and the field with it.
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
  const calls = server({ groups: [] })
  renderPage(<GroupsPage />, '/?batch=1&page=2')
  expect(await screen.findByText('No groups found with selected filters')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Surgery')
  await waitFor(() => expect(lists(calls).at(-1)).toBe('/api/groups?batch_id=1&department_id=4&page=1&per_page=48'))
  expect(screen.getByRole('option', { name: 'All departments' })).toBeTruthy()
})

test('a list that fails shows the red banner, and Retry brings it', async () => {
  let failing = true
  server({
    more: ({ path }) =>
      failing && path.startsWith('/api/groups?') ? answer(500, { message: 'The database is away.' }) : undefined,
  })
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
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a new group starts from the filters; saving closes the dialog and reads the list again', async () => {
  const calls = server({ more: ({ method }) => (method === 'POST' ? answer(201, { data: groupA }) : undefined) })
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
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/groups',
    body: { name: 'Group C', batch_id: 1, department_id: 3, description: '', status: 'active' },
  })
  expect(lists(calls)).toHaveLength(2)
})

test('in the own department a new group is fixed to it, whatever the address says', async () => {
  signedIn(['student-affair'])
  const calls = server({
    own: medicine,
    more: ({ method }) => (method === 'POST' ? answer(201, { data: groupA }) : undefined),
  })
  renderPage(<GroupsPage />, '/?batch=1&department_id=4&modal=add')
  const form = within(await dialog('Add New Group'))
  expect(form.getByRole('combobox', { name: 'Department' })).toHaveProperty('disabled', true)
  expect(form.getByText('Your department')).toBeTruthy()
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Group C')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Group created successfully!')
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ department_id: 3 })
})

test('editing sends the version that was read; after a conflict the form starts afresh', async () => {
  let stored = groupA
  const message = 'This record was changed by someone else. Reload and try again.'
  const calls = server({
    more: ({ method, path }) =>
      method === 'PUT'
        ? answer(409, { message })
        : path === '/api/groups/7'
          ? answer(200, { data: stored })
          : undefined,
  })
  renderPage(<GroupsPage />, '/?batch=1&modal=edit&id=7')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  const form = within(await dialog('Edit Group'))
  await userEvent.type(name, ' new')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Group A new')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    name: 'Group A new',
    batch_id: 1,
    department_id: 3,
    updated_at: 'v1',
  })
  stored = { ...groupA, name: 'Group Z', updated_at: 'v2' }
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Group Z'))
})

test('deleting asks, and a group in use says why it stays', async () => {
  const message = 'Group has 41 students. Set it inactive instead.'
  const calls = server({ more: ({ method }) => (method === 'DELETE' ? answer(409, { message }) : undefined) })
  renderPage(<GroupsPage />, '/?batch=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Group A' }))
  const asked = within(await dialog('Delete group'))
  expect(asked.getByText('Are you sure you want to delete this group?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/groups/7'])
})

test('the export is of what the filters show', async () => {
  const calls = server({
    more: ({ path }) => (path.startsWith('/api/groups/export') ? new Response('x', { status: 200 }) : undefined),
  })
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
