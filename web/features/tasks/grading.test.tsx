import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLogin, storeRoles } from '../../core/login.ts'
import { SubmissionsModal } from './SubmissionsModal.tsx'

const task = { id: 5, name: 'Case report', total_marks: 20, passing_marks: 10, end_date: null }
const CHANGED = 'This record was changed by someone else. Reload and try again.'

const student = (id: number, name: string) => ({ id, name, roll_no: `MBBS-${id}`, status: 'active' })
const submission = (id: number, who: object) => ({
  id,
  task_id: 5,
  student_id: id,
  remarks: null,
  date_time: '2026-11-20T09:00:00.000Z',
  status: 'submitted',
  is_late: false,
  files: '[]',
  marks: null as number | null,
  faculty_remarks: null as string | null,
  graded_at: null,
  student: who,
  task,
  updated_at: `${id}-v1`,
})

const [ali, bilal, sana] = [student(1, 'Ali'), student(2, 'Bilal'), student(3, 'Sana')]
let stored: Map<number, ReturnType<typeof submission>>
const puts = vi.fn()
/** Answers the next grades instead of storing them. */
let refusals: (() => Response | Promise<Response>)[] = []

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

async function answer(address: string, init: RequestInit = {}): Promise<Response> {
  const id = Number(/\/task-submissions\/(\d+)$/.exec(address)?.[1])
  const record = stored.get(id)
  if (init.method === 'PUT' && record) {
    const body = JSON.parse(String(init.body))
    puts(id, body)
    const refused = refusals.shift()
    if (refused) return refused()
    const saved = {
      ...record,
      marks: body.marks,
      faculty_remarks: body.remarks || null,
      updated_at: `${record.updated_at}+`,
    }
    stored.set(id, saved)
    return json({ data: saved })
  }
  if (record) return json({ data: record })
  if (address.includes('/roster')) {
    const data = [ali, bilal, sana].map((who) => ({ student: who, submission: stored.get(who.id) ?? null }))
    return json({ data, meta: { page: 1, per_page: 500, total: 3 } })
  }
  return json({ data: { ...task, groups: [] } })
}

function signInAs(role: string): void {
  const user = { id: 9, name: 'Dr Khan', email: `${role}@college.test`, roles: [role], must_change_password: false }
  startLogin({ access_token: 'token', token_type: 'Bearer', expires_in: 60, user })
  storeRoles([role])
}

beforeEach(() => {
  // Bilal has not submitted.
  stored = new Map([ali, sana].map((who) => [who.id, submission(who.id, who)]))
  refusals = []
  puts.mockClear()
  vi.stubGlobal('fetch', vi.fn(answer))
  signInAs('faculty')
})
afterEach(() => vi.unstubAllGlobals())

async function open(): Promise<void> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider
          router={createMemoryRouter([{ path: '/', element: <SubmissionsModal taskId={5} onClose={() => {}} /> }])}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('list', { name: 'Students' })
}

const marksOf = (name: string) => screen.getByLabelText(`Marks for ${name}`)

test('Enter saves the marks and goes to the next student who has submitted', async () => {
  await open()
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(document.activeElement).toBe(marksOf('Sana'))
  await screen.findByText('Saved')
  await userEvent.keyboard('12{Tab}well done{Enter}')
  await waitFor(() => expect(stored.get(3)?.faculty_remarks).toBe('well done'))
  await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(2))
  expect(puts.mock.calls[0]).toEqual([1, { marks: 15, remarks: '', updated_at: '1-v1' }])
  expect(stored.get(3)).toMatchObject({ marks: 12, faculty_remarks: 'well done' })
  expect(screen.getByText('2 of 3 submitted · 2 graded')).toBeTruthy()
})

test('leaving a field saves only what was changed', async () => {
  await open()
  await userEvent.click(marksOf('Ali'))
  await userEvent.click(marksOf('Sana'))
  expect(puts).not.toHaveBeenCalled()
  await userEvent.keyboard('7')
  await userEvent.click(marksOf('Ali'))
  await screen.findByText('Saved')
  expect(puts).toHaveBeenCalledOnce()
})

