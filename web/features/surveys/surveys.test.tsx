import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { HELD, held, pageOf, pathsTo, refuse, sentTo, served, UNREACHED } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, staffMember } from '../../testing/records.ts'
import { staffSurvey as survey } from '../../testing/surveys.ts'
import { SurveysPage } from './SurveysPage.tsx'

const long = 'How was the teaching on the ward, and what would you change about it?'
const open = survey({
  description: long,
  department_id: 3,
  department_name: 'Medicine',
  batch_id: 5,
  batch_name: 'MBBS 2024',
  group_id: 7,
  group_name: 'Group A',
  start_date: '2026-03-01',
  end_date: '2099-03-31',
  is_anonymous: true,
  has_responses: true,
})
const draft = survey({ id: 91, title: 'Library', status: 'draft', standing: 'draft', question_count: 0 })
const ready = survey({ id: 92, title: 'Hostel', status: 'draft', standing: 'draft' })
const expired = survey({ id: 93, title: 'Orientation', end_date: '2020-01-31', standing: 'expired' })
const closed = survey({ id: 94, title: 'Canteen', status: 'closed', standing: 'expired', start_date: '2026-01-01' })
const planned = survey({ id: 95, title: 'Finals', start_date: '2099-01-01', standing: 'planned' })

const college = () =>
  served(
    [feedbackSurveys.list, pageOf([open, draft, ready, expired, closed, planned])],
    [feedbackSurveys.read, { data: open }],
    [departments.list, pageOf([department(), department({ id: 6, name: 'Surgery' })])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

/** Finds a loaded row, not one of the skeleton. */
const row = async (title: string) => within((await screen.findByText(title)).closest('[role="row"]') as HTMLElement)
const press = async (title: string, name: string) => {
  const shown = (await row(title)).queryByRole('button', { name })
  if (!shown) await openMenu(title)
  await userEvent.click(shown ?? screen.getByRole('menuitem', { name }))
}
const openMenu = async (title: string) =>
  userEvent.click((await row(title)).getByRole('button', { name: `Other actions of ${title}` }))

beforeEach(() => signedIn(['hod']))

test('a row says whom the survey asks, its days, its status, and the first 50 characters of its description', async () => {
  college()
  renderPage(<SurveysPage />, '/feedback')
  const cells = (await row('Ward rotation')).getAllByRole('cell').map((cell) => cell.textContent)
  const title = (await row('Ward rotation')).getByRole('rowheader').textContent
  expect(title).toBe(`Ward rotation${long.slice(0, 50)}…`)
  expect(cells.slice(0, 4)).toEqual([
    'Group A, MBBS 2024, Medicine Anonymous',
    'Active',
    '1 Mar 2026 to 31 Mar 2099',
    '6',
  ])
  const others = async (of: string) => (await row(of)).getAllByRole('cell').map((cell) => cell.textContent)
  expect((await others('Orientation')).slice(0, 3)).toEqual(['Every student ', 'ActiveExpired', 'Until 31 Jan 2020'])
  expect((await others('Finals')).slice(1, 3)).toEqual(['ActivePlanned', 'From 1 Jan 2099'])
  expect((await others('Canteen'))[1]).toBe('Closed')
  expect((await others('Library')).slice(1, 4)).toEqual(['Draft', 'No time limit', 'None yet'])
  expect((await row('Library')).getByText('This survey has no questions yet.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Feedback Surveys' })).toBeTruthy()
})

test('a search in the address that is longer than one may be is cut, and answered', async () => {
  const calls = college()
  renderPage(<SurveysPage />, `/feedback?q=${'x'.repeat(300)}`)
  await row('Ward rotation')
  expect(new URLSearchParams(pathsTo(calls, feedbackSurveys.list)[0]?.split('?')[1]).get('q')).toBe('x'.repeat(200))
})

test('an anonymous survey whose results are there is not opened again, in its form neither', async () => {
  const final = survey({ ...closed, is_anonymous: true, has_responses: true, stays_ended: true })
  college()
  served([feedbackSurveys.list, pageOf([final])], [feedbackSurveys.read, { data: final }])
  renderPage(<SurveysPage />, '/feedback')
  const buttons = (await row('Canteen')).getAllByRole('button')
  await openMenu('Canteen')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Duplicate'])
  await userEvent.click(buttons.find((button) => button.getAttribute('aria-label')?.startsWith('Edit')) as HTMLElement)
  const status = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' })
  expect(status.disabled).toBe(true)
  expect(
    screen.getByText(/^This anonymous survey has ended and its results are shown, so it can't be opened/),
  ).toBeTruthy()
})

// By hand: a draft is activated once it has questions, an active one goes back or is closed, a closed one is reopened,
// and one with responses is not deleted.
test.each([
  ['Ward rotation', ['Results', 'View', 'Edit'], ['Duplicate', 'Deactivate', 'Close']],
  ['Library', ['View', 'Edit', 'Delete'], ['Results', 'Duplicate']],
  ['Hostel', ['Activate', 'View', 'Edit', 'Delete'], ['Results', 'Duplicate']],
  ['Orientation', ['Results', 'View', 'Edit', 'Delete'], ['Duplicate', 'Deactivate', 'Close']],
  ['Canteen', ['Results', 'View', 'Edit', 'Delete'], ['Duplicate', 'Activate']],
])('%s has the buttons %j, and in its menu %j', async (title, buttons, items) => {
  college()
  renderPage(<SurveysPage />, '/feedback')
  const within = await row(title)
  const shown = [...within.getAllByRole('link'), ...within.getAllByRole('button')]
  const names = shown.map((button) => button.getAttribute('aria-label')?.replace(` ${title}`, '') ?? button.textContent)
  expect(names).toEqual(['Questions', ...buttons, 'Other actions of'])
  await openMenu(title)
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items)
})

test('Questions and Results lead to those of that survey', async () => {
  college()
  renderPage(<SurveysPage />, '/feedback')
  const to = (link: HTMLElement) => link.getAttribute('href')
  expect(to((await row('Library')).getByRole('link', { name: 'Questions' }))).toBe('/feedback-questions?survey_id=91')
  expect(to((await row('Canteen')).getByRole('link', { name: 'Results' }))).toBe('/feedback-results/94')
  await openMenu('Library')
  expect(to(screen.getByRole('menuitem', { name: 'Results' }))).toBe('/feedback-results/91')
})

test.each([
  ['Hostel', 'Activate', 'Activate', feedbackSurveys.activate, 'Survey activated successfully!'],
  ['Orientation', 'Deactivate', 'Deactivate', feedbackSurveys.deactivate, 'Survey deactivated successfully!'],
  ['Orientation', 'Close', 'Close Survey', feedbackSurveys.close, 'Survey closed successfully!'],
])('%s: %s asks first, and says when it is done', async (title, name, confirmed, endpoint, done) => {
  college()
  const calls = served([endpoint, { data: ready }])
  renderPage(<SurveysPage />, '/feedback')
  await press(title, name)
  expect(
    await screen.findByText(new RegExp(`^Are you sure you want to ${name.toLowerCase()} this survey\\?`)),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(pathsTo(calls, endpoint)).toEqual([])
  await press(title, name)
  const dialog = within(await screen.findByRole('dialog', { name: `${name} survey` }))
  await userEvent.click(dialog.getByRole('button', { name: confirmed }))
  expect(await screen.findByText(done)).toBeTruthy()
  expect(pathsTo(calls, endpoint)).toEqual([`/api${endpoint.path.replace(':id', title === 'Hostel' ? '92' : '93')}`])
})

test('a survey is duplicated at once', async () => {
  college()
  const calls = served([feedbackSurveys.duplicate, { data: survey({ id: 99 }) }])
  renderPage(<SurveysPage />, '/feedback')
  await press('Ward rotation', 'Duplicate')
  expect(await screen.findByText(/^Survey duplicated successfully!/)).toBeTruthy()
  expect(pathsTo(calls, feedbackSurveys.duplicate)).toEqual(['/api/feedback-surveys/90/duplicate'])
})

test('a second copy before the answer to the first is none', async () => {
  college()
  const calls = served([feedbackSurveys.duplicate, HELD])
  renderPage(<SurveysPage />, '/feedback')
  await press('Hostel', 'Duplicate')
  const first = await held(feedbackSurveys.duplicate)
  await press('Hostel', 'Duplicate')
  expect(sentTo(calls, feedbackSurveys.duplicate)).toHaveLength(1)
  first.answer({ data: survey({ id: 100 }) })
})

test('a copy whose answer was lost is asked for again as the same one', async () => {
  college()
  const calls = served([feedbackSurveys.duplicate, UNREACHED])
  renderPage(<SurveysPage />, '/feedback')
  await press('Hostel', 'Duplicate')
  await screen.findByText(/^Hostel: /)
  served([feedbackSurveys.duplicate, { data: survey({ id: 99 }) }])
  await press('Hostel', 'Duplicate')
  await screen.findByText(/^Survey duplicated successfully!/)
  await press('Hostel', 'Duplicate')
  await waitFor(() => expect(sentTo(calls, feedbackSurveys.duplicate)).toHaveLength(3))
  const keys = sentTo(calls, feedbackSurveys.duplicate).map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^\w{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('what is refused meanwhile is said by its name', async () => {
  college()
  served([feedbackSurveys.activate, refuse(409, 'This survey has no questions yet.')])
  renderPage(<SurveysPage />, '/feedback')
  await press('Hostel', 'Activate')
  const dialog = within(await screen.findByRole('dialog', { name: 'Activate survey' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Activate' }))
  expect(await screen.findByText('Hostel: This survey has no questions yet.')).toBeTruthy()
})

test('deleting asks first', async () => {
  college()
  const calls = served([feedbackSurveys.remove, { message: 'Deleted.' }])
  renderPage(<SurveysPage />, '/feedback')
  await press('Library', 'Delete Library')
  await screen.findByText('Are you sure you want to delete this survey?')
  expect(pathsTo(calls, feedbackSurveys.remove)).toEqual([])
  served([feedbackSurveys.list, pageOf([ready])])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Survey deleted successfully!')).toBeTruthy()
  expect(pathsTo(calls, feedbackSurveys.remove)).toEqual(['/api/feedback-surveys/91'])
  await waitFor(() => expect(screen.queryByText('Library')).toBeNull())
})

test('after a deletion the focus is on what deletes the row beside it, also where that is not its last button', async () => {
  const left = [open, ready, expired, closed, planned]
  college()
  renderPage(<SurveysPage />, '/feedback')
  await press('Library', 'Delete Library')
  served([feedbackSurveys.remove, { message: 'Deleted.' }], [feedbackSurveys.list, pageOf(left)])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Library')).toBeNull())
  const beside = await row('Hostel')
  expect(beside.getAllByRole('button').at(-1)).not.toBe(beside.getByRole('button', { name: 'Delete Hostel' }))
  await waitFor(() => expect(document.activeElement).toBe(beside.getByRole('button', { name: 'Delete Hostel' })))
})

test('search and filters are in the address, and another choice begins with the first page', async () => {
  const calls = college()
  const { router } = renderPage(<SurveysPage />, '/feedback?page=2')
  await row('Library')
  await userEvent.type(screen.getByLabelText('Search surveys'), 'ward')
  await waitFor(() => expect(router.state.location.search).toBe('?q=ward'))
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Closed')
  await userEvent.selectOptions(screen.getByLabelText('Department'), 'Surgery')
  await userEvent.selectOptions(screen.getByLabelText('Batch'), 'MBBS 2024')
  expect(router.state.location.search).toBe('?q=ward&status=closed&department_id=6&batch_id=5')
  await waitFor(() =>
    expect(pathsTo(calls, feedbackSurveys.list).at(-1)).toBe(
      '/api/feedback-surveys?q=ward&status=closed&department_id=6&batch_id=5&page=1&per_page=50',
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  expect(screen.getByText('Status: Closed · Department: Surgery · Batch: MBBS 2024')).toBeTruthy()
})

test('a search without a match says so, and the way back shows all', async () => {
  college()
  served([feedbackSurveys.list, ({ query }) => pageOf(query.q === undefined ? [ready] : [])])
  const { router } = renderPage(<SurveysPage />, '/feedback?q=radiology')
  expect(await screen.findByText('No surveys found matching your search')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all surveys' }))
  await row('Hostel')
  expect(router.state.location.search).toBe('')
})

test('without any survey the one button adds the first, also in a department of its own', async () => {
  college()
  served([feedbackSurveys.list, pageOf([])], [staff.currentUser, { data: staffMember() }])
  renderPage(<SurveysPage />, '/feedback')
  expect(await screen.findByText('No surveys found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('dialog', { name: 'Add New Survey' })).toBeTruthy()
})

test('a list that cannot be had says so, with Retry', async () => {
  college()
  served([feedbackSurveys.list, refuse(500)])
  renderPage(<SurveysPage />, '/feedback')
  expect(await screen.findByText('Failed to fetch surveys')).toBeTruthy()
  served([feedbackSurveys.list, pageOf([ready])])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await row('Hostel')
})

test('a shared address shows every field, and to an administrator the history', async () => {
  college()
  signedIn(['admin'])
  const calls = served([audit.list, pageOf([])])
  renderPage(<SurveysPage />, '/feedback?modal=view&id=90')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Survey' }))
  await dialog.findByText(long)
  expect(dialog.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'Ward rotation',
    long,
    'Medicine',
    'MBBS 2024',
    'Group A',
    'Active',
    '1 Mar 2026',
    '31 Mar 2099',
    'Yes',
    'No',
    '6',
    'Yes',
    '1 Jan 2026, 05:00',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'History' }))
  await waitFor(() => expect(pathsTo(calls, audit.list)[0]).toContain('entity=feedback_survey&entity_id=90'))
})
