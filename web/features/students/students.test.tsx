import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { StudentsPage } from './StudentsPage.tsx'

const batches = [
  { id: 5, name: 'MBBS 2024', current_year: '3rd Year', status: 'active' },
  { id: 6, name: 'MBBS 2025', current_year: '2nd Year', status: 'active' },
]
const ali = {
  id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-24001',
  phone: null,
  gender: 'male',
  date_of_birth: null,
  date_of_admission: '2024-01-10',
  current_year: '3rd Year',
  batch_id: 5,
  batch: { id: 5, name: 'MBBS 2024' },
  role_id: 7,
  status: 'on_leave',
  description: null,
  user_id: 111,
  user: { id: 111, email: 'ali@college.test' },
  never_signed_in: true,
  created_at: 'v1',
  updated_at: 'v1',
}
const page = (data: unknown[], total = data.length) => answer(200, { data, meta: { page: 1, per_page: 200, total } })
const links = (students: object[], total?: number) =>
  page(
    students.map((student, at) => ({ id: at + 1, student_id: 11, batch_id: 5, status: 'active', student })),
    total,
  )

interface Asked {
  method: string
  path: string
  body: unknown
}
/** The reads that every test needs; `other` answers first what a test is about. */
const college = (other: (asked: Asked) => Response | undefined = () => undefined) =>
  network((asked) => {
    const special = other(asked)
    if (special) return special
    if (asked.path.startsWith('/api/batches?')) return page(batches)
    if (asked.path.startsWith('/api/students/11')) return answer(200, { data: ali })
    if (asked.path.startsWith('/api/student-batches/batch/')) return links([ali])
    return page([])
  })

const dialog = (name: string) => screen.findByRole('dialog', { name })
/** The form itself, which takes the place of the dialog that waits for the record. */
const editForm = async () => {
  await screen.findByRole('textbox', { name: 'Name' })
  return within(await dialog('Edit Student'))
}
const sent = (calls: Asked[], method: string) => calls.filter((one) => one.method === method)
const reads = (calls: Asked[], start: string) => calls.filter(({ path }) => path.startsWith(start))

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

test('asks for a batch first and reads no students; choosing one lists them with roll number and status', async () => {
  const calls = college()
  const { router } = renderPage(<StudentsPage />)
  expect(screen.getByText('Select a Batch')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Students' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search students' })).toHaveProperty('disabled', true)
  await screen.findByRole('option', { name: 'MBBS 2024' })
  expect(reads(calls, '/api/student')).toEqual([])

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Batch' }), 'MBBS 2024')
  const row = await screen.findByRole('row', { name: /Ali Raza/ })
  expect(within(row).getByText('MBBS-24001')).toBeTruthy()
  expect(within(row).getByText('On Leave')).toBeTruthy()
  expect(within(row).getByText('Never signed in')).toBeTruthy()
  expect(router.state.location.search).toBe('?batch=5')
  expect(reads(calls, '/api/student-batches/batch/5')).toHaveLength(1)
})

