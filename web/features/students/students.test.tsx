import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { students } from '../../../shared/contract/students.ts'
import { HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, inBatch, student } from '../../testing/records.ts'
import { StudentsPage } from './StudentsPage.tsx'

const ali = student({ status: 'on_leave', never_signed_in: true })
const links = (shown: (typeof ali)[], total?: number) =>
  pageOf(
    shown.map((one) => inBatch(one)),
    total,
  )
/** Serves what every test reads; a test serves its own subject otherwise. */
const college = () =>
  served(
    [batches.list, pageOf([batch(), batch({ id: 6, name: 'MBBS 2025', current_year: '2nd Year' })])],
    [students.read, { data: ali }],
    [studentBatches.listByBatch, links([ali])],
  )
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => signedIn())

test('asks for a batch first and reads no students; choosing one lists them with roll number and status', async () => {
  const calls = college()
  const { router } = renderPage(<StudentsPage />)
  expect(screen.getByText('Select a Batch')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Students' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search students' })).toHaveProperty('disabled', true)
  await screen.findByRole('option', { name: 'MBBS 2024' })
  expect(pathsTo(calls, students.list, studentBatches.listByBatch)).toEqual([])

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Batch' }), 'MBBS 2024')
  const row = await screen.findByRole('row', { name: /Ali Raza/ })
  expect(within(row).getByText('MBBS-24001')).toBeTruthy()
  expect(within(row).getByText('On Leave')).toBeTruthy()
  expect(within(row).getByText('Never signed in')).toBeTruthy()
  expect(router.state.location.search).toBe('?batch=5')
  expect(pathsTo(calls, studentBatches.listByBatch)).toEqual(['/api/student-batches/batch/5?page=1&per_page=200'])
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
  college()
  const calls = served([students.list, pageOf([student({ batch: null })])])
  renderPage(<StudentsPage />, '/?batch=none')
  expect(await screen.findByRole('row', { name: /Ali Raza/ })).toBeTruthy()
  expect(pathsTo(calls, students.list)[0]).toContain('batch_id=none')
})

test('the search asks the server once the typing pauses, and says when nothing matches', async () => {
  college()
  const calls = served([studentBatches.listByBatch, ({ query }) => (query.q ? links([]) : links([ali], 300))])
  const { router } = renderPage(<StudentsPage />, '/?batch=5&page=2')
  await screen.findByRole('row', { name: /Ali Raza/ })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search students' }), 'zzz')
  expect(await screen.findByText('No students found matching your search')).toBeTruthy()
  expect(pathsTo(calls, studentBatches.listByBatch).map((path) => path.split('?')[1])).toEqual([
    'page=2&per_page=200',
    'page=1&per_page=200&q=zzz',
  ])
  expect(router.state.location.search).toBe('?batch=5&q=zzz')
  await userEvent.click(screen.getByRole('button', { name: 'Show all students' }))
  expect(await screen.findByRole('row', { name: /Ali Raza/ })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search students' })).toHaveProperty('value', '')
})

test('an empty batch says so', async () => {
  college()
  served([studentBatches.listByBatch, links([])])
  renderPage(<StudentsPage />, '/?batch=5')
  expect(await screen.findByText('No students found in this batch')).toBeTruthy()
})

test('another batch never shows the students of the one before', async () => {
  college()
  renderPage(<StudentsPage />, '/?batch=5')
  await screen.findByRole('row', { name: /Ali Raza/ })
  served([studentBatches.listByBatch, HELD])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Batch' }), '6')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ali Raza/ })).toBeNull())
  ;(await held(studentBatches.listByBatch)).answer(links([]))
  expect(await screen.findByText('No students found in this batch')).toBeTruthy()
})

test('a list of more than one page has the way to the next', async () => {
  college()
  const calls = served([studentBatches.listByBatch, links([ali], 500)])
  renderPage(<StudentsPage />, '/?batch=5')
  expect(await screen.findByText('500 students')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(pathsTo(calls, studentBatches.listByBatch).at(-1)).toContain('page=2'))
})

test('a list that fails shows the catalogue’s text and Retry', async () => {
  let failing = true
  college()
  served([studentBatches.listByBatch, () => (failing ? refuse(500) : links([ali]))])
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
  college()
  const calls = served([students.export, refuse(500, 'No disk')])
  renderPage(<StudentsPage />, '/?batch=5&q=ali')
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  expect(await screen.findByText('No disk')).toBeTruthy()
  expect(pathsTo(calls, students.export)).toEqual(['/api/students/export?batch_id=5&q=ali&format=csv'])
})

test('deleting asks, and a student with work says why it stays', async () => {
  const message = 'Student has 4 task submissions. Set the status to inactive instead.'
  college()
  const calls = served([students.remove, refuse(409, message)])
  renderPage(<StudentsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ali Raza' }))
  const asked = within(await dialog('Delete student'))
  expect(asked.getByText('Are you sure you want to delete this student?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, students.remove)).toEqual(['/api/students/11'])
})

test('a deleted student leaves the list', async () => {
  let gone = false
  college()
  served(
    [studentBatches.listByBatch, () => links(gone ? [] : [ali])],
    [
      students.remove,
      () => {
        gone = true
        return { message: 'Student deleted' }
      },
    ],
  )
  renderPage(<StudentsPage />, '/?batch=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ali Raza' }))
  await userEvent.click(within(await dialog('Delete student')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Student deleted successfully!')).toBeTruthy()
  expect(screen.getByText('No students found in this batch')).toBeTruthy()
})

test('typing a search draws no row again before its answer is there', async () => {
  const drawn: string[] = []
  vi.resetModules()
  vi.doMock('../../ui/PersonName.tsx', () => ({
    PersonName: ({ name }: { name: string }) => {
      drawn.push(name)
      return <bdi>{name}</bdi>
    },
  }))
  college()
  const calls = served([
    studentBatches.listByBatch,
    ({ query }) => (query.q ? new Promise<never>(() => undefined) : links([ali])),
  ])
  const fresh = await import('./StudentsPage.tsx')
  renderPage(<fresh.StudentsPage />, '/?batch=5')
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(drawn).toContain('Ali Raza')
  drawn.length = 0
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search students' }), 'a')
  await waitFor(() => expect(pathsTo(calls, studentBatches.listByBatch).at(-1)).toContain('q=a'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(drawn).toEqual([])
  vi.doUnmock('../../ui/PersonName.tsx')
})
