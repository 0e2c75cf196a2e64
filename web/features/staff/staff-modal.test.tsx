import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { SIGNS_IN_BY_EMAIL } from '../../../shared/contract/accounts.ts'
import { designations } from '../../../shared/contract/designations.ts'
import { type Staff, staff } from '../../../shared/contract/staff.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, role, staffMember } from '../../testing/records.ts'
import { farooq, medicine, serveStaff } from '../../testing/staff.ts'
import { StaffPage } from './StaffPage.tsx'

const accounts = department({ id: 2, name: 'Accounts', type: 'non-academic' })
const oldWing = department({ id: 3, name: 'Old Wing', status: 'inactive' })
const ROLES = ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student', 'examiner'].map(
  (name, index) => role({ id: index + 1, name, built_in: name !== 'examiner' }),
)
/** Serves everything that the form reads, about one person. */
const college = (person = farooq) => serveStaff(person, { places: [medicine, accounts, oldWing], held: ROLES })
const inDepartment = (department: Staff['department']) =>
  served([staff.currentUser, { data: staffMember({ department }) }])
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const choices = (select: HTMLElement) => [...(select as HTMLSelectElement).options].map(({ text }) => text)
const loaded = async (form: Awaited<ReturnType<typeof dialog>>, label: string, choice: string) => {
  await form.findByRole('option', { name: choice })
  return form.getByRole('combobox', { name: label })
}

beforeEach(() => signedIn())

test('an empty form tells what is missing under each field, with the focus on the first', async () => {
  const calls = college()
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const texts = {
    Name: 'Staff name is required',
    Email: 'Email is required for user account creation',
    Department: 'Department is required',
    Designation: 'Designation is required',
  }
  for (const [label, text] of Object.entries(texts)) {
    const field = form.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(text)
  }
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')))
  expect(pathsTo(calls, staff.create)).toEqual([])
})

test('a bad email and a bad phone are told before anything is sent', async () => {
  const calls = college()
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  await userEvent.type(form.getByLabelText('Email'), 'farooq@')
  await userEvent.type(form.getByLabelText('Phone'), '123')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Please enter a valid email address')).toBeTruthy()
  expect(form.getByText('Please enter a valid phone number')).toBeTruthy()
  expect(pathsTo(calls, staff.create)).toEqual([])
})

test('the form offers all active departments, and every role but the student’s to an administrator', async () => {
  college()
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  expect(form.getByText('Used to create a user account')).toBeTruthy()
  const department = await loaded(form, 'Department', 'Accounts')
  expect(choices(department)).toEqual(['Choose a department', 'Medicine', 'Accounts'])
  const role = await loaded(form, 'Role', 'examiner')
  expect(choices(role)).toEqual([
    'No role',
    'admin',
    'principal',
    'hod',
    'faculty',
    'clerk',
    'student-affair',
    'examiner',
  ])
  await userEvent.selectOptions(role, 'student-affair')
  expect(form.getByText('Student affairs')).toBeTruthy()
  await userEvent.selectOptions(role, 'faculty')
  expect(form.queryByText('Student affairs')).toBeNull()
  expect(form.queryByLabelText('Date of Leaving')).toBeNull()
  expect(form.queryByLabelText('Date of Retirement')).toBeNull()
})

test('a head of department adds to the own department, and may give faculty only', async () => {
  signedIn(['hod'])
  college()
  inDepartment(medicine)
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  const department = await loaded(form, 'Department', 'Medicine')
  expect(department).toHaveProperty('disabled', true)
  expect(department).toHaveProperty('value', '1')
  expect(form.getByText('Your department')).toBeTruthy()
  expect(choices(await loaded(form, 'Role', 'faculty'))).toEqual(['No role', 'faculty'])
})

test('a clerk of another department chooses the department, and may give faculty or clerk', async () => {
  signedIn(['clerk'])
  college()
  inDepartment(accounts)
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  expect(await loaded(form, 'Department', 'Medicine')).toHaveProperty('disabled', false)
  expect(choices(await loaded(form, 'Role', 'clerk'))).toEqual(['No role', 'faculty', 'clerk'])
})

test('a new person is saved, and the initial password is shown once', async () => {
  college()
  const calls = served([staff.create, { data: { ...farooq, initial_password: 'maple-river-4821' } }])
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  await userEvent.type(form.getByLabelText('Name'), 'Dr. Farooq')
  await userEvent.type(form.getByLabelText('Email'), 'farooq@college.test')
  await userEvent.selectOptions(await loaded(form, 'Department', 'Medicine'), 'Medicine')
  await userEvent.selectOptions(await loaded(form, 'Designation', 'Professor'), 'Professor')
  await userEvent.selectOptions(await loaded(form, 'Role', 'faculty'), 'faculty')
  await userEvent.selectOptions(form.getByLabelText('Gender'), 'Male')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))

  const told = await dialog('Initial password')
  expect(told.getByText('maple-river-4821')).toBeTruthy()
  expect(told.getByText('farooq@college.test')).toBeTruthy()
  expect(await screen.findByText('Staff member created successfully!')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Add New Staff' })).toBeNull()
  expect(bodiesTo(calls, staff.create)).toMatchObject([
    {
      name: 'Dr. Farooq',
      email: 'farooq@college.test',
      department_id: 1,
      designation_id: 4,
      role_id: 4,
      gender: 'male',
      status: 'active',
    },
  ])
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  await userEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('maple-river-4821')).toBeNull()
})

