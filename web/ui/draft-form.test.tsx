import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { DepartmentsPage } from '../features/departments/DepartmentsPage.tsx'
import { HELD, held, pageOf, pathsTo, refuse, sentTo, served, UNREACHED } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { department } from '../testing/records.ts'

const surgery = department({ name: 'Surgery' })
const ADD = '/?modal=add'
const USED = 'This Idempotency-Key was used for another request.'

beforeEach(() => signedIn())

type Answer = { data: typeof surgery } | ReturnType<typeof refuse> | typeof UNREACHED

/** Serves the answers of the creates in turn; the last one stays. */
function college(...answers: [Answer, ...Answer[]]) {
  const calls = served(
    [departments.list, pageOf([surgery])],
    [departments.create, () => (answers.length > 1 && answers.shift()) || answers[0]],
  )
  const sent = () => sentTo(calls, departments.create)
  const reads = () => pathsTo(calls, departments.list).length
  return { reads, sent, keys: () => sent().map(({ headers }) => headers['idempotency-key']) }
}

const form = async () => within(await screen.findByRole('dialog', { name: 'Add New Department' }))
const type = async (text: string) => userEvent.type((await form()).getByRole('textbox', { name: 'Name' }), text)
const save = async () => userEvent.click((await form()).getByRole('button', { name: 'Save' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('every save of one opened form carries the same key, another form another', async () => {
  const { keys, sent } = college(UNREACHED, refuse(422, 'No', { name: ['Too short'] }), { data: surgery })
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
  const { keys, sent } = college(UNREACHED)
  const first = renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  first.unmount()
  renderPage(<DepartmentsPage />, ADD)
  await screen.findByText('Restored what you typed.')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await type('Nephrology')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[2]).not.toBe(keys()[0])
})

test('a restored form says what is still missing, until it is typed; leaving it has the only Discard', async () => {
  college({ data: surgery })
  const first = renderPage(<DepartmentsPage />, ADD)
  await userEvent.selectOptions((await form()).getByLabelText('Type'), 'non-academic')
  expect((await form()).queryByText('Department name is required')).toBeNull()
  first.unmount()
  renderPage(<DepartmentsPage />, ADD)
  await screen.findByText('Restored what you typed.')
  expect((await form()).getByText('Department name is required')).toBeTruthy()
  const name = (await form()).getByRole('textbox', { name: 'Name' })
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await type('U')
  expect((await form()).queryByText('Department name is required')).toBeNull()
  await userEvent.click((await form()).getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  expect(screen.getAllByRole('button', { name: 'Discard', hidden: true })).toHaveLength(1)
})

test('changed after a lost answer, it is told that the first save was stored, and the list is read again', async () => {
  const { reads } = college(UNREACHED, refuse(409, USED))
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  const before = reads()
  await type(' Unit')
  await save()
  expect(await screen.findByText(/^This was saved already: only the answer to your first save was lost\./)).toBeTruthy()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('so it is when the page was loaded anew in between', async () => {
  college(UNREACHED, refuse(409, USED))
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
  college(refuse(409, 'Already there.'))
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  expect(await screen.findByText('Already there.')).toBeTruthy()
})

test('whoever gives up after a lost answer sees in the list what has come of it', async () => {
  const { reads } = college(UNREACHED)
  renderPage(<DepartmentsPage />, ADD)
  await type('Urology')
  await save()
  await screen.findByText(/cannot be reached/)
  const before = reads()
  await userEvent.click((await form()).getByRole('button', { name: 'Cancel' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Discard' }))
  await closed()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('the question about typed text goes away with the form when the save that was under way ends well', async () => {
  served([departments.list, pageOf([surgery])], [departments.create, HELD])
  const { router } = renderPage(<DepartmentsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  await type('Urology')
  await save()
  const sent = await held(departments.create)
  await act(() => router.navigate(-1))
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  sent.answer({ data: surgery })
  await closed()
  expect(await screen.findByText('Department created successfully!')).toBeTruthy()
})
