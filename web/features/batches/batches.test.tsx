import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Profiler } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, promotion } from '../../testing/records.ts'
import { BatchesPage } from './BatchesPage.tsx'

const mbbs2024 = batch({ description: 'Morning shift' })
const mbbs2018 = batch({ id: 6, name: 'MBBS 2018', current_year: '5th Year', status: 'inactive' })
const counts = () =>
  pageOf([
    { batch_id: 5, student_count: 118, active_group_count: 12 },
    { batch_id: 6, student_count: 1, active_group_count: 1 },
  ])

/** Serves what every test reads; a test serves its own subject otherwise. */
const college = () =>
  served(
    [batches.list, pageOf([mbbs2024, mbbs2018])],
    [batches.counts, counts],
    [batches.promotion, { data: promotion() }],
    [batches.read, { data: mbbs2024 }],
    [batches.turns, { data: [] }],
  )
const dialog = (name: string) => screen.findByRole('dialog', { name })
/** Finds the loaded dialog, which replaces the one that waits for the record. */
const loaded = async (name: string) => {
  await dialog(name)
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
  return within(await dialog(name))
}
const card = async (name: string) => {
  const found = (await screen.findByRole('heading', { level: 2, name })).closest('li')
  return within(found as HTMLElement)
}

beforeEach(() => signedIn())

test('cards show year, status and figures, with links to students and groups, from one call for all', async () => {
  const calls = college()
  renderPage(<BatchesPage />)
  const first = await card('MBBS 2024')
  expect(first.getByText('3rd Year')).toBeTruthy()
  expect(first.getByText('Active')).toBeTruthy()
  const students = await first.findByRole('link', { name: '118 students' })
  expect(students.getAttribute('href')).toBe('/students?batch=5')
  expect(first.getByRole('link', { name: '12 active groups' }).getAttribute('href')).toBe('/groups?batch=5')
  expect((await card('MBBS 2018')).getByRole('link', { name: '1 student' })).toBeTruthy()
  expect(pathsTo(calls, batches.counts)).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 1, name: 'Batches' })).toBeTruthy()
})

test('each figure has its own spinner while it is on its way', async () => {
  college()
  served([batches.counts, HELD])
  renderPage(<BatchesPage />)
  const first = await card('MBBS 2024')
  expect(first.getByLabelText('Loading student count')).toBeTruthy()
  expect(first.getByLabelText('Loading active group count')).toBeTruthy()
  expect(first.queryByText(/^0/)).toBeNull()
  ;(await held(batches.counts)).answer(counts())
  expect(await first.findByRole('link', { name: '118 students' })).toBeTruthy()
  expect(first.queryByLabelText('Loading student count')).toBeNull()
})

test('figures that fail to load fall back to 0', async () => {
  college()
  served([batches.counts, refuse(500)])
  renderPage(<BatchesPage />)
  const first = await card('MBBS 2024')
  expect(await first.findByRole('link', { name: '0 students' })).toBeTruthy()
  expect(first.getByRole('link', { name: '0 active groups' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the search asks for cards and figures alike, and says when nothing matches', async () => {
  college()
  const calls = served(
    [batches.list, ({ query }) => pageOf(query.q ? [] : [mbbs2024])],
    [batches.counts, ({ query }) => (query.q ? pageOf([]) : counts())],
  )
  renderPage(<BatchesPage />)
  await card('MBBS 2024')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search batches' }), '5th')
  expect(await screen.findByText('No batches found matching your search')).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('q=')).map(({ path }) => path)).toEqual([
    '/api/batches?page=1&per_page=48&q=5th',
    '/api/batches/counts?page=1&per_page=48&q=5th',
  ])
})

test('while the figures of what is found are on their way the former ones stand, and the screen is not drawn for ever', async () => {
  college()
  const calls = served(
    [batches.list, pageOf([mbbs2024])],
    [batches.counts, ({ query }) => (query.q ? new Promise<never>(() => undefined) : counts())],
  )
  let drawn = 0
  renderPage(
    <Profiler id="batches" onRender={() => (drawn += 1)}>
      <BatchesPage />
    </Profiler>,
  )
  await card('MBBS 2024')
  drawn = 0
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search batches' }), 'MBBS')
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('q=MBBS'))).toHaveLength(2))
  await card('MBBS 2024')
  expect(drawn).toBeLessThan(20)
})

