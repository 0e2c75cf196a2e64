import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { libraries } from '../../../shared/contract/libraries.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { libraryEntry } from '../../testing/library.ts'
import { pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, staffMember } from '../../testing/records.ts'
import { LibraryPage } from './LibraryPage.tsx'

const handbook = libraryEntry({
  detail: 'For the first week',
  year: '3rd Year',
  type: 'Handbook',
  file_size: 1.5 * 1024 * 1024,
  created_at: '2026-03-02T04:00:00.000Z',
  download_count: 12,
})
const slides = libraryEntry({
  id: 51,
  title: 'Slides',
  batch: null,
  filename: 'lecture.pptx',
  file_type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  file_size: 900,
  download_count: 1,
})

const college = () =>
  served(
    [libraries.list, pageOf([handbook, slides])],
    [libraries.types, pageOf([{ type: 'Handbook', count: 1 }])],
    [libraries.read, { data: handbook }],
    [departments.list, pageOf([department(), department({ id: 4, name: 'Hostel', type: 'non-academic' })])],
    [batches.list, pageOf([batch()])],
    [staff.currentUser, { data: staffMember() }],
  )
const card = async (title: string) =>
  within((await screen.findByRole('heading', { level: 2, name: title })).closest('li') as HTMLElement)
const buttonsOf = async (title: string) =>
  (await card(title)).getAllByRole('button').map((button) => button.getAttribute('aria-label'))

beforeEach(() => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
  signedIn()
})

test('a card says what the file is, whose it is, how large, who added it and when', async () => {
  college()
  renderPage(<LibraryPage />, '/library')
  const first = await card('Ward handbook')
  expect(first.getByText('For the first week')).toBeTruthy()
  expect(first.getByText('PDF, 1.5 MB').closest('p')?.textContent).toBe('handbook.pdf\u00a0· PDF, 1.5 MB')
  expect(first.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'Medicine',
    'MBBS 2024',
    '3rd Year',
    'Handbook',
  ])
  expect(first.getByText(/^Added/).textContent).toBe('Added by Bilal Ahmed, 2 Mar 2026, 09:00\u00a0· 12 downloads')
  const second = await card('Slides')
  expect(second.getByText('PowerPoint, 900 Bytes')).toBeTruthy()
  expect(second.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['Medicine', 'Every batch'])
  expect(second.getByText(/^Added/).textContent).toBe('Added by Bilal Ahmed, 1 Jan 2026, 05:00\u00a0· 1 download')
  expect(screen.getByRole('heading', { level: 1, name: 'Library' })).toBeTruthy()
  expect(screen.getByText('2 entries')).toBeTruthy()
})

// By hand from the college's specification: everybody reads and downloads, only an administrator has the actions, and
// clerks and students add nothing.
test.each([
  [['admin'], true, true],
  [['principal'], true, false],
  [['hod'], true, false],
  [['faculty'], true, false],
  [['student-affair'], true, false],
  [['clerk'], false, false],
  [['student'], false, false],
])('to %j adding is offered: %j, and view, edit and delete: %j', async (roles, adds, acts) => {
  college()
  signedIn(roles)
  renderPage(<LibraryPage />, '/library')
  const reading = ['Preview Ward handbook', 'Download Ward handbook']
  const acting = ['View Ward handbook', 'Edit Ward handbook', 'Delete Ward handbook']
  expect(await buttonsOf('Ward handbook')).toEqual(acts ? [...reading, ...acting] : reading)
  expect(screen.queryByRole('button', { name: 'Add' }) !== null).toBe(adds)
})

test('only what a browser shows in place has a preview', async () => {
  college()
  signedIn(['student'])
  renderPage(<LibraryPage />, '/library')
  expect(await buttonsOf('Slides')).toEqual(['Download Slides'])
})

test.each(['detail', 'description'])('a long %s is whole after a click', async (field) => {
  college()
  const long = `${'Wash your hands. '.repeat(20)}The end.`
  served([libraries.list, pageOf([libraryEntry({ detail: 'Short', description: 'Short', [field]: long })])])
  renderPage(<LibraryPage />, '/library')
  const first = await card('Ward handbook')
  expect(first.getByText(/^Wash your hands.*…$/)).toBeTruthy()
  await userEvent.click(first.getByRole('button', { name: `More of the ${field} of Ward handbook` }))
  expect(first.getByText(/The end\.$/)).toBeTruthy()
  const less = first.getByRole('button', { name: /^Less/ })
  expect([less.getAttribute('aria-label'), less.getAttribute('aria-expanded')]).toEqual([
    `Less of the ${field} of Ward handbook`,
    'true',
  ])
})