test('empty marks take the grade back', async () => {
  stored.set(1, { ...submission(1, ali), marks: 11 })
  await open()
  await userEvent.clear(marksOf('Ali'))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Saved')
  expect(stored.get(1)?.marks).toBeNull()
})

test('marks above the total and broken ones stay in the field with their reason', async () => {
  await open()
  await userEvent.type(marksOf('Ali'), '21{Enter}')
  expect(await screen.findByText('Marks must be at most 20')).toBeTruthy()
  expect(document.activeElement).toBe(marksOf('Ali'))
  await userEvent.clear(marksOf('Ali'))
  await userEvent.type(marksOf('Ali'), '1.5{Enter}')
  expect(await screen.findByText('Marks must be a whole number')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save for Ali' }))
  expect(document.activeElement).toBe(marksOf('Ali'))
  expect(puts).not.toHaveBeenCalled()
})

test('Save pressed with the mouse goes to what is wrong: to the marks, or to remarks that cannot be stored', async () => {
  await open()
  await userEvent.type(marksOf('Ali'), '99')
  await userEvent.click(screen.getByRole('button', { name: 'Save for Ali' }))
  expect(document.activeElement).toBe(marksOf('Ali'))
  expect(screen.getByText('Marks must be at most 20')).toBeTruthy()
  await userEvent.clear(marksOf('Ali'))
  await userEvent.type(marksOf('Ali'), '9')
  const remarks = screen.getByLabelText('Faculty remarks for Ali')
  await userEvent.click(remarks)
  await userEvent.paste('well\u0007done')
  await userEvent.click(screen.getByRole('button', { name: 'Save for Ali' }))
  expect(await screen.findByText('Remarks contains characters that cannot be stored')).toBeTruthy()
  expect(document.activeElement).toBe(remarks)
  expect(remarks.getAttribute('aria-invalid')).toBe('true')
  // The marks were stored when their field was left.
  expect(puts).toHaveBeenCalledTimes(1)
})

test('a failed save keeps the marks, also through a reload, until a retry stores them', async () => {
  await open()
  refusals = [() => Promise.reject(new TypeError('no network'))]
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry for Ali' })).toBeTruthy()

  cleanup()
  await open()
  expect(marksOf('Ali')).toHaveProperty('value', '15')
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await userEvent.click(marksOf('Ali'))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Saved')
  expect(stored.get(1)?.marks).toBe(15)
})

test('marks that somebody else changed stand beside the typed ones, and are overwritten only when asked', async () => {
  await open()
  stored.set(1, { ...submission(1, ali), marks: 8, updated_at: '1-v2' })
  refusals = [() => json({ message: CHANGED }, 409)]
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(await screen.findByText(CHANGED)).toBeTruthy()
  expect(screen.getByText('Stored now: 8 marks')).toBeTruthy()
  expect(marksOf('Ali')).toHaveProperty('value', '15')

  await userEvent.click(marksOf('Ali'))
  await userEvent.click(marksOf('Sana'))
  expect(puts).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Save mine for Ali' }))
  await screen.findByText('Saved')
  expect(puts.mock.lastCall).toEqual([1, { marks: 15, remarks: '', updated_at: '1-v2' }])
})

test('shows who has not submitted, and finds by name and roll number', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Not submitted (1)' }))
  expect(screen.getByText('Bilal')).toBeTruthy()
  expect(screen.queryByText('Ali')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'All (3)' }))
  await userEvent.type(screen.getByRole('searchbox'), 'mbbs-3')
  await waitFor(() => expect(screen.queryByText('Bilal')).toBeNull())
  expect(screen.getByText('Sana')).toBeTruthy()
})

test('a principal reads and does not grade', async () => {
  signInAs('principal')
  await open()
  expect(screen.queryByLabelText('Marks for Ali')).toBeNull()
  expect(screen.getAllByText('Not graded yet')).toHaveLength(2)
})
