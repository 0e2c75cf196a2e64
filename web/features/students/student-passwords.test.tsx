import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { students } from '../../../shared/contract/students.ts'
import { INITIAL_PASSWORDS_MAX } from '../../../shared/limits.ts'
import { pageOf, refuse, served } from '../../testing/network.ts'
import { loginAnswer, renderPage, signedIn } from '../../testing/page.tsx'
import { batch, inBatch, student } from '../../testing/records.ts'
import { StudentsPage } from './StudentsPage.tsx'

const SIZE = 60

/** Sixty students: two have left, and ten have signed in before. */
const sixty = Array.from({ length: SIZE }, (_, at) =>
  student({
    id: at + 1,
    name: `Student ${at + 1}`,
    roll_no: `MBBS-${24001 + at}`,
    status: (['graduated', 'suspended'] as const)[at] ?? 'active',
    user_id: 1000 + at + 1,
    user: { id: 1000 + at + 1, email: `s${at + 1}@college.test` },
    never_signed_in: at < SIZE - 10,
  }),
)
const credential = (id: number) => ({
  user_id: 1000 + id,
  name: `Student ${id}`,
  email: `s${id}@college.test`,
  roll_no: `MBBS-${24000 + id}`,
  initial_password: `password-${id}`,
})
type Issued = { data: Credential[] } | ReturnType<typeof refuse>

/** Serves the batch; `issue` answers each chunk by its place. */
function college(issue: (chunk: number, ids: number[]) => Issued | Promise<Issued>) {
  const chunks: number[][] = []
  served(
    [auth.login, loginAnswer('second-token')],
    [batches.list, pageOf([batch()])],
    [studentBatches.listByBatch, pageOf(sixty.map((one) => inBatch(one)))],
    [
      students.initialPasswords,
      ({ body }) => {
        chunks.push(body.student_ids)
        return issue(chunks.length, body.student_ids)
      },
    ],
  )
  return chunks
}
const given = (ids: number[]) => ({ data: ids.map(credential).reverse() })