test('search and filters are in the address, and another choice begins with the first page', async () => {
  const calls = college()
  const { router } = renderPage(<LibraryPage />, '/library?page=2&type=Past%20paper')
  await card('Slides')
  await userEvent.type(screen.getByLabelText('Search library'), 'ward')
  await waitFor(() => expect(router.state.location.search).toBe('?type=Past+paper&q=ward'))
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  const type = screen.getByLabelText('Type')
  expect(type).toHaveProperty('value', 'Past paper')
  await userEvent.selectOptions(type, 'Handbook (1)')
  await userEvent.selectOptions(screen.getByLabelText('Department'), 'Hostel')
  await userEvent.selectOptions(screen.getByLabelText('Batch'), 'MBBS 2024')
  expect(router.state.location.search).toBe('?type=Handbook&q=ward&department_id=4&batch_id=5')
  await waitFor(() =>
    expect(pathsTo(calls, libraries.list).at(-1)).toBe(
      '/api/libraries?q=ward&department_id=4&batch_id=5&type=Handbook&page=1&per_page=48',
    ),
  )
  await waitFor(() =>
    expect(pathsTo(calls, libraries.types).at(-1)).toMatch(
      /^\/api\/libraries\/types\?q=ward&department_id=4&batch_id=5&/,
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  expect(screen.getByText('Department: Hostel · Batch: MBBS 2024 · Type: Handbook')).toBeTruthy()
})

test('an address that names a type in another case chooses the one there is', async () => {
  college()
  renderPage(<LibraryPage />, '/library?type=handbook')
  await card('Slides')
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  const type = screen.getByLabelText('Type')
  expect(type).toHaveProperty('value', 'Handbook')
  expect(within(type).getAllByRole('option')).toHaveLength(2)
})

test('a search without a match says so, and the way back shows all', async () => {
  college()
  served([libraries.list, ({ query }) => pageOf(query.q === undefined ? [slides] : [])])
  const { router } = renderPage(<LibraryPage />, '/library?q=radiology')
  expect(await screen.findByText('No library entries found matching your search')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all entries' }))
  await card('Slides')
  expect(router.state.location.search).toBe('')
})

test.each([
  [['faculty'], true],
  [['student'], false],
])('an empty library says so, and offers %j to add the first file: %j', async (roles, adds) => {
  college()
  served([libraries.list, pageOf([])])
  signedIn(roles)
  renderPage(<LibraryPage />, '/library')
  expect(await screen.findByText('No library entries found')).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: 'Add' })).toHaveLength(adds ? 1 : 0)
})

test('a list that cannot be had says so, with Retry', async () => {
  college()
  served([libraries.list, refuse(500)])
  renderPage(<LibraryPage />, '/library')
  expect(await screen.findByText('Failed to fetch libraries')).toBeTruthy()
  served([libraries.list, pageOf([slides])])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await card('Slides')
})

test('a shared address shows every field of an entry, to everybody', async () => {
  college()
  signedIn(['student'])
  renderPage(<LibraryPage />, '/library?modal=view&id=50')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Library Entry' }))
  await dialog.findByText('handbook.pdf')
  const facts = dialog.getAllByRole('definition').map((fact) => fact.textContent)
  expect(facts).toEqual([
    'Ward handbook',
    'Medicine',
    'MBBS 2024',
    '3rd Year',
    'Handbook',
    'For the first week',
    '—',
    'handbook.pdf',
    'PDF',
    '1.5 MB',
    'Bilal Ahmed',
    '2 Mar 2026, 09:00',
    '12',
  ])
  expect(dialog.getByRole('button', { name: 'Download Ward handbook' })).toBeTruthy()
})

test('an entry that cannot be had says so', async () => {
  college()
  served([libraries.read, refuse(500)])
  renderPage(<LibraryPage />, '/library?modal=view&id=50')
  expect(await screen.findByText('Failed to fetch library')).toBeTruthy()
})

test.each(['add', 'edit'])('an address with the form to %s opens nothing for who may not', async (modal) => {
  college()
  signedIn(['clerk'])
  renderPage(<LibraryPage />, `/library?modal=${modal}&id=50`)
  await card('Slides')
  expect(screen.queryByLabelText(/^Title/)).toBeNull()
})

test('deleting asks first, and a refusal says why', async () => {
  const calls = college()
  served([libraries.remove, refuse(500)])
  renderPage(<LibraryPage />, '/library')
  const remove = async () => userEvent.click((await card('Slides')).getByRole('button', { name: 'Delete Slides' }))
  await remove()
  await screen.findByText('Are you sure you want to delete this library entry?')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sentTo(calls, libraries.remove)).toHaveLength(0)
  await remove()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Slides: Failed to delete library entry')).toBeTruthy()
  served([libraries.remove, { message: 'Deleted.' }], [libraries.list, pageOf([handbook])])
  await remove()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Library entry deleted successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Slides' })).toBeNull())
  expect(pathsTo(calls, libraries.remove)).toEqual(['/api/libraries/51', '/api/libraries/51'])
})

test('without a stored login nothing is asked for', async () => {
  const calls = college()
  localStorage.clear()
  renderPage(<LibraryPage />, '/library')
  expect(await screen.findAllByText('Authentication required. Please login first.')).not.toHaveLength(0)
  expect(calls).toEqual([])
})
