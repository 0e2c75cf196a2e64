import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '../../../shared/contract/accounts.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { ownFields } from '../../../shared/contract/own-fields.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { students } from '../../../shared/contract/students.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, inBatch, ownField, student } from '../../testing/records.ts'
import { StudentsPage } from './StudentsPage.tsx'

const cnic = ownField({ id: 8, name: 'CNIC', is_required: true, position: 2 })
const house = ownField({ id: 9, name: 'House', kind: 'choice', options: ['Iqbal', 'Jinnah'], position: 3 })
const score = ownField({ id: 10, name: 'Score', kind: 'number', position: 4 })
const former = ownField({ id: 11, name: 'Former', status: 'inactive', position: 5 })
const ali = student({ own: { 7: 'Karim', 9: 'Liaquat' } })

beforeEach(() => {
  signedIn()
  served(
    [ownFields.list, pageOf([ownField(), cnic, house, score, former])],
    [batches.list, pageOf([batch()])],
    [students.read, { data: ali }],
    [accounts.list, pageOf([])],
    [studentBatches.listByBatch, pageOf([inBatch(ali)])],
  )
})

test('own fields stand below the others, and are sent with the record', async () => {
  const calls = served([students.update, { data: ali }])
  renderPage(<StudentsPage />, '/?batch=5&modal=edit&id=11')
  const father = await screen.findByRole('textbox', { name: 'Father' })
  const form = within(await screen.findByRole('dialog', { name: 'Edit Student' }))
  expect(father).toHaveProperty('value', 'Karim')
  const description = form.getByRole('textbox', { name: 'Description' })
  expect(description.compareDocumentPosition(father) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  // A choice that is no longer offered stays until another one is made.
  expect(form.getByRole('combobox', { name: 'House' })).toHaveProperty('value', 'Liaquat')
  expect(form.queryByRole('textbox', { name: 'Former' })).toBeNull()
  await userEvent.clear(father)
  await userEvent.type(form.getByRole('textbox', { name: 'CNIC' }), '35202-1')
  await userEvent.type(form.getByRole('textbox', { name: 'Score' }), '۱۲٫۵')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'House' }), 'Iqbal')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesTo(calls, students.update)).toHaveLength(1))
  expect(bodiesTo(calls, students.update)[0]).toMatchObject({ own: { 7: null, 8: '35202-1', 9: 'Iqbal', 10: '12.5' } })
})

test('a required own field is asked for before anything is sent, beside what else is wrong', async () => {
  const calls = served()
  renderPage(<StudentsPage />, '/?batch=5&modal=add')
  const form = within(await screen.findByRole('dialog', { name: 'Add New Student' }))
  await userEvent.type(await form.findByRole('textbox', { name: 'Score' }), 'many')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('CNIC is required')).toBeTruthy()
  expect(form.getByText('Score must be a number, such as 12 or 12.5')).toBeTruthy()
  expect(form.getByText('Student name is required')).toBeTruthy()
  expect(bodiesTo(calls, students.create)).toEqual([])
})

test('a refusal of the server stands under its own field, which gets the focus', async () => {
  const message = 'Validation error: own.8: CNIC is already in use'
  served([students.create, refuse(422, message, { 'own.8': ['CNIC is already in use'] })])
  renderPage(<StudentsPage />, '/?batch=5&modal=add')
  const form = within(await screen.findByRole('dialog', { name: 'Add New Student' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Sara')
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'sara@college.test')
  await userEvent.type(await form.findByRole('textbox', { name: 'CNIC' }), '35202-1')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('CNIC is already in use')).toBeTruthy()
  expect(form.getByRole('alert').textContent).toBe('Validation error: CNIC: CNIC is already in use')
  const input = form.getByRole('textbox', { name: 'CNIC' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(input))
})
