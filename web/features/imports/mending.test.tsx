import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ImportPreview, studentImports } from '../../../shared/contract/imports.ts'
import { beginImports, creates, press, previewed, previewOf, row } from '../../testing/imports.tsx'
import { held, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/page.tsx'
import { ImportPage } from './ImportPage.tsx'

beginImports()

const FIELDS: Partial<ImportPreview> = {
  fields: [
    { field: 'roll_no', heading: 'Roll Number' },
    { field: 'name', heading: 'Name' },
    { field: 'email', heading: 'Email' },
    { field: 'batch_id', heading: 'Batch', choices: ['MBBS 2026', 'MBBS 2027'] },
  ],
}
const wrong = (line: number) =>
  row(line, 'error', { values: { email: 'no address' }, errors: { email: ['Please enter a valid email address'] } })
const sent = async () => (await held(studentImports.preview)).body.mended

test('a fault is mended where it stands, and all changes are checked together', async () => {
  await previewed([wrong(2), wrong(3), ...creates(1, 4)], FIELDS)
  const first = screen.getByLabelText('Email of line 2')
  expect((first as HTMLInputElement).value).toBe('no address')
  expect(first.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(first)
  await userEvent.type(first, 'ali@college.test')
  await press('Leave out line 3')
  expect(screen.queryByLabelText('Email of line 3')).toBeNull()
  await press('Check 2 changes')
  const check = await held(studentImports.preview)
  expect(check.body.mended).toEqual({ '2': { email: 'ali@college.test' }, '3': null })
  check.answer(previewOf(creates(2), FIELDS))
  expect(await screen.findByText('Read otherwise than in the file: 1 row changed here, 1 row left out.')).toBeTruthy()
  await press('Import 2 rows')
  expect((await held(studentImports.run)).body.mended).toEqual({ '2': { email: 'ali@college.test' }, '3': null })
})

test('a check that fails loses nothing of what was typed', async () => {
  await previewed([wrong(2)], FIELDS)
  await userEvent.type(screen.getByLabelText('Email of line 2'), '!')
  await press('Check 1 change')
  ;(await held(studentImports.preview)).answer(refuse(503, 'The server is busy.'))
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  expect((screen.getByLabelText('Email of line 2') as HTMLInputElement).value).toBe('no address!')
  expect(screen.getByRole('button', { name: 'Check 1 change' })).toBeTruthy()
})

test('any row may be changed, and nothing is imported over changes that were not checked', async () => {
  await previewed([row(2, 'create', { values: { name: 'Ali' } })], FIELDS)
  expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeTruthy()
  await press('Change line 2')
  await userEvent.type(screen.getByLabelText('Name of line 2'), ' Khan{Enter}')
  expect(await sent()).toEqual({ '2': { name: 'Ali Khan' } })
})

test('what is typed keeps the import back until it is checked', async () => {
  await previewed(creates(1), FIELDS)
  await press('Change line 2')
  await userEvent.type(screen.getByLabelText('Name of line 2'), 'A')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('one word fills what the file lacks for all rows', async () => {
  const missing = [{ text: 'The file has no batch.', field: 'batch_id' }]
  await previewed(creates(2), { ...FIELDS, missing })
  const field = screen.getByLabelText('Batch for all rows without one')
  await userEvent.type(field, 'MBBS 2026{Enter}')
  const filled = await held(studentImports.preview)
  expect(filled.body.mended).toEqual({ all: { batch_id: 'MBBS 2026' } })
  filled.answer(previewOf(creates(2), FIELDS))
  expect(await screen.findByText('Read otherwise than in the file: empty cells filled.')).toBeTruthy()
  await press('Read the file as it is')
  expect(await sent()).toBeUndefined()
})

const TIMES: Partial<ImportPreview> = {
  fields: [
    { field: 'start_time', heading: 'Start' },
    { field: 'end_time', heading: 'End' },
  ],
}
const box = (heading: string) => screen.getByLabelText(`${heading} for all rows without one`) as HTMLInputElement

test('words for all rows are checked together, stay to be corrected, and tell what is wrong once', async () => {
  const missing = [
    { text: 'From 08:00 to 14:00.', field: 'start_time' },
    { text: 'The end may be another one.', field: 'end_time' },
  ]
  await previewed(creates(2), { ...TIMES, missing })
  await userEvent.type(box('Start'), '2pm')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await press('Check 1 change')
  const first = await held(studentImports.preview)
  expect(first.body.mended).toEqual({ all: { start_time: '2pm', end_time: '' } })
  const errors = { start_time: ['Write a time as HH:MM'] }
  first.answer(
    previewOf(
      [2, 3].map((line) => row(line, 'error', { values: { start_time: '2pm' }, errors })),
      TIMES,
    ),
  )
  await screen.findByText('Filled in for all rows')
  expect([box('Start').value, box('End').value]).toEqual(['2pm', ''])
  expect(box('Start').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Write a time as HH:MM')).toHaveLength(1)
  await userEvent.clear(box('Start'))
  await userEvent.type(box('End'), '16:00')
  await press('Check 2 changes')
  const second = await held(studentImports.preview)
  expect(second.body.mended).toEqual({ all: { start_time: '', end_time: '16:00' } })
  second.answer(previewOf(creates(2), { ...TIMES, missing: [] }))
  expect((await screen.findByText('Read otherwise than in the file: empty cells filled.')) && box('End').value).toBe(
    '16:00',
  )
})

test('rows that were copied are read as a file of their own', async () => {
  renderPage(<ImportPage kind="students" />)
  const text = 'Name\tEmail\nAli\tali@college.test\n'
  fireEvent.paste(screen.getByLabelText('Or paste the rows here'), { clipboardData: { getData: () => text } })
  const { files } = await held(studentImports.preview)
  expect(await Promise.all(files.map((file) => file.text()))).toEqual([text])
})

test('a table that was typed is read by a button', async () => {
  renderPage(<ImportPage kind="students" />)
  await userEvent.type(screen.getByLabelText('Or paste the rows here'), 'Name,Email')
  await press('Read what was pasted')
  const { files } = await held(studentImports.preview)
  expect(await files[0]?.text()).toBe('Name,Email')
})

test('more than a form can carry is said before it is sent', async () => {
  await previewed([wrong(2)], FIELDS)
  fireEvent.change(screen.getByLabelText('Email of line 2'), { target: { value: 'x'.repeat(31_000) } })
  await press('Check 1 change')
  expect(screen.getByText(/Too much of this file is changed here/)).toBeTruthy()
  expect((screen.getByLabelText('Email of line 2') as HTMLInputElement).value).toHaveLength(31_000)
})
