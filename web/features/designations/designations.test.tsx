import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { DesignationsPage } from './DesignationsPage.tsx'

const professor = {
  id: 4,
  name: 'Professor',
  staff_count: 12,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: 'v1',
}
const list = (rows: unknown[] = [professor], total = rows.length) =>
  answer(200, { data: rows, meta: { page: 1, per_page: 100, total } })
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

test('shows each designation with its staff; who is no administrator sees no buttons', async () => {
  signedIn(['hod'])
  network(() => list())
  renderPage(<DesignationsPage />, '/?modal=add')
  const row = await screen.findByRole('row', { name: /Professor/ })
  expect(within(row).getByText('12')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Designations' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the search is asked of the server, and what is not found says so without offering to add', async () => {
  const calls = network(({ path }) => (path.includes('q=') ? list([]) : list()))
  const { router } = renderPage(<DesignationsPage />, '/?page=2')
  await screen.findByRole('row', { name: /Professor/ })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search designations' }), 'xyz')
  expect(await screen.findByText('No designations found')).toBeTruthy()
  expect(calls.at(-1)?.path).toBe('/api/designations?q=xyz&page=1&per_page=100')
  expect(router.state.location.search).toBe('?q=xyz')
  expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(1)
})

test('an empty college is invited to add the first one', async () => {
  network(() => list([]))
  renderPage(<DesignationsPage />)
  expect(await screen.findByText('No designations found')).toBeTruthy()
  expect(screen.getByText('Start by adding your first designation')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add' })).toBeTruthy()
})

test('a list of more than one page is gone through', async () => {
  const calls = network(() => list([professor], 150))
  renderPage(<DesignationsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/designations?page=2&per_page=100'))
})

test('a missing name is told under its field; nothing is sent', async () => {
  const calls = network(() => list())
  renderPage(<DesignationsPage />, '/?modal=add')
  await userEvent.click(within(await dialog('Add New Designation')).getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Designation name is required')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a name that is taken stands under its field', async () => {
  const errors = { name: ['A designation with this name already exists'] }
  network(({ method }) => (method === 'POST' ? answer(422, { message: 'Invalid', errors }) : list()))
  renderPage(<DesignationsPage />, '/?modal=add')
  await userEvent.type(within(await dialog('Add New Designation')).getByRole('textbox', { name: 'Name' }), 'professor')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A designation with this name already exists')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
})

test('renaming sends the version that was read, closes the dialog and says so', async () => {
  const calls = network(({ path }) =>
    path.startsWith('/api/designations/4') ? answer(200, { data: professor }) : list(),
  )
  renderPage(<DesignationsPage />, '/?modal=edit&id=4')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Emeritus')
  expect(await dialog('Edit Designation')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'History' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Designation updated successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.find(({ method }) => method === 'PUT')
  expect(sent?.body).toEqual({ name: 'Professor Emeritus', updated_at: 'v1' })
})

test('after a change by someone else, discarding shows theirs, and the next save holds', async () => {
  const message = 'This record was changed by someone else. Reload and try again.'
  let stored = professor
  const calls = network(({ method, path, body }) => {
    if (method === 'PUT' && (body as typeof professor).updated_at === 'v1') {
      stored = { ...professor, name: 'Full Professor', updated_at: 'v2' }
      return answer(409, { message })
    }
    return path.startsWith('/api/designations/4') ? answer(200, { data: stored }) : list()
  })
  renderPage(<DesignationsPage />, '/?modal=edit&id=4')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' A')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name).toHaveProperty('value', 'Full Professor'))
  await userEvent.type(name, ' B')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Designation updated successfully!')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    name: 'Full Professor B',
    updated_at: 'v2',
  })
})

test('deleting asks, and a designation in use says why it stays', async () => {
  const message = 'Designation has 12 staff members. Give them another designation first.'
  const calls = network(({ method }) => (method === 'DELETE' ? answer(409, { message }) : list()))
  renderPage(<DesignationsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Professor' }))
  const asked = within(await dialog('Delete designation'))
  expect(asked.getByText('Are you sure you want to delete this designation?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/designations/4'])
})
