import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { StaffPage } from './StaffPage.tsx'

const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: 'v1' }
const DEPARTMENTS = [
  { id: 1, name: 'Medicine', type: 'academic', status: 'active', ...dates },
  { id: 2, name: 'Accounts', type: 'non-academic', status: 'active', ...dates },
  { id: 3, name: 'Old Wing', type: 'academic', status: 'inactive', ...dates },
]
const DESIGNATIONS = [{ id: 4, name: 'Professor', staff_count: 1, ...dates }]
const ROLES = ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student', 'examiner'].map(
  (name, index) => ({ id: index + 1, name, built_in: name !== 'examiner', user_count: 1, ...dates }),
)
const farooq = {
  id: 2,
  name: 'Dr. Farooq',
  user_id: 102,
  user: { id: 102, email: 'farooq@college.test', roles: ['faculty'] },
  department_id: 1,
  designation_id: 4,
  role_id: 4,
  phone: '03001234567',
  gender: 'male',
  date_of_birth: '1980-05-17',
  date_of_joining: '2015-09-01',
  date_of_leaving: null,
  date_of_retirement: null,
  description: 'Ward 3',
  status: 'active',
  department: { id: 1, name: 'Medicine', type: 'academic' },
  designation: { id: 4, name: 'Professor' },
  never_signed_in: false,
  ...dates,
}

interface College {
  person?: object
  designations?: unknown[]
  /** The department of whoever looks. */
  own?: { id: number; name: string; type: string }
  written?: (call: { method: string; path: string; body: unknown }) => Response
}

/** Everything that the form asks for; what is written is answered by `written`. */
function college({ person = farooq, designations = DESIGNATIONS, own, written }: College = {}) {
  const list = (rows: unknown[]) => answer(200, { data: rows, meta: { page: 1, per_page: 500, total: rows.length } })
  return network((call) => {
    const path = call.path.split('?')[0]
    if (call.method !== 'GET') return written?.(call) ?? answer(500, { message: 'nothing is written here' })
    if (path === '/api/staff/current-user')
      return own ? answer(200, { data: { ...farooq, department: own } }) : answer(404, { message: 'none' })
    if (path === '/api/departments') return list(DEPARTMENTS)
    if (path === '/api/designations') return list(designations)
    if (path === '/api/roles') return list(ROLES)
    return path === '/api/staff' ? list([person]) : answer(200, { data: person })
  })
}

const medicine = { id: 1, name: 'Medicine', type: 'academic' }
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const choices = (select: HTMLElement) => [...(select as HTMLSelectElement).options].map(({ text }) => text)
const loaded = async (form: Awaited<ReturnType<typeof dialog>>, label: string, choice: string) => {
  await form.findByRole('option', { name: choice })
  return form.getByRole('combobox', { name: label })
}

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

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
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
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
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
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
  expect(form.queryByLabelText('Date of Leaving')).toBeNull()
  expect(form.queryByLabelText('Date of Retirement')).toBeNull()
})

test('a head of department adds to the own department, and may give faculty only', async () => {
  signedIn(['hod'])
  college({ own: medicine })
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
  college({ own: { id: 2, name: 'Accounts', type: 'non-academic' } })
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  expect(await loaded(form, 'Department', 'Medicine')).toHaveProperty('disabled', false)
  expect(choices(await loaded(form, 'Role', 'clerk'))).toEqual(['No role', 'faculty', 'clerk'])
})

test('a new person is saved, and the initial password is shown once', async () => {
  const answered = { data: { ...farooq, initial_password: 'maple-river-4821' } }
  const calls = college({ written: () => answer(201, answered) })
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
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/staff',
    body: {
      name: 'Dr. Farooq',
      email: 'farooq@college.test',
      department_id: 1,
      designation_id: 4,
      role_id: 4,
      gender: 'male',
      status: 'active',
    },
  })
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  await userEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('maple-river-4821')).toBeNull()
})

test('what the server refuses stands under its field', async () => {
  const errors = { email: ['This email is already in use'], department_id: ['Department does not exist'] }
  college({ written: () => answer(422, { message: 'The given data was invalid.', errors }) })
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
  const calls = college({ written: () => answer(200, { data: farooq }) })
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
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/staff/2',
    body: { role_id: null, status: 'on_leave', phone: '', date_of_leaving: '', updated_at: 'v1' },
  })
})