async function open() {
  const { router } = renderPage(<StudentsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Initial passwords' }))
  return { router, dialog: within(await screen.findByRole('dialog', { name: 'Initial passwords' })) }
}
const passwords = () =>
  within(within(screen.getByRole('dialog', { name: 'Initial passwords' })).getByRole('table'))
    .getAllByText(/^password-/)
    .map((one) => one.textContent)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

beforeEach(() => signedIn())

test('offers those who have never signed in first, counts only who may sign in, and warns', async () => {
  const chunks = college((_, ids) => given(ids))
  const { dialog } = await open()
  expect(await dialog.findByRole('radio', { name: 'Students who have never signed in (48)' })).toHaveProperty(
    'checked',
    true,
  )
  expect(dialog.getByRole('radio', { name: 'All students of the batch (58)' })).toHaveProperty('checked', false)
  expect(dialog.getByText(/old passwords of these students stop working/)).toBeTruthy()
  expect(chunks).toEqual([])
})

test('issues in chunks, then lists the passwords by roll number and keeps slips for the printer', async () => {
  const chunks = college((_, ids) => given(ids))
  const { dialog } = await open()
  await dialog.findByRole('radio', { name: /never signed in \(48\)/ })
  await userEvent.click(dialog.getByRole('button', { name: 'Issue passwords' }))
  expect(await dialog.findByText('48 of 48 passwords issued.')).toBeTruthy()
  expect(chunks).toEqual([range(3, 27), range(28, 50)])
  expect(chunks[0]).toHaveLength(INITIAL_PASSWORDS_MAX)
  expect(passwords()).toEqual(range(3, 50).map((id) => `password-${id}`))
  const printed: (string | null | undefined)[] = []
  const paper = () => document.querySelector('body > [data-paper]')?.textContent
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    printed.push(paper())
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Print slips' }))
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain('MBBS 2024')
  expect(printed[0]).toContain('password-50')
  expect(paper()).toBeUndefined()
})

test('all students of the batch can be chosen', async () => {
  const chunks = college((_, ids) => given(ids))
  const { dialog } = await open()
  await userEvent.click(await dialog.findByRole('radio', { name: /All students/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Issue passwords' }))
  expect(await dialog.findByText('58 of 58 passwords issued.')).toBeTruthy()
  expect(chunks.flat()).toEqual(range(3, 60))
})

test('a chunk that fails keeps what was issued; Continue goes on with the others first', async () => {
  const chunks = college((chunk, ids) => (chunk === 2 ? refuse(403, 'Not this person.') : given(ids)))
  const { dialog } = await open()
  await userEvent.click(await dialog.findByRole('radio', { name: /All students/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Issue passwords' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Not this person.')
  expect(dialog.getByText('25 of 58 passwords issued.')).toBeTruthy()
  expect(passwords()).toHaveLength(25)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('58 of 58 passwords issued.')).toBeTruthy()
  expect(chunks.slice(2)).toEqual([[...range(53, 60), ...range(28, 44)], range(45, 52)])
  expect(passwords()).toEqual(range(3, 60).map((id) => `password-${id}`))
})

test('shows the progress; Cancel lets the call under way end and keeps its passwords', async () => {
  let release = () => {}
  const chunks = college(async (chunk, ids) => {
    if (chunk === 2)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    return given(ids)
  })
  const { dialog } = await open()
  await userEvent.click(await dialog.findByRole('radio', { name: /All students/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Issue passwords' }))
  await waitFor(() => expect(chunks).toHaveLength(2))
  expect(dialog.getByRole('progressbar', { name: 'Passwords issued' }).getAttribute('aria-valuenow')).toBe('43')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(dialog.getByRole('button', { name: 'Stopping...' })).toHaveProperty('disabled', true)
  release()
  expect(await dialog.findByText('50 of 58 passwords issued.')).toBeTruthy()
  expect(passwords()).toHaveLength(50)
  expect(chunks).toHaveLength(2)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('58 of 58 passwords issued.')).toBeTruthy()
})

test('closing asks whether the passwords are printed or saved; before any was issued it does not', async () => {
  college((_, ids) => given(ids))
  const { router, dialog } = await open()
  await dialog.findByRole('radio', { name: /never signed in/ })
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.click(screen.getByRole('button', { name: 'Initial passwords' }))
  const again = within(await screen.findByRole('dialog', { name: 'Initial passwords' }))
  await again.findByRole('radio', { name: /never signed in/ })
  await userEvent.click(again.getByRole('button', { name: 'Issue passwords' }))
  await again.findByText('48 of 48 passwords issued.')
  await userEvent.keyboard('{Escape}')
  const asked = within(await screen.findByRole('dialog', { name: 'Close the passwords?' }))
  expect(asked.getByText('These passwords are shown only now. Have you printed or saved them?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Keep open' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Close the passwords?' })).toBeNull())
  expect(passwords()).toHaveLength(48)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?batch=5')
})

test('a login that ends meanwhile takes no password along', async () => {
  const chunks = college((chunk, ids) => (chunk === 2 ? refuse(401) : given(ids)))
  const { dialog } = await open()
  await userEvent.click(await dialog.findByRole('radio', { name: /All students/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Issue passwords' }))
  const again = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  await userEvent.type(again.getByLabelText('Password'), 'ClinicalElog1')
  await userEvent.click(again.getByRole('button', { name: 'Login' }))
  expect(await dialog.findByText('58 of 58 passwords issued.')).toBeTruthy()
  expect(chunks[2]).toEqual(chunks[1])
  expect(passwords()).toHaveLength(58)
})

test('closing while passwords are being issued asks too', async () => {
  const chunks = college(() => new Promise<never>(() => undefined))
  const { dialog } = await open()
  await dialog.findByRole('radio', { name: /never signed in/ })
  await userEvent.click(dialog.getByRole('button', { name: 'Issue passwords' }))
  await waitFor(() => expect(chunks).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Close the passwords?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep open' }))
  expect(dialog.getByRole('progressbar', { name: 'Passwords issued' })).toBeTruthy()
})

test('who may not change students opens no passwords from a shared address', async () => {
  signedIn(['faculty'])
  college((_, ids) => given(ids))
  renderPage(<StudentsPage />, '/?batch=5&modal=passwords')
  await screen.findByRole('row', { name: /Student 12/ })
  expect(screen.queryByRole('dialog')).toBeNull()
})