test('the address presets the batch; Clear Filter goes back to the prompt', async () => {
  college()
  const { router } = renderPage(<StudentsPage />, '/?batch=5&q=ali&page=2')
  await screen.findByRole('row', { name: /Ali Raza/ })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Batch' })).toHaveProperty('value', '5'))
  expect(screen.getByRole('searchbox', { name: 'Search students' })).toHaveProperty('value', 'ali')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filter' }))
  expect(screen.getByText('Select a Batch')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Batch' })).toHaveProperty('value', '')
  expect(router.state.location.search).toBe('')
})

test('students without a batch have an entry of their own', async () => {
  const calls = college(({ path }) =>
    path.startsWith('/api/students?') ? page([{ ...ali, batch_id: null }]) : undefined,
  )
  renderPage(<StudentsPage />, '/?batch=none')
  expect(await screen.findByRole('row', { name: /Ali Raza/ })).toBeTruthy()
  expect(reads(calls, '/api/students?')[0]?.path).toContain('batch_id=none')
})

test('the search asks the server once the typing pauses, and says when nothing matches', async () => {
  const calls = college(({ path }) => (path.includes('q=') ? links([]) : undefined))
  const { router } = renderPage(<StudentsPage />, '/?batch=5&page=2')
  await screen.findByRole('row', { name: /Ali Raza/ })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search students' }), 'zzz')
  expect(await screen.findByText('No students found matching your search')).toBeTruthy()
  expect(reads(calls, '/api/student-batches').map(({ path }) => path.split('?')[1])).toEqual([
    'page=2&per_page=200',
    'page=1&per_page=200&q=zzz',
  ])
  expect(router.state.location.search).toBe('?batch=5&q=zzz')
  await userEvent.click(screen.getByRole('button', { name: 'Show all students' }))
  expect(await screen.findByRole('row', { name: /Ali Raza/ })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search students' })).toHaveProperty('value', '')
})

test('an empty batch says so', async () => {
  college(({ path }) => (path.startsWith('/api/student-batches') ? links([]) : undefined))
  renderPage(<StudentsPage />, '/?batch=5')
  expect(await screen.findByText('No students found in this batch')).toBeTruthy()
})

test('another batch never shows the students of the one before', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network(async ({ path }) => {
    if (path.startsWith('/api/batches?')) return page(batches)
    if (path.startsWith('/api/student-batches/batch/5')) return links([ali])
    await held
    return links([])
  })
  renderPage(<StudentsPage />, '/?batch=5')
  await screen.findByRole('row', { name: /Ali Raza/ })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Batch' }), '6')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ali Raza/ })).toBeNull())
  release()
  expect(await screen.findByText('No students found in this batch')).toBeTruthy()
})

test('a list of more than one page has the way to the next', async () => {
  const calls = college(({ path }) => (path.startsWith('/api/student-batches') ? links([ali], 500) : undefined))
  renderPage(<StudentsPage />, '/?batch=5')
  expect(await screen.findByText('500 students')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(reads(calls, '/api/student-batches').at(-1)?.path).toContain('page=2'))
})

test('a list that fails shows the catalogue’s text and Retry', async () => {
  let failing = true
  college(({ path }) => (failing && path.startsWith('/api/student-batches') ? answer(500, {}) : undefined))
  renderPage(<StudentsPage />, '/?batch=5')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch students by batch')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /Ali Raza/ })).toBeTruthy()
})

test.each([
  ['faculty'],
  ['hod'],
  ['principal'],
  ['clerk'],
])('%s reads and exports, and changes nothing', async (role) => {
  signedIn([role])
  college()
  renderPage(<StudentsPage />, '/?batch=5&modal=edit&id=11')
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  for (const name of ['Add', 'Edit Ali Raza', 'Delete Ali Raza', 'Initial passwords'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
})

test('student-affair adds, edits, deletes, imports and issues passwords', async () => {
  signedIn(['student-affair'])
  college()
  renderPage(<StudentsPage />, '/?batch=5')
  await screen.findByRole('row', { name: /Ali Raza/ })
  for (const name of ['Add', 'Edit Ali Raza', 'Delete Ali Raza'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Initial passwords' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/students/import')
})

test('a student is offered neither export nor changes', async () => {
  signedIn(['student'])
  college()
  renderPage(<StudentsPage />, '/?batch=5')
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
})

test('the export takes the filters of the list', async () => {
  const calls = college(({ path }) =>
    path.startsWith('/api/students/export') ? answer(500, { message: 'No disk' }) : undefined,
  )
  renderPage(<StudentsPage />, '/?batch=5&q=ali')
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await screen.findByText('No disk')).toBeTruthy()
  expect(reads(calls, '/api/students/export')[0]?.path).toBe('/api/students/export?batch_id=5&q=ali&format=csv')
})

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
  expect(sent(calls, 'POST')).toEqual([])
})

test('a new student is saved in the chosen batch without a role, and the password is shown once', async () => {
  const calls = college(({ method }) =>
    method === 'POST' ? answer(201, { data: { ...ali, initial_password: 'kite-moss-42-Rain' } }) : undefined,
  )
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
  expect(sent(calls, 'POST').map(({ body }) => body)).toEqual([
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
  await waitFor(() => expect(reads(calls, '/api/student-batches').length).toBeGreaterThan(1))
})

test('what the server refuses stands under its field', async () => {
  const errors = { email: ['This email is already in use'] }
  college(({ method }) => (method === 'POST' ? answer(422, { message: 'Invalid', errors }) : undefined))
  renderPage(<StudentsPage />, '/?modal=add')
  const form = within(await dialog('Add New Student'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ali')
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'ali@college.test')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This email is already in use')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Email' })))
})

test('an edit starts from what is stored, warns of the groups, and sends the version it read', async () => {
  const calls = college(({ method }) => (method === 'PUT' ? answer(200, { data: ali }) : undefined))
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
  const [{ path, body } = { path: '', body: {} }] = sent(calls, 'PUT')
  expect(path).toBe('/api/students/11')
  expect(body).toMatchObject({ batch_id: 6, updated_at: 'v1' })
  expect(body).not.toHaveProperty('role_id')
})

