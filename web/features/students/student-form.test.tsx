import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '../../../shared/contract/accounts.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { students } from '../../../shared/contract/students.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, inBatch, student } from '../../testing/records.ts'
import { StudentsPage } from './StudentsPage.tsx'

const ali = student({ gender: 'male', date_of_admission: '2024-01-10', never_signed_in: true })
const college = () =>
  served(
    [batches.list, pageOf([batch(), batch({ id: 6, name: 'MBBS 2025', current_year: '2nd Year' })])],
    [students.read, { data: ali }],
    [accounts.list, pageOf([])],
    [studentBatches.listByBatch, pageOf([inBatch(ali)])],
  )
const dialog = (name: string) => screen.findByRole('dialog', { name })
/** Finds the form, which replaces the dialog that waits for the record. */
const editForm = async () => {
  await screen.findByRole('textbox', { name: 'Name' })
  return within(await dialog('Edit Student'))
}

beforeEach(() => signedIn())

test('what is missing is told under its field, the first gets the focus, nothing is sent', async () => {
  const calls = college()
  renderPage(<StudentsPage />, '/?batch=5&modal=add')
  const form = within(await dialog('Add New Student'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Student name is required')).toBeTruthy()
  expect(form.getByText('Email is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' })))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Sara')
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'sara')
  await userEvent.type(form.getByPlaceholderText('MBBS-22001'), '24-1')
  await userEvent.type(form.getByRole('textbox', { name: 'Phone' }), '123')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Please enter a valid email address')).toBeTruthy()
  expect(form.getByText('Please enter a valid roll number (e.g., MBBS-22001)')).toBeTruthy()
  expect(form.getByText('Please enter a valid phone number')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Roll Number' })))
  expect(pathsTo(calls, students.create)).toEqual([])
})

test('a student without an address is saved as such', async () => {
  college()
  const nameless = { ...ali, user: { id: ali.user_id, email: null } }
  const calls = served([students.create, { data: { ...nameless, initial_password: 'kite-moss-42-Rain' } }])
  renderPage(<StudentsPage />, '/?batch=5&modal=add')
  const form = within(await dialog('Add New Student'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ali Raza')
  await userEvent.type(form.getByRole('textbox', { name: 'Roll Number' }), 'MBBS-22001')
  await userEvent.click(form.getByRole('checkbox', { name: 'No address yet' }))
  expect(form.getByRole('textbox', { name: 'Email' })).toHaveProperty('disabled', true)
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await dialog('Initial password')).textContent).toContain(`signs in with ${ali.roll_no} and this password`)
  const [body] = bodiesTo(calls, students.create)
  expect(body).toMatchObject({ without_email: true })
  expect(body).not.toHaveProperty('email')
})

test('an email that was missing and is still is not sent with a change: the person may have added one', async () => {
  college()
  const nameless = { ...ali, user: { id: ali.user_id, email: null } }
  const calls = served([students.read, { data: nameless }], [students.update, { data: nameless }])
  renderPage(<StudentsPage />, '/?batch=5&modal=edit&id=11')
  const form = await editForm()
  expect(form.getByRole('checkbox', { name: 'No address yet' })).toHaveProperty('checked', true)
  await userEvent.type(form.getByRole('textbox', { name: 'Phone' }), '03001234567')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await expect.poll(() => bodiesTo(calls, students.update)).toHaveLength(1)
  const [body] = bodiesTo(calls, students.update)
  for (const field of ['email', 'without_email']) expect(body).not.toHaveProperty(field)
})

test('a new student is saved in the chosen batch without a role, and the password is shown once', async () => {
  college()
  const calls = served([students.create, { data: { ...ali, initial_password: 'kite-moss-42-Rain' } }])
  const { router } = renderPage(<StudentsPage />, '/?batch=5&modal=add')
  const form = within(await dialog('Add New Student'))
  await form.findByRole('option', { name: 'MBBS 2024' })
  expect(form.getByRole('combobox', { name: 'Batch' })).toHaveProperty('value', '5')
  expect(form.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'active')
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ali Raza')
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'ali@college.test')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Gender' }), 'Male')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))

  const told = within(await dialog('Initial password'))
  expect(told.getByText('kite-moss-42-Rain')).toBeTruthy()
  expect(told.getByText('ali@college.test')).toBeTruthy()
  expect(screen.getByText('Student created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, students.create)).toEqual([
    {
      name: 'Ali Raza',
      roll_no: '',
      batch_id: 5,
      email: 'ali@college.test',
      phone: '',
      gender: 'male',
      date_of_birth: '',
      date_of_admission: '',
      status: 'active',
      description: '',
    },
  ])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  await userEvent.click(told.getAllByRole('button', { name: 'Close' })[1] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?batch=5')
  await waitFor(() => expect(pathsTo(calls, studentBatches.listByBatch).length).toBeGreaterThan(1))
})

