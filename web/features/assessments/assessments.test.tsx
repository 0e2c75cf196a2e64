import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { assessments } from '../../../shared/contract/assessments.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { staff } from '../../../shared/contract/staff.ts'
import {
  beginAnew,
  CHOSEN,
  choose,
  college,
  dawood,
  fetchButton,
  LISTED,
  lists,
  midterm,
  open,
  row,
  rows,
  server,
} from '../../testing/marks.tsx'
import { HELD, held, refuse, served } from '../../testing/network.ts'
import { signedIn } from '../../testing/page.tsx'
import { department, staffMember } from '../../testing/records.ts'

beginAnew()

const noMedia = { addEventListener() {}, removeEventListener() {} }

const openFilters = () => userEvent.click(screen.getByRole('button', { name: 'Filters' }))

test('asks for department, batch and group, and fetches when told', async () => {
  const calls = server()
  const { router } = open('/assessment')
  expect(screen.getByRole('heading', { name: 'Assessments' })).toBeTruthy()
  expect(await screen.findByText('Select All Required Fields')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('false')
  await openFilters()
  for (const label of ['Department', 'Batch', 'Group'])
    expect(screen.getByLabelText(label)).toHaveProperty('required', true)
  const group = screen.getByLabelText('Group')
  expect(within(group).getByRole('option', { name: 'Choose a department first' })).toBeTruthy()
  await choose('Department', 'Medicine')
  expect(await within(group).findByRole('option', { name: 'Choose a batch first' })).toBeTruthy()
  expect(group).toHaveProperty('disabled', true)
  await choose('Batch', 'MBBS 2023')
  expect(screen.getByText('Select Group')).toBeTruthy()
  expect(fetchButton()).toHaveProperty('disabled', true)
  await choose('Group', 'Group A')
  await choose('Status', 'Evaluated')
  expect(lists(calls)).toEqual([])
  await userEvent.click(fetchButton())
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Students', 'Assessments'])
  expect(await rows('Students of the group')).toHaveLength(3)
  await userEvent.click(screen.getByRole('tab', { name: 'Assessments' }))
  expect(await rows('Assessments of the group')).toHaveLength(2)
  expect(lists(calls)).toEqual([
    '/api/assessments?department_id=3&batch_id=1&group_id=7&status=evaluated&page=1&per_page=100',
  ])
  expect(router.state.location.search).toContain('fetched=yes')
})

test('the statuses of the filter, and a button that clears each filter', async () => {
  server()
  const { router } = open()
  await rows('Students of the group')
  await openFilters()
  const status = screen.getByLabelText('Status')
  expect([...status.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All statuses',
    'Pending',
    'Active',
    'Evaluated',
    'Approved',
    'Rejected',
    'Inactive',
  ])
  expect(screen.queryByRole('button', { name: 'Clear Status' })).toBeNull()
  await choose('Status', 'Active')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Status' }))
  expect(document.activeElement).toBe(status)
  expect(router.state.location.search).toBe('?department_id=3&batch_id=1&group_id=7')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Group' }))
  expect(router.state.location.search).toBe('?department_id=3&batch_id=1')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Batch' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Department' }))
  expect(router.state.location.search).toBe('')
  expect(fetchButton()).toHaveProperty('disabled', true)
})

test('staff of an academic department are fixed to it, and cannot clear it', async () => {
  server()
  served([staff.currentUser, { data: staffMember({ department: department() }) }])
  open('/assessment?batch_id=1&group_id=7')
  await openFilters()
  await waitFor(() => expect(screen.getByLabelText('Department')).toHaveProperty('value', '3'))
  expect(screen.getByLabelText('Department')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Clear Department' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Clear Batch' })).toBeTruthy()
  await waitFor(() => expect(fetchButton()).toHaveProperty('disabled', false))
})

test('Add and Fetch wait for the initial data, and their failure is told with Retry', async () => {
  server()
  served([batches.list, HELD])
  open('/assessment?department_id=3&batch_id=1&group_id=7')
  const asked = await held(batches.list)
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  expect(fetchButton()).toHaveProperty('disabled', true)
  asked.answer(refuse(500, 'Broken'))
  expect((await screen.findByRole('alert')).textContent).toContain('Broken')
  server()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: /^Add/ })).toBeTruthy()
  expect(fetchButton()).toHaveProperty('disabled', false)
})