test('entered in a row, the password is shown first, and the next one is of the same department and designation', async () => {
  college()
  served([staff.create, { data: { ...farooq, initial_password: 'maple-river-4821' } }])
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  await userEvent.click(form.getByRole('checkbox', { name: 'Go on with the next one' }))
  await userEvent.type(form.getByLabelText('Name'), 'Dr. Farooq')
  await userEvent.type(form.getByLabelText('Email'), 'farooq@college.test')
  await userEvent.selectOptions(await loaded(form, 'Department', 'Accounts'), 'Accounts')
  await userEvent.selectOptions(await loaded(form, 'Designation', 'Professor'), 'Professor')
  await userEvent.selectOptions(await loaded(form, 'Role', 'faculty'), 'faculty')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const told = await dialog('Initial password')
  expect(told.getByText('maple-river-4821')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Add New Staff' })).toBeNull()
  await userEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const next = await dialog('Add New Staff')
  const values = ['Name', 'Email', 'Department', 'Designation', 'Role'].map((label) => next.getByLabelText(label))
  expect(values.map((field) => (field as HTMLInputElement).value)).toEqual(['', '', '2', '4', ''])
  await waitFor(() => expect(document.activeElement).toBe(next.getByLabelText('Name')))
})

test('what the server refuses stands under its field', async () => {
  const errors = { email: ['This email is already in use'], department_id: ['Department does not exist'] }
  college()
  served([staff.update, refuse(422, 'The given data was invalid.', errors)])
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await screen.findByLabelText('Name')
  const form = await dialog('Edit Staff')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This email is already in use')).toBeTruthy()
  expect(form.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  expect(form.getByLabelText('Department').getAttribute('aria-invalid')).toBe('true')
  expect(form.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true')
  expect(form.getByRole('alert').textContent).toBe(
    'Validation error: email: This email is already in use; department_id: Department does not exist',
  )
})

test('an edit starts from what is stored and sends the version that was read', async () => {
  college()
  const calls = served([staff.update, { data: farooq }])
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await screen.findByLabelText('Name')
  const form = await dialog('Edit Staff')
  expect(form.getByLabelText('Email')).toHaveProperty('value', 'farooq@college.test')
  expect(await loaded(form, 'Role', 'faculty')).toHaveProperty('value', '4')
  expect(form.getByLabelText('Date of Birth')).toHaveProperty('value', '1980-05-17')
  await userEvent.selectOptions(form.getByLabelText('Role'), 'No role')
  await userEvent.selectOptions(form.getByLabelText('Status'), 'On Leave')
  await userEvent.clear(form.getByLabelText('Phone'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Staff member updated successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(pathsTo(calls, staff.update)).toEqual(['/api/staff/2'])
  expect(bodiesTo(calls, staff.update)).toMatchObject([
    { role_id: null, status: 'on_leave', phone: '', date_of_leaving: '', updated_at: '2026-01-02T03:04:05.678Z' },
  ])
})

test('on an edit the missing email is told in the words of an update', async () => {
  college()
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.clear(await screen.findByLabelText('Email'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Email is required for user account')).toBeTruthy()
})

test.each([
  ['clerk', false, true, SIGNS_IN_BY_EMAIL],
  ['clerk', true, false, 'Used to create a user account'],
  ['admin', false, false, 'Used to create a user account'],
] as const)('to a %s the email of who has never signed in: %s, is locked: %s', async (role, never, isLocked, text) => {
  signedIn([role])
  college({ ...farooq, never_signed_in: never })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  const email = await screen.findByLabelText('Email')
  expect(email).toHaveProperty('disabled', isLocked)
  expect(email.getAttribute('aria-describedby')).toBe(screen.getByText(text).id)
})

test('the present role and department stay among the choices', async () => {
  college({ ...farooq, role_id: 7, department_id: 3, department: oldWing })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await screen.findByLabelText('Name')
  const form = await dialog('Edit Staff')
  expect(await loaded(form, 'Role', 'student')).toHaveProperty('value', '7')
  expect(await loaded(form, 'Department', 'Old Wing')).toHaveProperty('value', '3')
})

test('nobody changes their own role or status, nor issues themselves a password', async () => {
  college({ ...farooq, user_id: 7, user: { ...farooq.user, id: 7, roles: ['admin'] }, role_id: 1 })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  expect(await screen.findByLabelText('Role')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Status')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Name')).toHaveProperty('disabled', false)
  expect(screen.getAllByText('Nobody changes their own role or status.')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'New initial password' })).toBeNull()
})

test('after a change by someone else, discarding shows theirs', async () => {
  const person = { ...farooq }
  college(person)
  served([
    staff.update,
    () => {
      Object.assign(person, { name: 'Prof. Farooq', updated_at: 'v2' })
      return refuse(409, CHANGED_MEANWHILE)
    },
  ])
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.type(await screen.findByLabelText('Name'), ' X')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Dr. Farooq X')
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Prof. Farooq'))
})

test.each([
  ['admin', true],
  ['clerk', false],
] as const)('without designations %s is told what to do', async (role, adds) => {
  signedIn([role])
  college()
  served([designations.list, pageOf([])])
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  expect(await form.findByText(/There are no designations yet\./)).toBeTruthy()
  const link = form.queryByRole('link', { name: 'Add the first one' })
  expect(link?.getAttribute('href')).toBe(adds ? '/designations' : undefined)
})