test('a student without a batch leaves no groups', async () => {
  college(({ path }) =>
    path.startsWith('/api/students/11') ? answer(200, { data: { ...ali, batch_id: null, batch: null } }) : undefined,
  )
  renderPage(<StudentsPage />, '/?modal=edit&id=11')
  const form = await editForm()
  await form.findByRole('option', { name: 'MBBS 2025' })
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Batch' }), 'MBBS 2025')
  expect(form.queryByText('The student leaves the groups of the former batch.')).toBeNull()
})

test('a change by someone else keeps what is typed; discarding it reads the record again', async () => {
  const message = 'This record was changed by someone else. Reload and try again.'
  let version = 'v1'
  const calls = college(({ method, path }) => {
    if (method === 'PUT') return version === 'v2' ? undefined : answer(409, { message })
    return path.startsWith('/api/students/11') ? answer(200, { data: { ...ali, updated_at: version } }) : undefined
  })
  renderPage(<StudentsPage />, '/?modal=edit&id=11')
  const form = await editForm()
  await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), ' Khan')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeTruthy()
  version = 'v2'
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  const name = screen.getByRole('textbox', { name: 'Name' })
  expect(name).toHaveProperty('value', 'Ali Raza')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(2))
  expect(sent(calls, 'PUT')[1]?.body).toMatchObject({ name: 'Ali Raza', updated_at: 'v2' })
})

test('a new initial password is asked for first, shown, and gives way to the form again', async () => {
  const credential = {
    user_id: 111,
    name: 'Ali Raza',
    email: 'ali@college.test',
    roll_no: null,
    initial_password: 'pw-1',
  }
  const calls = college(({ method }) => (method === 'POST' ? answer(200, { data: credential }) : undefined))
  renderPage(<StudentsPage />, '/?modal=edit&id=11')
  const form = await editForm()
  expect(await form.findByText('The student has never signed in.')).toBeTruthy()
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), ' Khan')
  await userEvent.click(form.getByRole('button', { name: 'New initial password' }))
  const asked = within(await dialog('New initial password'))
  expect(asked.getByText('The old password stops working and open sessions end.')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(sent(calls, 'POST')).toEqual([])
  await userEvent.click(form.getByRole('button', { name: 'New initial password' }))
  await userEvent.click(within(await dialog('New initial password')).getByRole('button', { name: 'Issue password' }))
  expect(within(await dialog('Initial password')).getByText('pw-1')).toBeTruthy()
  expect(sent(calls, 'POST').map(({ path }) => path)).toEqual(['/api/users/111/initial-password'])
  // It cannot be had again, so a slip of the hand does not close it.
  await userEvent.keyboard('{Escape}')
  const shown = within(await dialog('Initial password'))
  await userEvent.click(shown.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const again = await editForm()
  expect(again.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ali Raza Khan')
})

test('deleting asks, and a student with work says why it stays', async () => {
  const message = 'Student has 4 task submissions. Set the status instead.'
  const calls = college(({ method }) => (method === 'DELETE' ? answer(409, { message }) : undefined))
  renderPage(<StudentsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ali Raza' }))
  const asked = within(await dialog('Delete student'))
  expect(asked.getByText('Are you sure you want to delete this student?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(sent(calls, 'DELETE').map(({ path }) => path)).toEqual(['/api/students/11'])
})

test('a deleted student leaves the list', async () => {
  let gone = false
  college(({ method, path }) => {
    if (method === 'DELETE') {
      gone = true
      return answer(200, { message: 'Deleted' })
    }
    return gone && path.startsWith('/api/student-batches') ? links([]) : undefined
  })
  renderPage(<StudentsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ali Raza' }))
  await userEvent.click(within(await dialog('Delete student')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Student deleted successfully!')).toBeTruthy()
  expect(screen.getByText('No students found in this batch')).toBeTruthy()
})

test('typing a search draws no row again before its answer is there', async () => {
  const calls = network(({ path }) => {
    if (path.startsWith('/api/batches?')) return page(batches)
    return path.includes('q=') ? new Promise<Response>(() => undefined) : links([ali])
  })
  renderPage(<StudentsPage />, '/?batch=5')
  await screen.findByRole('row', { name: /Ali Raza/ })
  const box = screen.getByRole('searchbox', { name: 'Search students' })
  // A drawn name is looked through for its script.
  const looked = vi.spyOn(RegExp.prototype, 'test')
  await userEvent.type(box, 'a')
  await waitFor(() => expect(calls.at(-1)?.path).toContain('q=a'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  const drawn = looked.mock.calls.filter(([text]) => text === 'Ali Raza')
  looked.mockRestore()
  expect(drawn).toEqual([])
})
