import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { type Reporting, reportings } from '../../../shared/contract/reportings.ts'
import { students } from '../../../shared/contract/students.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, HELD, held, pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { reporting, reportingEntry } from '../../testing/reportings.ts'
import { ReportingsPage } from './ReportingsPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./ReportForm.tsx')
await import('./ReportPanel.tsx')

const sana = { id: 21, name: 'Sana Malik', department: { id: 3, name: 'Medicine' }, level: 'hod' as const }

beforeEach(() => {
  served(
    [reportings.list, pageOf([])],
    [reportings.assignees, pageOf([sana])],
    [students.list, pageOf([student()])],
    [reportings.read, { data: reporting({ updated_at: 'v1' }) }],
    [reportingEntries.list, pageOf([reportingEntry()])],
    [audit.list, pageOf([])],
  )
  signedIn(['faculty'])
})

async function open(modal: 'add' | 'edit') {
  const shown = renderPage(<ReportingsPage />, `/reporting?modal=${modal}&id=60`)
  const name = modal === 'add' ? 'Add New Report' : 'Edit Report'
  const title = await screen.findByLabelText('Report Title')
  const dialog = within(await screen.findByRole('dialog', { name }))
  const picker = (label: string) => dialog.getByRole('combobox', { name: label })
  const pick = async (label: string, typed: string, option: string) => {
    await userEvent.click(picker(label))
    if (typed) await userEvent.type(picker(label), typed)
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...shown, title, dialog, picker, pick, save }
}

test('a staff member is asked for every field, with the texts of the form', async () => {
  const { dialog, save } = await open('add')
  await save()
  for (const text of [
    'Report title is required',
    'Description is required',
    'Student selection is required',
    'Please select who to report to',
  ])
    expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.getByLabelText('Severity')).toHaveProperty('value', 'medium')
  expect(dialog.getByLabelText('Priority')).toHaveProperty('value', 'normal')
  expect(sentTo(served(), reportings.create)).toHaveLength(0)
})

test('the choice of a category is hidden until it is asked for', async () => {
  const { dialog } = await open('add')
  const category = dialog.getByLabelText('Category')
  expect(category.closest('[hidden]')).not.toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'More' }))
  expect(category.closest('[hidden]')).toBeNull()
  expect(category).toHaveProperty('value', 'other')
})

test('a report is filed with what was typed and chosen', async () => {
  const calls = served([reportings.create, { data: reporting() }])
  const { dialog, title, pick, save } = await open('add')
  await userEvent.type(title, 'Needle')
  await userEvent.type(dialog.getByLabelText('Description'), 'On bed 4')
  await pick('Student', 'ali', 'MBBS-24001 · Ali Raza')
  await pick('Report To', '', 'Sana Malik · Medicine (HOD)')
  await userEvent.selectOptions(dialog.getByLabelText('Severity'), 'Critical')
  await userEvent.selectOptions(dialog.getByLabelText('Priority'), 'Urgent')
  await userEvent.click(dialog.getByLabelText('Requires Immediate Attention'))
  await userEvent.click(dialog.getByLabelText('Hide from Student'))
  await userEvent.type(dialog.getByLabelText('Internal Notes'), 'Ask the nurse')
  await save()
  expect(await screen.findByText('Report created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.create)).toEqual([
    {
      title: 'Needle',
      description: 'On bed 4',
      category: 'other',
      severity: 'critical',
      priority: 'urgent',
      student_id: 11,
      assigned_to: 21,
      requires_immediate_attention: true,
      is_confidential: true,
      internal_notes: 'Ask the nurse',
    },
  ])
  expect(pathsTo(calls, students.list)).toContain('/api/students?q=ali&per_page=25')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a student is asked for less, and sends nothing of the rest', async () => {
  signedIn(['student'])
  const calls = served([reportings.create, { data: reporting() }])
  const { dialog, title, pick, save } = await open('add')
  for (const label of ['Student', 'Requires Immediate Attention', 'Hide from Student', 'Internal Notes'])
    expect(dialog.queryByLabelText(label)).toBeNull()
  await save()
  expect(dialog.queryByText('Student selection is required')).toBeNull()
  await userEvent.type(title, 'Needle')
  await userEvent.type(dialog.getByLabelText('Description'), 'On bed 4')
  await pick('Report To', 'sana', 'Sana Malik · Medicine (HOD)')
  await save()
  expect(await screen.findByText('Report created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.create)).toEqual([
    {
      title: 'Needle',
      description: 'On bed 4',
      category: 'other',
      severity: 'medium',
      priority: 'normal',
      assigned_to: 21,
    },
  ])
})

