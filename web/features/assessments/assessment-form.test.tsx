import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessments } from '../../../shared/contract/assessments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { beginAnew, choose, LISTED, midterm, open, server } from '../../testing/marks.tsx'
import { pageOf, refuse, type SentCall, served } from '../../testing/network.ts'

beginAnew()

const form = (title: string) => screen.findByRole('dialog', { name: title })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const sent = (calls: SentCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body)

test('what is missing is told in one line and under its fields', async () => {
  server()
  const calls = served([assessments.create, { data: midterm }])
  open('/assessment?modal=add')
  const add = await form('Add New Assessment')
  await save()
  expect((await within(add).findByRole('alert')).textContent).toBe(
    'Please fill in all required fields: Department, Batch, Group, Type, Name',
  )
  expect(within(add).getByText('Department is required')).toBeTruthy()
  await choose('Department', 'Medicine')
  await userEvent.type(within(add).getByLabelText('Name'), 'Quiz')
  await save()
  expect(within(add).getByRole('alert').textContent).toBe('Please fill in all required fields: Batch, Group, Type')
  expect(sent(calls, 'POST')).toEqual([])
})

test('the groups are those of the department and batch, after a department is picked', async () => {
  server()
  open('/assessment?modal=add')
  const add = await form('Add New Assessment')
  const group = within(add).getByLabelText('Group')
  expect(group).toHaveProperty('disabled', true)
  await choose('Batch', 'MBBS 2023')
  expect(group).toHaveProperty('disabled', true)
  await choose('Department', 'Medicine')
  expect(await within(group).findByRole('option', { name: 'Group A' })).toBeTruthy()
  expect(within(group).queryByRole('option', { name: /Group B/ })).toBeNull()
  served([groups.list, pageOf([])])
  await choose('Department', 'Surgery')
  expect(await within(group).findByRole('option', { name: 'No groups found in this department' })).toBeTruthy()
})

test('what is left empty is sent as null, and decimals as they were typed', async () => {
  server()
  const calls = served([assessments.create, { data: midterm }])
  open(`${LISTED}&modal=add`)
  const add = await form('Add New Assessment')
  await within(add).findByRole('option', { name: 'Group A' })
  await choose('Type', 'Practical')
  await userEvent.type(within(add).getByLabelText('Name'), 'Quiz')
  await userEvent.type(within(add).getByLabelText('Total Marks'), '0.30')
  await userEvent.type(within(add).getByLabelText('Passing Marks'), '۰٫۱۵')
  await userEvent.type(within(add).getByLabelText('Weightage'), '12,5')
  await save()
  expect(await screen.findByText('Assessment created successfully!')).toBeTruthy()
  expect(sent(calls, 'POST')).toEqual([
    {
      department_id: 3,
      batch_id: 1,
      group_id: 7,
      type: 'practical',
      name: 'Quiz',
      detail: null,
      weightage: '12.5',
      total_marks: '0.30',
      passing_marks: '0.15',
      year: null,
      status: 'pending',
    },
  ])
})

test('a third decimal, a negative number and passing marks above the total are refused on their fields', async () => {
  server()
  open(`${LISTED}&modal=add`)
  const add = await form('Add New Assessment')
  await choose('Type', 'Theory')
  await userEvent.type(within(add).getByLabelText('Name'), 'Quiz')
  await userEvent.type(within(add).getByLabelText('Total Marks'), '10.005')
  await userEvent.type(within(add).getByLabelText('Weightage'), '-1')
  await save()
  expect(await within(add).findByText('Total marks must have at most two decimals')).toBeTruthy()
  expect(within(add).getByText('Weightage must be at least 0')).toBeTruthy()
  expect(within(add).queryByText(/^Please fill in/)).toBeNull()
  await userEvent.clear(within(add).getByLabelText('Total Marks'))
  await userEvent.type(within(add).getByLabelText('Total Marks'), '10')
  await userEvent.clear(within(add).getByLabelText('Weightage'))
  await userEvent.type(within(add).getByLabelText('Passing Marks'), '10.5')
  await save()
  expect(await within(add).findByText('Passing marks must be at most the total marks (10)')).toBeTruthy()
})

test('an assessment is changed over the version that was read, and can be set to any status', async () => {
  server()
  const calls = served([assessments.update, { data: midterm }])
  open(`${LISTED}&modal=edit&id=61`)
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Midterm')
  expect(screen.getByRole('dialog', { name: 'Edit Assessment' })).toBeTruthy()
  await choose('Status', 'Approved')
  await save()
  expect(await screen.findByText('Assessment updated successfully!')).toBeTruthy()
  expect(sent(calls, 'PUT')).toMatchObject([
    { status: 'approved', name: 'Midterm', total_marks: '20', updated_at: midterm.updated_at },
  ])
})

test('it is shown, and one that cannot be had says so', async () => {
  server()
  open(`${LISTED}&modal=view&id=61`)
  const view = await form('View Assessment')
  expect(await within(view).findByText('20.00')).toBeTruthy()
  expect(within(view).getByText('Wards 1 and 2')).toBeTruthy()
  served([assessments.read, refuse(404, 'Record not found.')])
  open(`${LISTED}&modal=edit&id=99`)
  expect((await screen.findAllByText('Failed to load assessment data')).length).toBeGreaterThan(0)
})
