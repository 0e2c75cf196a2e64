import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin } from '../core/login.ts'
import { DepartmentsPage } from '../features/departments/DepartmentsPage.tsx'
import { answer, network, renderPage, signedIn } from '../testing/page.tsx'

const surgery = { id: 3, name: 'Surgery', type: 'academic', status: 'active', created_at: '', updated_at: 'v1' }
const ADD = '/?modal=add'

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

/** What the server has, and how it answers to a create. */
function college(onPost: (body: { name: string }) => Response | Promise<Response>) {
  const calls = network(({ method, body }) =>
    method === 'POST'
      ? onPost(body as { name: string })
      : answer(200, { data: [surgery], meta: { page: 1, per_page: 500, total: 1 } }),
  )
  const sent = () => calls.filter(({ method }) => method === 'POST')
  return { calls, sent, keys: () => sent().map(({ headers }) => headers['idempotency-key']) }
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const form = async () => within(await screen.findByRole('dialog', { name: 'Add New Department' }))
const type = async (text: string) => userEvent.type((await form()).getByRole('textbox', { name: 'Name' }), text)
const save = async () => userEvent.click((await form()).getByRole('button', { name: 'Save' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('every save of one opened form carries the same key, another form another', async () => {
  const answers = [lost, () => answer(422, { message: 'No', errors: { name: ['Too short'] } })]
  const { keys, sent } = college(() => (answers.shift() ?? (() => answer(201, { data: surgery })))())
  const first = renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  await save()
  await screen.findByText('Too short')
  await type(' Unit')
  await save()
  await closed()
  first.unmount()
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(4))
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys().slice(0, 3)).size).toBe(1)
  expect(keys()[3]).not.toBe(keys()[0])
})

test('what is saved again after a reload is still the same, unless it was discarded', async () => {
  const { keys, sent } = college(lost)
  const first = renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  first.unmount()
  renderPage(<DepartmentsPage />, ADD)
  await screen.findByText('Restored what you typed.')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await type('Nephrology')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[2]).not.toBe(keys()[0])
})

test('changed after a lost answer, it is told that the first save was stored, and the list is read again', async () => {
  const answers = [lost, () => answer(409, { message: 'This key was used for something else.' })]
  const { calls } = college(() => (answers.shift() ?? lost)())
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  const reads = () => calls.filter(({ method }) => method === 'GET').length
  const before = reads()
  await type(' Unit')
  await save()
  expect(await screen.findByText(/^This was saved already: only the answer to your first save was lost\./)).toBeTruthy()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('so it is when the page was loaded anew in between', async () => {
  const answers = [lost, () => answer(409, { message: 'This Idempotency-Key was used for another request.' })]
  college(() => (answers.shift() ?? lost)())
  const first = renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  first.unmount()
  renderPage(<DepartmentsPage />, ADD)
  await type(' Unit')
  await save()
  expect(await screen.findByText(/^This was saved already/)).toBeTruthy()
})

test('a conflict without a lost answer is told in the server’s words', async () => {
  college(() => answer(409, { message: 'Already there.' }))
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  expect(await screen.findByText('Already there.')).toBeTruthy()
})

test('whoever gives up after a lost answer sees in the list what has come of it', async () => {
  const { calls } = college(lost)
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  const reads = () => calls.filter(({ method }) => method === 'GET').length
  const before = reads()
  await userEvent.click((await form()).getByRole('button', { name: 'Cancel' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Discard' }))
  await closed()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})