test('entered in a row, each password is shown first, and the next form begins in the same batch', async () => {
  college()
  const calls = served([students.create, { data: { ...ali, initial_password: 'kite-moss-42-Rain' } }])
  renderPage(<StudentsPage />, '/?batch=5&modal=add')
  const add = async () => within(await dialog('Add New Student'))
  await userEvent.click((await add()).getByRole('checkbox', { name: 'Go on with the next one' }))
  await (await add()).findByRole('option', { name: 'MBBS 2025' })
  await userEvent.selectOptions((await add()).getByLabelText('Batch'), 'MBBS 2025')
  for (const name of ['Ali', 'Sara']) {
    await userEvent.type((await add()).getByLabelText('Name'), name)
    await userEvent.type((await add()).getByLabelText('Email'), `${name}@college.test`)
    await userEvent.click((await add()).getByRole('button', { name: 'Save' }))
    const told = within(await dialog('Initial password'))
    expect(told.getByText('Student created successfully!')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Add New Student' })).toBeNull()
    await userEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    const field = (await add()).getByLabelText('Name')
    expect(field).toHaveProperty('value', '')
    await waitFor(() => expect(document.activeElement).toBe(field))
  }
  expect(bodiesTo(calls, students.create)).toMatchObject([
    { name: 'Ali', batch_id: 6 },
    { name: 'Sara', batch_id: 6 },
  ])
  await waitFor(() => expect(pathsTo(calls, studentBatches.listByBatch)).toHaveLength(3))
  await userEvent.click((await add()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what the server refuses stands under its field', async () => {
  const errors = { email: ['This email is already in use'] }
  college()
  served([students.create, refuse(422, 'Please check the form', errors)])
  renderPage(<StudentsPage />, '/?modal=add')
  const form = within(await dialog('Add New Student'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ali')
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'ali@college.test')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This email is already in use')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Email' })))
})

test('an edit starts from what is stored, warns of the groups, and sends the version it read', async () => {
  college()
  const calls = served([students.update, { data: ali }])
  renderPage(<StudentsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ali Raza' }))
  const form = await editForm()
  const batch = await form.findByRole('combobox', { name: 'Batch' })
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ali Raza')
  expect(form.getByLabelText('Date of Admission')).toHaveProperty('value', '2024-01-10')
  expect(form.queryByText('The student leaves the groups of the former batch.')).toBeNull()
  await userEvent.selectOptions(batch, 'MBBS 2025')
  expect(form.getByText('The student leaves the groups of the former batch.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Student updated successfully!')).toBeTruthy()
  expect(pathsTo(calls, students.update)).toEqual(['/api/students/11'])
  const [body] = bodiesTo(calls, students.update)
  expect(body).toMatchObject({ batch_id: 6, updated_at: '2026-01-02T03:04:05.678Z' })
  expect(body).not.toHaveProperty('role_id')
})

test('a student without a batch leaves no groups', async () => {
  college()
  served([students.read, { data: student({ batch: null }) }])
  renderPage(<StudentsPage />, '/?modal=edit&id=11')
  const form = await editForm()
  await form.findByRole('option', { name: 'MBBS 2025' })
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Batch' }), 'MBBS 2025')
  expect(form.queryByText('The student leaves the groups of the former batch.')).toBeNull()
})

test('a change by someone else keeps what is typed; discarding it reads the record again', async () => {
  let version = '2026-01-02T03:04:05.678Z'
  college()
  const calls = served(
    [students.read, () => ({ data: { ...ali, updated_at: version } })],
    [students.update, ({ body }) => (body.updated_at === 'v2' ? { data: ali } : refuse(409, CHANGED_MEANWHILE))],
  )
  renderPage(<StudentsPage />, '/?modal=edit&id=11')
  const form = await editForm()
  await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), ' Khan')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  version = 'v2'
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.queryByText(CHANGED_MEANWHILE)).toBeNull())
  const name = screen.getByRole('textbox', { name: 'Name' })
  expect(name).toHaveProperty('value', 'Ali Raza')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesTo(calls, students.update)).toHaveLength(2))
  expect(bodiesTo(calls, students.update)[1]).toMatchObject({ name: 'Ali Raza', updated_at: 'v2' })
})

test('a new initial password is asked for first, shown, and gives way to the form again', async () => {
  const credential = {
    user_id: 111,
    name: 'Ali Raza',
    email: 'ali@college.test',
    roll_no: null,
    initial_password: 'pw-1',
  }
  college()
  const calls = served([accounts.initialPassword, { data: credential }])
  renderPage(<StudentsPage />, '/?modal=edit&id=11')
  const form = await editForm()
  expect(await form.findByText('The student has never signed in.')).toBeTruthy()
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), ' Khan')
  await userEvent.click(form.getByRole('button', { name: 'New initial password' }))
  const asked = within(await dialog('New initial password'))
  expect(asked.getByText('The old password stops working and open sessions end.')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(pathsTo(calls, accounts.initialPassword)).toEqual([])
  await userEvent.click(form.getByRole('button', { name: 'New initial password' }))
  await userEvent.click(within(await dialog('New initial password')).getByRole('button', { name: 'Issue password' }))
  expect(within(await dialog('Initial password')).getByText('pw-1')).toBeTruthy()
  expect(pathsTo(calls, accounts.initialPassword)).toEqual(['/api/users/111/initial-password'])
  // The password can't be shown again, so Escape does not close it.
  await userEvent.keyboard('{Escape}')
  const shown = within(await dialog('Initial password'))
  await userEvent.click(shown.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const again = await editForm()
  expect(again.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ali Raza Khan')
})
