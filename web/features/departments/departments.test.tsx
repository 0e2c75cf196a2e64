import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin, getLogin } from '../../core/login.ts'
import { answer, loginAnswer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { DepartmentsPage } from './DepartmentsPage.tsx'

const surgery = {
  id: 3,
  name: 'Surgery',
  type: 'academic',
  status: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: 'v1',
}
const list = () => answer(200, { data: [surgery], meta: { page: 1, per_page: 500, total: 1 } })
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

test('shows the list; who may not write sees no buttons', async () => {
  signedIn(['hod'])
  network(list)
  renderPage(<DepartmentsPage />)
  const row = await screen.findByRole('row', { name: /Surgery/ })
  expect(within(row).getByText('Academic')).toBeTruthy()
  expect(within(row).getByText('Active')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(document.title)
})

test('a list that fails shows the red banner, and Retry brings it', async () => {
  let failing = true
  network(() => (failing ? answer(500, { message: 'The database is away.' }) : list()))
  renderPage(<DepartmentsPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /Surgery/ })).toBeTruthy()
})

test('a missing name is told under its field, which gets the focus; nothing is sent', async () => {
  const calls = network(list)
  renderPage(<DepartmentsPage />, '/?modal=add')
  await userEvent.click(within(await dialog('Add New Department')).getByRole('button', { name: 'Save' }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  expect(screen.getByText('Department name is required')).toBeTruthy()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('what the server refuses stands under its field', async () => {
  const errors = { name: ['A department with this name already exists'] }
  network(({ method }) => (method === 'POST' ? answer(422, { message: 'Invalid', errors }) : list()))
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'surgery')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A department with this name already exists')).toBeTruthy()
})

test('over the form a refusal by the server is one line of every field; what the browser sees itself is not', async () => {
  const errors = { name: ['A department with this name already exists'], status: ['Bad', 'Worse'] }
  network(({ method }) => (method === 'POST' ? answer(422, { message: 'Invalid', errors }) : list()))
  renderPage(<DepartmentsPage />, '/?modal=add')
  const modal = within(await dialog('Add New Department'))
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  expect(modal.getByText('Department name is required')).toBeTruthy()
  expect(modal.queryByRole('alert')).toBeNull()
  const name = modal.getByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'surgery')
  await userEvent.click(modal.getByRole('button', { name: 'Save' }))
  const line = await modal.findByRole('alert')
  expect(line.textContent).toBe(
    'Validation error: name: A department with this name already exists; status: Bad, Worse',
  )
  expect(line.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(modal.getByText('Bad Worse')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('saving closes the dialog, says so and forgets the draft', async () => {
  const calls = network(({ method }) => (method === 'POST' ? answer(201, { data: surgery }) : list()))
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Surgery')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Department created successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ name: 'Surgery', type: 'academic', status: 'active' })
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('a change by someone else is told in place, and the typed text stays', async () => {
  const message = 'This record was changed by someone else. Reload and try again.'
  const calls = network(({ method, path }) => {
    if (method === 'PUT') return answer(409, { message })
    return path.startsWith('/api/departments/3') ? answer(200, { data: surgery }) : list()
  })
  renderPage(<DepartmentsPage />, '/?modal=edit&id=3')
  await dialog('Edit Department')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, ' Unit')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Surgery Unit')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ updated_at: 'v1' })
})

test('leaving a form with typed text asks first; what was typed is back after a reload', async () => {
  network(list)
  const first = renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Half')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(await dialog('Discard changes?')).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Half')
  first.unmount()

  renderPage(<DepartmentsPage />, '/?modal=add')
  expect(await screen.findByText('Restored what you typed.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Half')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(await dialog('Discard changes?')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('when the session ends over an open form, signing in again saves what was typed', async () => {
  const saved: unknown[] = []
  network(({ method, path, headers, body }) => {
    if (path === '/api/login') return answer(200, loginAnswer('second-token'))
    if (method !== 'POST') return list()
    if (headers.authorization !== 'Bearer second-token') return answer(401, {})
    saved.push(body)
    return answer(201, { data: surgery })
  })
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Urology')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const again = within(await dialog('Sign in again'))
  expect(again.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'ayesha@college.test')
  await userEvent.type(again.getByLabelText('Password'), 'ClinicalElog1')
  await userEvent.click(again.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Department created successfully!')).toBeTruthy()
  expect(saved).toMatchObject([{ name: 'Urology' }])
})

test('giving up the new sign-in ends the session', async () => {
  network(({ method }) => (method === 'POST' ? answer(401, {}) : list()))
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Urology')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(within(await dialog('Sign in again')).getByRole('button', { name: 'Cancel' }))
  expect(getLogin()).toBeUndefined()
})

test('deleting asks, and a department in use says why it stays', async () => {
  const message = 'Department has 3 groups. Set it inactive instead.'
  const calls = network(({ method }) => (method === 'DELETE' ? answer(409, { message }) : list()))
  renderPage(<DepartmentsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Surgery' }))
  const asked = within(await dialog('Delete department'))
  expect(asked.getByText('Are you sure you want to delete this department?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})
