import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { getLogin } from '../../core/login.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { loginAnswer, renderPage, signedIn } from '../../testing/page.tsx'
import { department } from '../../testing/records.ts'
import { DepartmentsPage } from './DepartmentsPage.tsx'

const surgery = department({ name: 'Surgery' })
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => {
  signedIn()
  served([departments.list, pageOf([surgery])], [departments.read, { data: surgery }])
})

test('shows the list; who may not write sees no buttons', async () => {
  signedIn(['hod'])
  renderPage(<DepartmentsPage />)
  const row = await screen.findByRole('row', { name: /Surgery/ })
  expect(within(row).getByText('Academic')).toBeTruthy()
  expect(within(row).getByText('Active')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(document.title)
})

test('a list that fails shows the red banner, and Retry brings it', async () => {
  let failing = true
  served([departments.list, () => (failing ? refuse(500, 'The database is away.') : pageOf([surgery]))])
  renderPage(<DepartmentsPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /Surgery/ })).toBeTruthy()
})

test('a missing name is told under its field, which gets the focus; nothing is sent', async () => {
  const calls = served()
  renderPage(<DepartmentsPage />, '/?modal=add')
  await userEvent.click(within(await dialog('Add New Department')).getByRole('button', { name: 'Save' }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  expect(screen.getByText('Department name is required')).toBeTruthy()
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(pathsTo(calls, departments.create)).toEqual([])
})

test('what the server refuses stands under its field', async () => {
  const errors = { name: ['A department with this name already exists'] }
  served([departments.create, refuse(422, 'Invalid', errors)])
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'surgery')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A department with this name already exists')).toBeTruthy()
})

test('over the form a refusal by the server is one line of every field; what the browser sees itself is not', async () => {
  const errors = { name: ['A department with this name already exists'], status: ['Bad', 'Worse'] }
  served([departments.create, refuse(422, 'Invalid', errors)])
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
  const calls = served([departments.create, { data: surgery }])
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Surgery')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Department created successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesTo(calls, departments.create)).toEqual([{ name: 'Surgery', type: 'academic', status: 'active' }])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('a change by someone else is told in place, and the typed text stays', async () => {
  const calls = served([departments.update, refuse(409, CHANGED_MEANWHILE)])
  renderPage(<DepartmentsPage />, '/?modal=edit&id=3')
  await dialog('Edit Department')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, ' Unit')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Surgery Unit')
  expect(bodiesTo(calls, departments.update)).toMatchObject([{ updated_at: '2026-01-02T03:04:05.678Z' }])
})

test('leaving a form with typed text asks first; what was typed is back after a reload', async () => {
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
  served(
    [auth.login, loginAnswer('second-token')],
    [
      departments.create,
      ({ headers, body }) => {
        if (headers.authorization !== 'Bearer second-token') return refuse(401)
        saved.push(body)
        return { data: surgery }
      },
    ],
  )
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
  served([departments.create, refuse(401)])
  renderPage(<DepartmentsPage />, '/?modal=add')
  await dialog('Add New Department')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Urology')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(within(await dialog('Sign in again')).getByRole('button', { name: 'Cancel' }))
  expect(getLogin()).toBeUndefined()
})

test('deleting asks, and a department in use says why it stays', async () => {
  const message = 'Department has 3 groups. Set it inactive instead.'
  const calls = served([departments.remove, refuse(409, message)])
  renderPage(<DepartmentsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Surgery' }))
  const asked = within(await dialog('Delete department'))
  expect(asked.getByText('Are you sure you want to delete this department?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, departments.remove)).toHaveLength(1)
})
