import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { designations } from '../../shared/contract/designations.ts'
import { groups } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { clearLogin, startLogin } from '../core/login.ts'
import { BatchesPage } from '../features/batches/BatchesPage.tsx'
import { DepartmentsPage } from '../features/departments/DepartmentsPage.tsx'
import { DesignationsPage } from '../features/designations/DesignationsPage.tsx'
import { GroupsPage } from '../features/groups/GroupsPage.tsx'
import { bodiesTo, pageOf, pathsTo, refuse, sentTo, served } from '../testing/network.ts'
import { loginAnswer, renderPage, signedIn } from '../testing/page.tsx'
import { batch, department, designation, group } from '../testing/records.ts'

const surgery = department({ name: 'Surgery' })
const form = async () => within(await screen.findByRole('dialog', { name: 'Add New Department' }))
const box = async () => (await form()).getByRole('checkbox', { name: 'Go on with the next one' })
const name = async () => (await form()).getByRole('textbox', { name: 'Name' })
const press = async (button: string) => userEvent.click((await form()).getByRole('button', { name: button }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))

function college() {
  const calls = served(
    [departments.list, pageOf([surgery])],
    [departments.read, { data: surgery }],
    [departments.create, { data: surgery }],
  )
  return { sent: () => sentTo(calls, departments.create), reads: () => pathsTo(calls, departments.list).length }
}

beforeEach(() => signedIn())

test('with the tick a save says so, reads the list again and opens an empty form, until Cancel', async () => {
  const { sent, reads } = college()
  const { router } = renderPage(<DepartmentsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  expect(await box()).toHaveProperty('checked', false)
  await userEvent.click(await box())
  await userEvent.type(await name(), 'Surgery')
  await userEvent.selectOptions((await form()).getByLabelText('Type'), 'Non-Academic')
  await press('Save')
  expect(await screen.findByText('Department created successfully!')).toBeTruthy()
  await waitFor(async () => expect(await name()).toHaveProperty('value', ''))
  expect((await form()).getByLabelText('Type')).toHaveProperty('value', 'academic')
  await waitFor(async () => expect(document.activeElement).toBe(await name()))
  expect(await box()).toHaveProperty('checked', true)
  expect(reads()).toBe(2)
  expect(drafts()).toEqual([])

  await userEvent.type(await name(), 'Urology')
  expect(drafts()).toHaveLength(1)
  await press('Save')
  await waitFor(() => expect(sent()).toHaveLength(2))
  await waitFor(async () => expect(await name()).toHaveProperty('value', ''))
  const keys = sent().map(({ headers }) => headers['idempotency-key'])
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? ''))).toBe(true)
  expect(keys[1]).not.toBe(keys[0])
  expect(drafts()).toEqual([])

  await press('Cancel')
  await closed()
  expect(router.state.location.search).toBe('')
  expect(sent()).toHaveLength(2)
})

test('without the tick, or taken back, a save closes the form', async () => {
  college()
  renderPage(<DepartmentsPage />, '/?modal=add')
  await userEvent.click(await box())
  await userEvent.click(await box())
  await userEvent.type(await name(), 'Surgery')
  await press('Save')
  await closed()
})

test('a refused save leaves the form as it is', async () => {
  college()
  served([departments.create, refuse(422, 'No', { name: ['A department with this name already exists'] })])
  renderPage(<DepartmentsPage />, '/?modal=add')
  await userEvent.click(await box())
  await userEvent.type(await name(), 'Surgery')
  await press('Save')
  expect(await screen.findByText('A department with this name already exists')).toBeTruthy()
  expect(await name()).toHaveProperty('value', 'Surgery')
  await press('Cancel')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await closed()
})

test('the tick stays for the person as long as the tab lives, and is nobody else’s', async () => {
  college()
  const first = renderPage(<DepartmentsPage />, '/?modal=add')
  await userEvent.click(await box())
  first.unmount()
  const second = renderPage(<DepartmentsPage />, '/?modal=add')
  expect(await box()).toHaveProperty('checked', true)
  second.unmount()
  clearLogin()
  startLogin(loginAnswer('another-token', { id: 8 }))
  renderPage(<DepartmentsPage />, '/?modal=add')
  expect(await box()).toHaveProperty('checked', false)
})

test('an edit does not offer it', async () => {
  college()
  renderPage(<DepartmentsPage />, '/?modal=edit&id=3')
  await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test.each([
  ['Designation', <DesignationsPage key="designations" />],
  ['Batch', <BatchesPage key="batches" />],
])('a new %s is followed by an empty form as well', async (title, page) => {
  served(
    [designations.list, pageOf([designation()])],
    [designations.create, { data: designation() }],
    [batches.list, pageOf([batch()])],
    [batches.counts, pageOf([])],
    [batches.turns, { data: [] }],
    [batches.create, { data: batch() }],
  )
  renderPage(page, '/?modal=add')
  const add = async () => within(await screen.findByRole('dialog', { name: `Add New ${title}` }))
  await userEvent.click((await add()).getByRole('checkbox', { name: 'Go on with the next one' }))
  await userEvent.type((await add()).getByLabelText('Name'), 'Lecturer')
  const year = (await add()).queryByLabelText('Current Year')
  if (year) await userEvent.selectOptions(year, '1st Year')
  await userEvent.click((await add()).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(`${title} created successfully!`)).toBeTruthy()
  await waitFor(async () => expect((await add()).getByLabelText('Name')).toHaveProperty('value', ''))
})

test('the next group begins in the same batch and department, and after the last one the list shows it', async () => {
  const calls = served(
    [batches.list, pageOf([batch(), batch({ id: 6, name: 'MBBS 2025' })])],
    [departments.list, pageOf([department(), department({ id: 4, name: 'Surgery' })])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [groups.list, pageOf([group()])],
    [groups.create, { data: group({ batch: { id: 6, name: 'MBBS 2025' } }) }],
  )
  const { router } = renderPage(<GroupsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const add = async () => within(await screen.findByRole('dialog', { name: 'Add New Group' }))
  await userEvent.click((await add()).getByRole('checkbox', { name: 'Go on with the next one' }))
  await (await add()).findByRole('option', { name: 'Surgery' })
  await userEvent.type((await add()).getByLabelText('Name'), 'Ward 1')
  await userEvent.selectOptions((await add()).getByLabelText('Batch'), 'MBBS 2025')
  await userEvent.selectOptions((await add()).getByLabelText('Department'), 'Surgery')
  await userEvent.type((await add()).getByLabelText('Description'), 'Mornings')
  await userEvent.click((await add()).getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await add()).getByLabelText('Name')).toHaveProperty('value', ''))
  expect((await add()).getByLabelText('Description')).toHaveProperty('value', '')
  await userEvent.type((await add()).getByLabelText('Name'), 'Ward 2')
  await userEvent.click((await add()).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesTo(calls, groups.create)).toMatchObject([
      { name: 'Ward 1', batch_id: 6, department_id: 4, description: 'Mornings' },
      { name: 'Ward 2', batch_id: 6, department_id: 4, description: '' },
    ]),
  )
  // Only the kept values are in it: leaving it asks nothing.
  await waitFor(async () => expect((await add()).getByLabelText('Name')).toHaveProperty('value', ''))
  await userEvent.click((await add()).getByRole('button', { name: 'Cancel' }))
  await closed()
  await waitFor(() => expect(router.state.location.search).toBe('?batch=6'))
})
