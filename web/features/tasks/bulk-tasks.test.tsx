import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLogin, storeRoles } from '../../core/login.ts'
import { BulkTasksModal } from './BulkTasksModal.tsx'

const posted = vi.fn()
const onClose = vi.fn()

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  const meta = { page: 1, per_page: 500, total: 1 }
  if (init.method === 'POST') {
    posted(JSON.parse(String(init.body)))
    return json({ data: [] }, 201)
  }
  if (address.startsWith('/api/departments')) return json({ data: [{ id: 3, name: 'Medicine' }], meta })
  if (address.startsWith('/api/groups'))
    return json({ data: [{ id: 7, name: 'Group A', batch: { id: 1, name: 'MBBS 2023' } }], meta })
  return json({ message: 'Record not found.' }, 404)
}

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn(answer))
  posted.mockClear()
  onClose.mockClear()
  const user = { id: 1, name: 'Head', email: 'hod@college.test', roles: ['hod'], must_change_password: false }
  startLogin({ access_token: 'token', token_type: 'Bearer', expires_in: 60, user })
  storeRoles(['hod'])
})
afterEach(() => vi.unstubAllGlobals())

function open(): void {
  const element = <BulkTasksModal chosen={{ departmentId: 3, groupId: 7 }} onClose={onClose} />
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const row = (place: number) => within(screen.getByRole('group', { name: `Task ${place}` }))

test('keeps only the digits of a frequency while it is typed', async () => {
  open()
  const frequency = row(1).getByLabelText(/^Frequency/)
  await userEvent.type(frequency, '1a2 -3.')
  expect(frequency).toHaveProperty('value', '123')
})

test('adds rows from the last one, removes any, and keeps one', async () => {
  open()
  expect(screen.queryByRole('button', { name: /^Remove task/ })).toBeNull()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'First')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  expect(row(1).queryByRole('button', { name: 'Add row' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await userEvent.type(row(2).getByLabelText(/^Task name/), 'Second')
  await userEvent.click(screen.getByRole('button', { name: 'Remove task 1' }))
  expect(row(1).getByLabelText(/^Task name/)).toHaveProperty('value', 'Second')
  expect(screen.queryByRole('group', { name: 'Task 2' })).toBeNull()
})

test('says under each row what it lacks, and sends nothing', async () => {
  open()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'First')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await userEvent.type(row(2).getByLabelText(/^Frequency/), '4')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await row(1).findByText('Frequency is required')).toBeTruthy()
  expect(row(1).queryByText('Task name is required')).toBeNull()
  expect(row(2).getByText('Task name is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(row(1).getByLabelText(/^Frequency/)))
  expect(posted).not.toHaveBeenCalled()
})

test('sends names and frequencies in the same order', async () => {
  open()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'First')
  await userEvent.type(row(1).getByLabelText(/^Frequency/), '5')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await userEvent.type(row(2).getByLabelText(/^Task name/), 'Second')
  await userEvent.type(row(2).getByLabelText(/^Frequency/), '10')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(posted).toHaveBeenCalledWith({
    department_id: 3,
    group_id: [7],
    name: ['First', 'Second'],
    detail: ['5', '10'],
  })
})
