import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ownFields } from '../../../shared/contract/own-fields.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { ownField } from '../../testing/records.ts'
import { OwnFieldsPage } from './OwnFieldsPage.tsx'

const father = ownField()
const cnic = ownField({ id: 8, name: 'CNIC', is_unique: true, is_masked: true, position: 2 })
const council = ownField({ id: 9, entity: 'staff', name: 'Council', seen_by: 'editors' })
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => {
  signedIn()
  served([ownFields.list, pageOf([father, cnic, council])], [ownFields.read, { data: cnic }])
})

test('shows each field with what is asked of it, and an empty college what they are for', async () => {
  renderPage(<OwnFieldsPage />)
  const row = within(await screen.findByRole('row', { name: /CNIC/ }))
  for (const text of ['no two alike · masked', 'Students', 'Text', 'Everybody who sees the record', 'Active'])
    expect(row.getByText(text), text).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Council/ })).getByText('Only who may edit the record')).toBeTruthy()
})

test('an empty college reads what they are for', async () => {
  served([ownFields.list, pageOf([])])
  renderPage(<OwnFieldsPage />)
  expect(await screen.findByText('No own fields yet')).toBeTruthy()
})

test('a choice is added with its options, one a line', async () => {
  const calls = served([ownFields.create, { data: father }])
  renderPage(<OwnFieldsPage />, '/?modal=add')
  const form = within(await dialog('Add New Own Field'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'House')
  expect(form.queryByRole('textbox', { name: 'Options' })).toBeNull()
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'Choice')
  await userEvent.type(form.getByRole('textbox', { name: 'Options' }), 'Iqbal{enter} Jinnah {enter}{enter}')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Shown to' }), 'Staff only')
  await userEvent.click(form.getByRole('checkbox', { name: 'Required of new records' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Own field created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, ownFields.create)).toEqual([
    {
      entity: 'student',
      name: 'House',
      kind: 'choice',
      options: ['Iqbal', 'Jinnah'],
      is_required: true,
      is_unique: false,
      is_masked: false,
      seen_by: 'staff',
      status: 'active',
    },
  ])
})

test('a refusal stands under its field; where a field belongs is not changed', async () => {
  served([ownFields.update, refuse(422, 'Invalid', { 'options.1': ['Option is required'], name: ['Taken'] })])
  renderPage(<OwnFieldsPage />, '/?modal=edit&id=8')
  const form = within(await dialog('Edit Own Field'))
  expect(await form.findByRole('combobox', { name: 'Kept of' })).toHaveProperty('disabled', true)
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'Choice')
  await userEvent.type(form.getByRole('textbox', { name: 'Options' }), 'A')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Taken')).toBeTruthy()
  expect(form.getByText('Option is required')).toBeTruthy()
})

test('a field moves among those of its entity by a button', async () => {
  const calls = served([ownFields.update, { data: cnic }])
  renderPage(<OwnFieldsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Move up CNIC' }))
  expect(await screen.findByText('The order has changed.')).toBeTruthy()
  expect(bodiesTo(calls, ownFields.update)).toEqual([{ position: 1, updated_at: cnic.updated_at }])
  const names = screen.getAllByRole('button', { name: /^Move/ }).map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Move down Father', 'Move up CNIC'])
})

test('a field with values says why it stays', async () => {
  const message = 'Own field has 12 values. Set it inactive instead.'
  const calls = served([ownFields.remove, refuse(409, message)])
  renderPage(<OwnFieldsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete CNIC' }))
  await userEvent.click(within(await dialog('Delete own field')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message))
  expect(pathsTo(calls, ownFields.remove)).toEqual(['/api/own-fields/8'])
})