test('without any batch it says how to start', async () => {
  college()
  served([batches.list, pageOf([])])
  renderPage(<BatchesPage />)
  expect(await screen.findByText('No batches found')).toBeTruthy()
  expect(screen.getByText('Start by adding your first batch')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(await dialog('Add New Batch')).toBeTruthy()
})

test('a list that fails shows the catalogue’s text and Retry', async () => {
  college()
  served([batches.list, refuse(500)])
  renderPage(<BatchesPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch batches')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test.each([['principal'], ['hod'], ['faculty'], ['clerk']])('%s views, and is offered no change', async (role) => {
  signedIn([role])
  college()
  renderPage(<BatchesPage />, '/?modal=promote&id=5')
  const first = await card('MBBS 2024')
  expect(first.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['View MBBS 2024'])
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('writers edit, delete and promote; an inactive batch is not promoted', async () => {
  signedIn(['student-affair'])
  college()
  renderPage(<BatchesPage />)
  const first = await card('MBBS 2024')
  for (const name of ['View MBBS 2024', 'Edit MBBS 2024', 'Delete MBBS 2024', 'Promote MBBS 2024'])
    expect(first.getByRole('button', { name })).toBeTruthy()
  expect((await card('MBBS 2018')).queryByRole('button', { name: 'Promote MBBS 2018' })).toBeNull()
})

test('viewing shows every field and nothing to type in', async () => {
  college()
  renderPage(<BatchesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'View MBBS 2024' }))
  const shown = await loaded('View Batch')
  expect(await shown.findByText('Morning shift')).toBeTruthy()
  expect(shown.getByText('3rd Year')).toBeTruthy()
  expect(shown.queryByRole('textbox')).toBeNull()
  expect(shown.getByRole('button', { name: 'History' })).toBeTruthy()
})

test('what is missing is told under its field, the first gets the focus, nothing is sent', async () => {
  const calls = college()
  renderPage(<BatchesPage />, '/?modal=add')
  const form = within(await dialog('Add New Batch'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Batch name is required')).toBeTruthy()
  expect(form.getByText('Current year is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Name' })))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'MBBS 2026')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('combobox', { name: 'Current Year' })))
  expect(pathsTo(calls, batches.create)).toEqual([])
})

test('a new batch is saved and told', async () => {
  college()
  const calls = served([batches.create, { data: mbbs2024 }])
  renderPage(<BatchesPage />, '/?modal=add')
  const form = within(await dialog('Add New Batch'))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'MBBS 2026')
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Current Year' }), '1st Year')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Batch created successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesTo(calls, batches.create)).toEqual([
    { name: 'MBBS 2026', current_year: '1st Year', description: '', status: 'active' },
  ])
})

test('what the server refuses stands under its field; an edit sends the version it read', async () => {
  const errors = { name: ['A batch with this name already exists'] }
  college()
  const calls = served([batches.update, refuse(422, 'Invalid', errors)])
  renderPage(<BatchesPage />, '/?modal=edit&id=5')
  const form = await loaded('Edit Batch')
  await userEvent.type(await form.findByRole('textbox', { name: 'Name' }), ' A')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A batch with this name already exists')).toBeTruthy()
  expect(bodiesTo(calls, batches.update)[0]).toMatchObject({
    name: 'MBBS 2024 A',
    updated_at: '2026-01-02T03:04:05.678Z',
  })
})

