import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessments } from '../../../shared/contract/assessments.ts'
import { beginAnew, choose, college, LISTED, midterm, open, server } from '../../testing/marks.tsx'
import { type SentCall, served } from '../../testing/network.ts'

beginAnew()

const CRITERIA = [
  { name: 'Washes hands', marks: 0.5 },
  { name: 'Explains', marks: 2 },
]
const form = (title: string) => screen.findByRole('dialog', { name: title })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}
const sent = (calls: SentCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body)
const names = () => screen.getAllByLabelText<HTMLInputElement>(/^Criterion \d/).map(({ value }) => value)

test('criteria are added, moved and removed, and make the total', async () => {
  server()
  const calls = served([assessments.create, { data: midterm }])
  open(`${LISTED}&modal=add`)
  const add = await form('Add New Assessment')
  await within(add).findByRole('option', { name: 'Group A' })
  await choose('Type', 'Practical')
  await userEvent.type(within(add).getByLabelText('Name'), 'Station 1')
  await type('Total Marks', '99')
  await press('New criterion')
  await type('Criterion 1', 'Explains')
  await type('Greatest marks of criterion 1', '2')
  await press('New criterion')
  await type('Criterion 2', 'Washes hands')
  await type('Greatest marks of criterion 2', '0,5')
  await press('New criterion')
  await press('Remove criterion 3')
  await press('Move criterion 2 up')
  expect(names()).toEqual(['Washes hands', 'Explains'])
  expect(screen.getByLabelText('Total Marks')).toMatchObject({ value: '2.50', readOnly: true })
  await press('Save')
  expect(await screen.findByText('Assessment created successfully!')).toBeTruthy()
  expect(sent(calls, 'POST')).toMatchObject([
    {
      total_marks: null,
      criteria: [
        { name: 'Washes hands', marks: '0.5' },
        { name: 'Explains', marks: '2' },
      ],
    },
  ])
})

test('a copied list becomes rows; wrong ones are told at their place', async () => {
  server()
  open(`${LISTED}&modal=add`)
  const add = await form('Add New Assessment')
  await choose('Type', 'Practical')
  await userEvent.type(within(add).getByLabelText('Name'), 'Station 1')
  await press('New criterion')
  await userEvent.click(screen.getByLabelText('Criterion 1'))
  await userEvent.paste('Washes hands\t1\r\nExplains\r\n\r\nThanks\t0\r\n')
  expect(names()).toEqual(['Washes hands', 'Explains', 'Thanks'])
  expect(screen.getByLabelText('Total Marks')).toHaveProperty('value', '')
  await press('Save')
  expect(await screen.findAllByText('Marks must be more than 0')).toHaveLength(2)
  expect(screen.getByLabelText('Greatest marks of criterion 1').getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.getByLabelText('Greatest marks of criterion 2').getAttribute('aria-invalid')).toBe('true')
})

test('with marks of students only the names change', async () => {
  college.assessments = [{ ...midterm, criteria: CRITERIA, passing_marks: null, total_marks: 2.5, criteria_count: 3 }]
  server()
  const calls = served([assessments.update, { data: midterm }])
  open(`${LISTED}&modal=edit&id=61`)
  await form('Edit Assessment')
  expect(await screen.findByText(/^Students have marks for these criteria/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New criterion' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove criterion/ })).toBeNull()
  expect(screen.getByLabelText('Greatest marks of criterion 1')).toHaveProperty('readOnly', true)
  await type('Criterion 1', 'Hand hygiene')
  await press('Save')
  await screen.findByText('Assessment updated successfully!')
  expect(sent(calls, 'PUT')).toMatchObject([
    { criteria: [{ name: 'Hand hygiene', marks: '0.5' }, { name: 'Explains' }] },
  ])
})

test('criteria are taken away, and not sent where there were none', async () => {
  college.assessments = [{ ...midterm, criteria: CRITERIA.slice(1), passing_marks: null, total_marks: 2 }]
  server()
  const calls = served([assessments.update, { data: midterm }])
  const { unmount } = open(`${LISTED}&modal=edit&id=61`)
  await form('Edit Assessment')
  await screen.findByLabelText('Criterion 1')
  await press('Remove criterion 1')
  expect(screen.getByLabelText('Total Marks')).toMatchObject({ value: '2', readOnly: false })
  await press('Save')
  await screen.findByText('Assessment updated successfully!')
  unmount()
  college.assessments = [midterm]
  open(`${LISTED}&modal=edit&id=61`)
  await screen.findByLabelText('Name')
  await type('Name', 'Other')
  await press('Save')
  await screen.findByText('Assessment updated successfully!')
  const [removed, untouched] = sent(calls, 'PUT')
  expect(removed).toMatchObject({ criteria: null, total_marks: '2' })
  expect(untouched).not.toHaveProperty('criteria')
})

test('they are shown with the assessment', async () => {
  college.assessments = [{ ...midterm, criteria: CRITERIA, passing_marks: null, total_marks: 2.5 }]
  server()
  open(`${LISTED}&modal=view&id=61`)
  const view = await form('View Assessment')
  expect((await within(view).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Washes hands 0.50',
    'Explains 2.00',
  ])
})
