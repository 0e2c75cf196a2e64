import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, staffMember } from '../../testing/records.ts'
import { staffSurvey as survey } from '../../testing/surveys.ts'
import { SurveysPage } from './SurveysPage.tsx'

const asked = { department_id: 3, department_name: 'Medicine', batch_id: 5, batch_name: 'MBBS 2024' }
const stored = survey({ ...asked, group_id: 7, group_name: 'Group A' })

const college = (read = stored) =>
  served(
    [feedbackSurveys.list, pageOf([])],
    [feedbackSurveys.read, { data: read }],
    [feedbackSurveys.create, { data: read }],
    [feedbackSurveys.update, { data: read }],
    [departments.list, pageOf([department(), department({ id: 6, name: 'Surgery' })])],
    [
      batches.list,
      pageOf([batch(), batch({ id: 8, name: 'MBBS 2023' }), batch({ id: 9, name: 'MBBS 2015', status: 'inactive' })]),
    ],
    [groups.list, pageOf([group(), group({ id: 12, name: 'Group B', batch: { id: 8, name: 'MBBS 2023' } })])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

async function opened(title: string, address = '/feedback?modal=add') {
  renderPage(<SurveysPage />, address)
  // While a stored survey is read, another dialog stands in its place.
  await screen.findByLabelText(/^Title/)
  return within(screen.getByRole('dialog', { name: title }))
}
type Dialog = Awaited<ReturnType<typeof opened>>

const choose = async (dialog: Dialog, label: string, option: string) => {
  const field = dialog.getByLabelText(label)
  await within(field).findByRole('option', { name: option })
  await userEvent.selectOptions(field, option)
}
const isDisabled = (dialog: Dialog, label: string) => (dialog.getByLabelText(label) as HTMLInputElement).disabled
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => signedIn(['admin']))

test('a group is chosen only after department and batch, and changing either clears it', async () => {
  college()
  const dialog = await opened('Add New Survey')
  expect(isDisabled(dialog, 'Group')).toBe(true)
  await choose(dialog, 'Batch', 'MBBS 2024')
  expect(isDisabled(dialog, 'Group')).toBe(true)
  await choose(dialog, 'Department', 'Medicine')
  await choose(dialog, 'Group', 'Group A')
  const group = dialog.getByLabelText('Group')
  expect(group).toHaveProperty('value', '7')
  expect(within(group).queryByRole('option', { name: 'Group B' })).toBeNull()
  // The group is cleared, not only hidden: back in its batch it has to be chosen again.
  await choose(dialog, 'Batch', 'MBBS 2023')
  await choose(dialog, 'Batch', 'MBBS 2024')
  expect(group).toHaveProperty('value', '')
  await choose(dialog, 'Batch', 'MBBS 2023')
  await choose(dialog, 'Group', 'Group B')
  await choose(dialog, 'Department', 'Surgery')
  expect(group).toHaveProperty('value', '')
})

test('only active batches and groups are offered, and academic departments', async () => {
  const calls = college()
  const dialog = await opened('Add New Survey')
  await choose(dialog, 'Department', 'Medicine')
  await choose(dialog, 'Batch', 'MBBS 2023')
  expect(
    within(dialog.getByLabelText('Batch'))
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['Every batch', 'MBBS 2024', 'MBBS 2023'])
  const paths = calls.map(({ path }) => path)
  expect(paths).toContain('/api/departments?type=academic&per_page=500')
  expect(paths.filter((path) => path.startsWith('/api/groups'))).toEqual([
    '/api/groups?department_id=3&status=active&per_page=500',
  ])
})

test('whom the survey asks is said as it is chosen', async () => {
  college()
  const dialog = await opened('Add New Survey')
  expect(dialog.getByText('With none of these chosen the survey asks every student.')).toBeTruthy()
  await choose(dialog, 'Department', 'Medicine')
  expect(dialog.getByText('With no batch chosen the survey asks the students of this department.')).toBeTruthy()
  await choose(dialog, 'Batch', 'MBBS 2024')
  expect(dialog.getByText('The survey asks the students of this batch.')).toBeTruthy()
  await choose(dialog, 'Group', 'Group A')
  expect(dialog.getByText('The survey asks the students of this group.')).toBeTruthy()
})

test('a last day that is over is said, and may be saved', async () => {
  college()
  const dialog = await opened('Add New Survey')
  const over = 'This day is over: the survey would have expired.'
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Ward rotation')
  await userEvent.type(dialog.getByLabelText('End Date'), '2099-03-01')
  expect(dialog.queryByText(over)).toBeNull()
  await userEvent.clear(dialog.getByLabelText('End Date'))
  await userEvent.type(dialog.getByLabelText('End Date'), '2020-03-01')
  expect(dialog.getByText(over)).toBeTruthy()
  await save()
  expect(await screen.findByText('Survey created successfully!')).toBeTruthy()
})

test('staff of an academic department add surveys for it alone', async () => {
  signedIn(['hod'])
  college()
  const calls = served([staff.currentUser, { data: staffMember() }])
  const dialog = await opened('Add New Survey')
  expect(dialog.getByLabelText('Department')).toHaveProperty('value', '3')
  expect(isDisabled(dialog, 'Department')).toBe(true)
  expect(dialog.getByText('With no batch chosen the survey asks the students of this department.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Ward rotation')
  await save()
  expect(await screen.findByText('Survey created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackSurveys.create)).toMatchObject([{ title: 'Ward rotation', department_id: 3 }])
})

test('the form says what anonymous means, and sends what was chosen', async () => {
  const calls = college()
  const dialog = await opened('Add New Survey')
  expect(dialog.getByLabelText('Anonymous').getAttribute('aria-describedby')).toBeTruthy()
  expect(dialog.getByText(/^Students are told that nobody can see who gave which answer/).textContent).toMatch(
    /This can't be changed once a response exists\.$/,
  )
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Hostel')
  await userEvent.type(dialog.getByLabelText('Start Date'), '2026-03-01')
  await userEvent.click(dialog.getByLabelText('Anonymous'))
  await save()
  expect(await screen.findByText('Survey created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackSurveys.create)).toEqual([
    {
      title: 'Hostel',
      description: '',
      department_id: null,
      batch_id: null,
      group_id: null,
      start_date: '2026-03-01',
      end_date: '',
      status: 'draft',
      is_anonymous: true,
      allow_multiple_responses: false,
    },
  ])
})

test('what is wrong is told under its field', async () => {
  const calls = college()
  const dialog = await opened('Add New Survey')
  await userEvent.type(dialog.getByLabelText('Start Date'), '2026-03-02')
  await userEvent.type(dialog.getByLabelText('End Date'), '2026-03-01')
  await save()
  expect(await dialog.findByText('Title is required')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Hostel')
  await save()
  expect(await dialog.findByText('End date must be on or after the start date')).toBeTruthy()
  expect(bodiesTo(calls, feedbackSurveys.create)).toEqual([])
})

test('a survey is changed over the version that was read, with the status that may follow', async () => {
  const calls = college()
  const dialog = await opened('Edit Survey', '/feedback?modal=edit&id=90')
  const statuses = within(dialog.getByLabelText('Status')).getAllByRole('option')
  expect(statuses.map((one) => one.textContent)).toEqual(['Draft', 'Active', 'Closed'])
  await choose(dialog, 'Status', 'Closed')
  await save()
  expect(await screen.findByText('Survey updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackSurveys.update)).toMatchObject([
    { ...{ department_id: 3, batch_id: 5, group_id: 7 }, status: 'closed', updated_at: stored.updated_at },
  ])
})

test('with responses, whom it asks and whether it is anonymous stay as they are', async () => {
  college(survey({ ...asked, has_responses: true, allow_multiple_responses: true }))
  const dialog = await opened('Edit Survey', '/feedback?modal=edit&id=90')
  const labels = ['Department', 'Batch', 'Group', 'Anonymous', 'Allow Multiple Responses', 'Title', 'End Date']
  expect(
    labels.filter((label) => (dialog.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement).disabled),
  ).toEqual(labels.slice(0, 5))
  expect(
    dialog.getByText('This survey has responses. Whom it asks can no longer change; duplicate the survey instead.'),
  ).toBeTruthy()
})

test('an anonymous one that takes one response of a student goes on so once somebody has answered', async () => {
  college(survey({ has_responses: true, is_anonymous: true }))
  const dialog = await opened('Edit Survey', '/feedback?modal=edit&id=90')
  expect(dialog.getByLabelText<HTMLInputElement>('Allow Multiple Responses').disabled).toBe(true)
})

test('a closed survey is changed with its activation only', async () => {
  college(survey({ status: 'closed', standing: 'closed' }))
  const dialog = await opened('Edit Survey', '/feedback?modal=edit&id=90')
  expect(dialog.getByText('This survey is closed. Activate it to change it.')).toBeTruthy()
  expect(isDisabled(dialog, 'End Date')).toBe(true)
  expect(
    within(dialog.getByLabelText('Status'))
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['Draft', 'Active', 'Closed'])
  await choose(dialog, 'Status', 'Active')
  expect(isDisabled(dialog, 'End Date')).toBe(false)
})
