import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ImportColumn, resultImports } from '../../../shared/contract/imports.ts'
import { beginImports, csv, field, press, previewOf, row } from '../../testing/imports.tsx'
import { held } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { ImportAttendancePage, ImportResultsPage } from './ImportPage.tsx'

beginImports()

const column = (index: number, heading: string, used: string | null, by: ImportColumn['by']): ImportColumn => ({
  index,
  heading,
  field: used,
  by,
  asks: null,
  samples: ['12'],
})
const file_columns = [
  column(0, 'Roll No', 'roll_no', 'heading'),
  column(1, 'Viva', 'of:1', 'content'),
  column(2, 'Total', null, null),
]
const fields = [
  { field: 'roll_no', heading: 'Roll Number' },
  { field: 'type', heading: 'Type', choices: ['Theory', 'Practical'] },
  { field: 'of:1', heading: 'Marks of Viva' },
  { field: 'of:2', heading: 'Marks of Total' },
]
const viva = {
  field: 'assessment_id',
  name: 'Viva',
  as: 'Medicine',
  noun: 'assessment',
  rows: 1,
  choices: null,
  like: null,
}

test('a clerk imports the marks of a column for each assessment, and makes the assessment', async () => {
  signedIn(['clerk'])
  renderPage(<ImportResultsPage />, '/assessment/import')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import past results')
  expect(screen.getByRole('link', { name: 'Back to assessments' }).getAttribute('href')).toBe('/assessment')
  await userEvent.upload(field(), csv('marks.csv'))
  const wrong = row(2, 'error', { values: { 'of:1': '12' }, errors: { 'of:1': ['Assessment "Viva" does not exist'] } })
  ;(await held(resultImports.preview)).answer(previewOf([wrong], { file_columns, fields, unknown: [viva] }))

  // A column is offered as the marks of its own heading alone.
  const choice = await screen.findByLabelText('Use "Viva" as')
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Roll Number', 'Type', 'Marks of Viva', 'Leave out'])
  expect(screen.getByLabelText('Marks of Viva of line 2')).toBeTruthy()
  expect(screen.getByLabelText('Make assessment Viva of Medicine: 1 row')).toBeTruthy()
  await press('Make it with the import')
  const asked = await held(resultImports.preview)
  expect(asked.body.making).toEqual([{ field: 'assessment_id', name: 'Viva', as: 'Medicine' }])
  const missing = [{ text: 'The file has no column "Type", which results need.', field: 'type' }]
  asked.answer(
    previewOf([row(2, 'error', { errors: { type: ['Type is required'] } })], { file_columns, fields, missing }),
  )
  await userEvent.type(await screen.findByLabelText('Type for all rows without one'), 'Theory')
  await press('Check 1 change')
  const filled = await held(resultImports.preview)
  expect(filled.body.mended).toEqual({ all: { type: 'Theory' } })
  filled.answer(previewOf([row(2, 'create', { values: { 'of:1': '12' } })], { file_columns, fields }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 row' }))
  const counts = { type: 'done', created: 2, updated: 0, unchanged: 1, import_id: 7 } as const
  const made = [{ noun: 'assessment', name: 'Viva' }]
  ;(await held(resultImports.run)).answer([{ ...counts, made }])
  expect(await screen.findByText('1 row: created 2 marks, updated 0, unchanged 1')).toBeTruthy()
  expect(screen.getByText('Made with it: assessment Viva.')).toBeTruthy()
})

test('a column that is not read, and may have marks, is named with a cell, and read or left out by a press', async () => {
  signedIn(['clerk'])
  renderPage(<ImportResultsPage />, '/assessment/import')
  await userEvent.upload(field(), csv('marks.csv'))
  const unsure = (index: number, heading: string) => ({ index, heading, field: `of:${index}`, sample: 'B+' })
  const unsure_columns = [unsure(1, 'Viva'), unsure(2, 'Total')]
  const more = { file_columns, fields, unsure_columns }
  ;(await held(resultImports.preview)).answer(previewOf([row(2, 'create')], more))
  expect((await screen.findByText(/^2 columns are not read yet/)).closest('[role="alert"]')?.textContent).toContain(
    '“Viva” has cells such as “B+”',
  )
  await press('Read as Marks of Viva')
  const asked = await held(resultImports.preview)
  expect(asked.body.columns).toEqual({ 1: 'of:1' })
  asked.answer(previewOf([row(2, 'create')], { ...more, unsure_columns: [unsure(2, 'Total')] }))
  await screen.findByText(/^1 column is not read yet/)
  await press('Leave out the column Total')
  expect((await held(resultImports.preview)).body.columns).toEqual({ 2: null })
})

test('each column of marks has a type, a day and a maximum of its own, which are checked together', async () => {
  signedIn(['clerk'])
  renderPage(<ImportResultsPage />, '/assessment/import')
  await userEvent.upload(field(), csv('marks.csv'))
  const fact = (name: string, heading: string, value: string, more = {}) => ({
    field: `of:1.${name}`,
    heading,
    value,
    is_said: false,
    problem: null,
    ...more,
  })
  const facts = [
    fact('type', 'Type', 'Practical', { choices: ['Theory', 'Practical'] }),
    fact('held_on', 'Day', '12 Mar 2025'),
    fact('total_marks', 'Maximum Marks', ''),
  ]
  const wide = (of: typeof facts) => ({
    file_columns,
    fields,
    wide_columns: [{ index: 1, heading: 'Viva', facts: of }],
  })
  ;(await held(resultImports.preview)).answer(previewOf([row(2, 'create')], wide(facts)))
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} of the column Viva`)
  await screen.findByLabelText('Type of the column Viva')
  expect([box('Type').value, box('Day').value, box('Maximum Marks').value]).toEqual(['Practical', '12 Mar 2025', ''])
  await userEvent.type(box('Maximum Marks'), 'x')
  await userEvent.clear(box('Type'))
  await userEvent.type(box('Type'), 'Theory{Enter}')
  const asked = await held(resultImports.preview)
  expect(asked.body.mended).toEqual({ all: { 'of:1.total_marks': 'x', 'of:1.type': 'Theory' } })
  const wrong = facts.with(2, fact('total_marks', 'Maximum Marks', 'x', { is_said: true, problem: 'Must be a number' }))
  asked.answer(previewOf([row(2, 'error')], wide(wrong)))
  expect(await screen.findByText('Must be a number')).toBeTruthy()
  expect(box('Maximum Marks').value).toBe('x')
})

test.each(['principal', 'student-affair'] as const)('a %s may not import results', (role) => {
  signedIn([role])
  renderPage(<ImportResultsPage />, '/assessment/import')
  expect(screen.getByText('You are not allowed to import')).toBeTruthy()
})

test('attendance is imported by who may add sessions', () => {
  signedIn(['faculty'])
  const { unmount } = renderPage(<ImportAttendancePage />, '/attendance/import')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import past attendance')
  expect(screen.getByText(/nobody is made absent whom the file does not name/)).toBeTruthy()
  unmount()
  signedIn(['clerk'])
  renderPage(<ImportAttendancePage />, '/attendance/import')
  expect(screen.getByText('You are not allowed to import')).toBeTruthy()
})