test('on an edit the missing email is told in the words of an update', async () => {
  college()
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.clear(await screen.findByLabelText('Email'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Email is required for user account')).toBeTruthy()
})

test('the present role and department stay among the choices', async () => {
  const person = {
    ...farooq,
    role_id: 7,
    department_id: 3,
    department: { id: 3, name: 'Old Wing', type: 'academic' },
  }
  college({ person })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await screen.findByLabelText('Name')
  const form = await dialog('Edit Staff')
  expect(await loaded(form, 'Role', 'student')).toHaveProperty('value', '7')
  expect(await loaded(form, 'Department', 'Old Wing')).toHaveProperty('value', '3')
})

test('nobody changes their own role or status, nor issues themselves a password', async () => {
  college({ person: { ...farooq, user_id: 7, user: { ...farooq.user, id: 7, roles: ['admin'] }, role_id: 1 } })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  expect(await screen.findByLabelText('Role')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Status')).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('Name')).toHaveProperty('disabled', false)
  expect(screen.getAllByText('Nobody changes their own role or status.')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'New initial password' })).toBeNull()
})

test('after a change by someone else, discarding shows theirs', async () => {
  const message = 'This record was changed by someone else. Reload and try again.'
  const person = { ...farooq }
  college({
    person,
    written: () => {
      Object.assign(person, { name: 'Prof. Farooq', updated_at: 'v2' })
      return answer(409, { message })
    },
  })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.type(await screen.findByLabelText('Name'), ' X')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Dr. Farooq X')
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Prof. Farooq'))
})

test.each([
  ['admin', true],
  ['clerk', false],
] as const)('without designations %s is told what to do', async (role, adds) => {
  signedIn([role])
  college({ designations: [] })
  renderPage(<StaffPage />, '/?modal=add')
  const form = await dialog('Add New Staff')
  expect(await form.findByText(/There are no designations yet\./)).toBeTruthy()
  const link = form.queryByRole('link', { name: 'Add the first one' })
  expect(link?.getAttribute('href')).toBe(adds ? '/designations' : undefined)
})

test('viewing lists what is known, and History for administrators', async () => {
  college()
  renderPage(<StaffPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'View Dr. Farooq' }))
  const shown = await dialog('View Staff')
  await shown.findByText('03001234567')
  for (const text of ['farooq@college.test', 'Medicine', 'Professor', 'faculty', 'Male', '17 May 1980', 'Ward 3'])
    expect(shown.getByText(text)).toBeTruthy()
  expect(shown.getByText('Date of Retirement').nextElementSibling?.textContent).toBe('—')
  expect(shown.getByRole('button', { name: 'History' })).toBeTruthy()
  expect(shown.queryByRole('textbox')).toBeNull()
})

test('a student views what students are told', async () => {
  signedIn(['student'])
  const { id, name, department, designation } = farooq
  college({ person: { id, name, department, designation } })
  renderPage(<StaffPage />, '/?modal=view&id=2')
  const shown = await dialog('View Staff')
  expect(await shown.findByText('Professor')).toBeTruthy()
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Department',
    'Designation',
  ])
  expect(shown.queryByRole('button', { name: 'History' })).toBeNull()
})

test.each([
  ['principal', ['faculty']],
  ['clerk', ['hod']],
  ['hod', ['clerk']],
] as const)('an address that asks %s to edit somebody with %s shows them to read', async (role, held) => {
  signedIn([role])
  college({ person: { ...farooq, user: { ...farooq.user, roles: held } } })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  const shown = await dialog('View Staff')
  expect(await shown.findByText('03001234567')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('somebody who is not there is told in the dialog', async () => {
  network(({ path }) =>
    path.startsWith('/api/staff/9')
      ? answer(404, { message: 'Staff member not found' })
      : answer(200, { data: [], meta: { page: 1, per_page: 100, total: 0 } }),
  )
  renderPage(<StaffPage />, '/?modal=view&id=9')
  expect((await (await dialog('View Staff')).findByRole('alert')).textContent).toContain('Staff member not found')
})

test('a new initial password is asked for, shown, and the typed text is still there', async () => {
  const credential = {
    user_id: 102,
    name: 'Dr. Farooq',
    email: 'farooq@college.test',
    roll_no: null,
    initial_password: 'cedar-lake-9034',
  }
  const calls = college({ written: () => answer(200, { data: credential }) })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.type(await screen.findByLabelText('Name'), ' Khan')
  await userEvent.click(screen.getByRole('button', { name: 'New initial password' }))
  const asked = await dialog('New initial password')
  expect(asked.getByText('The old password stops working and open sessions end.')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.click(asked.getByRole('button', { name: 'Issue password' }))
  const told = await dialog('Initial password')
  expect(told.getByText('cedar-lake-9034')).toBeTruthy()
  expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/api/users/102/initial-password')
  await userEvent.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByText('cedar-lake-9034')).toBeNull())
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Dr. Farooq Khan')
})

test('a password that is refused is told in place', async () => {
  const message = 'You are not allowed to change this person.'
  college({ written: () => answer(403, { message }) })
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  await userEvent.click(await screen.findByRole('button', { name: 'New initial password' }))
  await userEvent.click((await dialog('New initial password')).getByRole('button', { name: 'Issue password' }))
  expect((await (await dialog('Edit Staff')).findByRole('alert')).textContent).toContain(message)
})

test('a clerk is told who issues a new password to who has signed in, and is offered none', async () => {
  clearLogin()
  signedIn(['clerk'])
  college()
  renderPage(<StaffPage />, '/?modal=edit&id=2')
  expect(await screen.findByRole('button', { name: 'New initial password' })).toHaveProperty('disabled', true)
  expect(
    screen.getByText(
      'This person has signed in before: an administrator or the head of the department can issue a new password.',
    ),
  ).toBeTruthy()
})