test('what the server refuses stands with its field, and a toast says that it was not saved', async () => {
  served([reportings.create, HELD])
  const { dialog, title, pick, save } = await open('add')
  await userEvent.type(title, 'Needle')
  await userEvent.type(dialog.getByLabelText('Description'), 'On bed 4')
  await pick('Student', 'ali', 'MBBS-24001 · Ali Raza')
  await pick('Report To', '', 'Sana Malik · Medicine (HOD)')
  await save()
  const errors = { assigned_to: ['Not the person concerned'] }
  ;(await held(reportings.create)).answer(refuse(422, 'The given data was invalid.', errors))
  expect(await dialog.findByText('Validation error: assigned_to: Not the person concerned')).toBeTruthy()
  expect(dialog.getByText('Not the person concerned')).toBeTruthy()
  expect(screen.getByText('An error occurred while saving the report')).toBeTruthy()
  expect(title).toHaveProperty('value', 'Needle')
  await save()
  ;(await held(reportings.create)).answer(refuse(500))
  expect(await dialog.findByText('Failed to create reporting')).toBeTruthy()
})

test('what was typed and chosen is back after a reload', async () => {
  const first = await open('add')
  await userEvent.type(first.title, 'Half a title')
  await first.pick('Student', 'ali', 'MBBS-24001 · Ali Raza')
  await first.pick('Report To', '', 'Sana Malik · Medicine (HOD)')
  first.unmount()
  served([students.list, pageOf([])], [reportings.assignees, pageOf([])])
  const { dialog, title, picker } = await open('add')
  expect(title).toHaveProperty('value', 'Half a title')
  expect(picker('Student')).toHaveProperty('value', 'MBBS-24001 · Ali Raza')
  expect(picker('Report To')).toHaveProperty('value', 'Sana Malik · Medicine (HOD)')
  expect(dialog.getByText('Restored what you typed.')).toBeTruthy()
})

test('a report is changed as it was read', async () => {
  const calls = served([reportings.update, { data: reporting() }])
  const { title, picker, save } = await open('edit')
  expect(picker('Student')).toHaveProperty('value', 'MBBS-24001 · Ali Raza')
  await userEvent.type(title, '!')
  await save()
  expect(await screen.findByText('Report updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)).toMatchObject([
    { title: 'Needle left on a bed!', student_id: 11, assigned_to: 21, severity: 'medium', updated_at: 'v1' },
  ])
})

test('of a report that is being handled the form is not opened: it is shown', async () => {
  served([reportings.read, { data: reporting({ status: 'under_review' }) }])
  renderPage(<ReportingsPage />, '/reporting?modal=edit&id=60')
  expect(await screen.findByRole('dialog', { name: 'View Report' })).toBeTruthy()
  expect(screen.queryByLabelText('Report Title')).toBeNull()
})

test('what somebody else has changed is shown beside what was read; what was typed stays, and is saved over it', async () => {
  const calls = served([reportings.update, refuse(409, CHANGED_MEANWHILE)])
  const { title, dialog, save } = await open('edit')
  await userEvent.type(title, ' again')
  const theirs: Partial<Reporting> = { severity: 'high', description: 'Two needles.', updated_at: 'v2' }
  served([reportings.read, { data: reporting(theirs) }])
  await save()
  expect(await dialog.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  const table = within(await dialog.findByRole('table', { name: 'Changed meanwhile' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldAs you read itAs it is stored now',
    'DescriptionA used needle lay on bed 4.Two needles.',
    'SeverityMediumHigh',
  ])
  expect(title).toHaveProperty('value', 'Needle left on a bed again')
  served([reportings.update, { data: reporting() }])
  await userEvent.click(dialog.getByRole('button', { name: 'Save what I typed' }))
  expect(await screen.findByText('Report updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)).toMatchObject([
    { title: 'Needle left on a bed again', description: 'A used needle lay on bed 4.', updated_at: 'v1' },
    // Only the typed fields are saved over the stored ones.
    { title: 'Needle left on a bed again', description: 'Two needles.', severity: 'high', updated_at: 'v2' },
  ])
})

test('what can no longer be changed is not saved over: what was typed stays to be copied', async () => {
  served([reportings.update, refuse(409, CHANGED_MEANWHILE)])
  const { title, dialog, save } = await open('edit')
  await userEvent.type(title, ' again')
  served([reportings.read, { data: reporting({ status: 'under_review', updated_at: 'v2' }) }])
  await save()
  expect(
    await dialog.findByText(/^This report can no longer be changed: it is being handled. What you typed/),
  ).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Save what I typed' })).toBeNull()
  expect(title).toHaveProperty('value', 'Needle left on a bed again')
})

test('of more staff than are listed the rest is counted', async () => {
  served([reportings.assignees, { data: [sana], meta: { page: 1, per_page: 25, total: 43 } }])
  const { dialog } = await open('add')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Report To' }))
  const more = await dialog.findByRole('option', { name: '42 more: type to find them' })
  await userEvent.click(more)
  expect(dialog.getByRole('combobox', { name: 'Report To' })).toHaveProperty('value', '')
})