// The rows are copied by hand from docs/domain.md, "Who may do what": computed ones would agree with any mistake.
test.each([
  ['admin', true, true, true],
  ['hod', true, true, true],
  ['faculty', true, true, true],
  ['clerk', true, false, true],
  ['principal', false, false, false],
  ['student-affair', false, false, false],
])('%s: adds %s, deletes %s, marks %s', async (role, adds, deletes, marks) => {
  signedIn([role])
  server()
  open(LISTED)
  const [first, second] = await rows('Assessments of the group')
  expect(within(first as HTMLElement).getByRole('button', { name: 'View Midterm' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Add/ }) !== null).toBe(adds)
  expect(within(first as HTMLElement).queryByRole('button', { name: 'Edit Midterm' }) !== null).toBe(adds)
  expect(within(first as HTMLElement).queryByRole('button', { name: 'Delete Midterm' }) !== null).toBe(deletes)
  expect(within(first as HTMLElement).queryByRole('button', { name: 'Enter Results' }) !== null).toBe(marks)
  expect(within(second as HTMLElement).queryByRole('button', { name: 'Update Results' }) !== null).toBe(marks)
  await userEvent.click(screen.getByRole('tab', { name: 'Students' }))
  await rows('Students of the group')
  expect(screen.queryAllByRole('button', { name: 'Mark Assessments' })).toHaveLength(marks ? 3 : 0)
})

test('an assessment shows name and detail, type, total marks, status and how many are marked', async () => {
  server()
  open(LISTED)
  const shown = (await rows('Assessments of the group')).map(({ textContent }) => textContent)
  expect(shown[0]).toContain('MidtermWards 1 and 2Theory20.00Active')
  expect(shown[1]).toContain('OSPEPractical100.00not givenEvaluated2 marked')
})

test('who is not active is shown and not marked; empty lists say so', async () => {
  college.roster = [row({ ...dawood, status: 'on_leave' })]
  server()
  open()
  const [only] = await rows('Students of the group')
  expect(only?.textContent).toContain('On Leave')
  expect(screen.queryByRole('button', { name: 'Mark Assessments' })).toBeNull()
})

test('No Students Found and No assessments found', async () => {
  college.roster = []
  college.assessments = []
  server()
  open()
  expect(await screen.findByText('No Students Found')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Assessments' }))
  expect(await screen.findByText('No assessments found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add the first assessment' }))
  expect(await screen.findByRole('dialog', { name: 'Add New Assessment' })).toBeTruthy()
})

test('a student has the assessments, no students, and the way to the own results', async () => {
  signedIn(['student'])
  server()
  open(`${LISTED}`)
  expect(await rows('Assessments of the group')).toHaveLength(2)
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByRole('link', { name: 'My Results' })).toBeTruthy()
})

test('a list that cannot be had says so, with Retry', async () => {
  server()
  served([assessments.list, refuse(500)])
  open(LISTED)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch assessments')
  server()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await rows('Assessments of the group')).toHaveLength(2)
})

test('an assessment is deleted after the question; one that stays says why', async () => {
  server()
  const refusal = 'Assessment has 2 results. Set it inactive instead.'
  const calls = served([assessments.remove, refuse(409, refusal)])
  open(LISTED)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete OSPE' }))
  const asked = await screen.findByRole('dialog')
  expect(asked.textContent).toContain('Are you sure you want to delete this assessment?')
  await userEvent.click(within(asked).getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(`OSPE: ${refusal}`)
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/assessments/62'])
})

test('a student filters by what students are shown, and is not told how many have marks', async () => {
  signedIn(['student'])
  college.assessments = [{ ...midterm, marked_count: null }]
  server()
  const { unmount } = open(LISTED)
  await rows('Assessments of the group')
  await openFilters()
  const offered = [...screen.getByLabelText('Status').querySelectorAll('option')]
  expect(offered.map(({ textContent }) => textContent)).toEqual(['All statuses', 'Active', 'Evaluated', 'Approved'])
  unmount()
  open(`${LISTED}&modal=view&id=61`)
  const view = await screen.findByRole('dialog', { name: 'View Assessment' })
  expect(await within(view).findByText('Weightage')).toBeTruthy()
  expect(within(view).queryByText('Results')).toBeNull()
})

test('on a phone the filters close once something is fetched', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({ ...noMedia, media, matches: true }))
  server()
  open(CHOSEN)
  await openFilters()
  await userEvent.click(fetchButton())
  await rows('Students of the group')
  expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('false')
})