test('deleting asks, and a batch in use says why it stays', async () => {
  const message = 'Batch has 118 students. Set it inactive instead.'
  college()
  const calls = served([batches.remove, refuse(409, message)])
  renderPage(<BatchesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete MBBS 2024' }))
  const asked = within(await dialog('Delete batch'))
  expect(asked.getByText('Are you sure you want to delete this batch?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, batches.remove)).toEqual(['/api/batches/5'])
})

test('promoting shows the step and who stays, then sends the version that was looked at', async () => {
  college()
  const calls = served([batches.promote, { data: mbbs2024 }])
  renderPage(<BatchesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Promote MBBS 2024' }))
  const shown = await loaded('Promote Batch')
  expect(await shown.findByText('From 3rd Year to 4th Year')).toBeTruthy()
  expect(shown.getByText('117 students move on.')).toBeTruthy()
  const row = within(shown.getByRole('row', { name: /Ali Raza/ }))
  expect(row.getByText('MBBS-24001')).toBeTruthy()
  expect(row.getByText('2nd Year')).toBeTruthy()
  expect(shown.queryByRole('checkbox')).toBeNull()
  await userEvent.click(shown.getByRole('button', { name: 'Promote' }))
  expect(await screen.findByText('Batch promoted successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(pathsTo(calls, batches.promote)).toEqual(['/api/batches/5/promote'])
  expect(bodiesTo(calls, batches.promote)).toEqual([{ updated_at: '2026-01-02T03:04:05.678Z' }])
})

test('a graduation has to be confirmed', async () => {
  college()
  const calls = served(
    [batches.promote, { data: mbbs2024 }],
    [batches.promotion, { data: promotion({ from: '5th Year', to: null, staying: [] }) }],
  )
  renderPage(<BatchesPage />, '/?modal=promote&id=5')
  const shown = await loaded('Promote Batch')
  const text = 'The 117 active students of this batch graduate and can no longer sign in. The batch becomes inactive.'
  expect(await shown.findByText(text)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Graduate' }))
  const agree = screen.getByRole('checkbox', { name: 'Yes, these students graduate' })
  expect(screen.getByText('Please confirm that these students graduate')).toBeTruthy()
  expect(document.activeElement).toBe(agree)
  expect(pathsTo(calls, batches.promote)).toEqual([])
  await userEvent.click(agree)
  await userEvent.click(screen.getByRole('button', { name: 'Graduate' }))
  expect(await screen.findByText('Batch promoted successfully!')).toBeTruthy()
  expect(bodiesTo(calls, batches.promote)).toEqual([{ updated_at: '2026-01-02T03:04:05.678Z', graduate: true }])
})

test('a batch that was changed meanwhile is not promoted; Reload shows it anew', async () => {
  let version = '2026-01-02T03:04:05.678Z'
  college()
  const calls = served(
    [
      batches.promote,
      ({ body }) =>
        body.updated_at === '2026-01-02T03:04:05.678Z' ? refuse(409, CHANGED_MEANWHILE) : { data: mbbs2024 },
    ],
    [
      batches.promotion,
      () => ({ data: promotion({ moving: version === '2026-01-02T03:04:05.678Z' ? 117 : 90, updated_at: version }) }),
    ],
  )
  renderPage(<BatchesPage />, '/?modal=promote&id=5')
  const shown = await loaded('Promote Batch')
  await shown.findByText('117 students move on.')
  await userEvent.click(screen.getByRole('button', { name: 'Promote' }))
  expect((await screen.findByRole('alert')).textContent).toContain(CHANGED_MEANWHILE)
  version = 'v2'
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(await screen.findByText('90 students move on.')).toBeTruthy()
  expect(screen.queryByText(CHANGED_MEANWHILE)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Promote' }))
  expect(await screen.findByText('Batch promoted successfully!')).toBeTruthy()
  expect(bodiesTo(calls, batches.promote)).toEqual([{ updated_at: '2026-01-02T03:04:05.678Z' }, { updated_at: 'v2' }])
})
