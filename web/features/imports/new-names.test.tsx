import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ImportPreview, studentImports, type UnknownName } from '../../../shared/contract/imports.ts'
import { beginImports, creates, csv, field, press, previewed, previewOf, row } from '../../testing/imports.tsx'
import { held, sentTo, served } from '../../testing/network.ts'

beginImports()

const fields: ImportPreview['fields'] = [
  { field: 'batch_id', heading: 'Batch' },
  { field: 'group:4', heading: 'Group in Medicine' },
]
const batch: UnknownName = {
  field: 'batch_id',
  name: 'MBBS 2031',
  as: null,
  noun: 'batch',
  rows: 40,
  choices: ['1st Year', '2nd Year'],
  like: null,
}
const group: UnknownName = {
  field: 'group:4',
  name: 'A',
  as: 'MBBS 2031',
  noun: 'group',
  rows: 1,
  choices: null,
  like: null,
}
const wrong = [row(2, 'error', { errors: { batch_id: ['Batch "MBBS 2031" does not exist'] } })]

test('names that are not there are made with the import, as far as they are chosen', async () => {
  await previewed(wrong, { fields, unknown: [batch, group] })
  await userEvent.selectOptions(screen.getByLabelText('Year of MBBS 2031'), '2nd Year')
  await userEvent.click(screen.getByLabelText('Make group A of MBBS 2031 (Group in Medicine): 1 row'))
  await press('Make it with the import')
  const asked = await held(studentImports.preview)
  const made = { field: 'batch_id', name: 'MBBS 2031', as: '2nd Year' }
  expect(asked.body.making).toEqual([made])
  asked.answer(previewOf(creates(1), { fields, made: [{ ...batch, as: '2nd Year' }] }))
  expect(await screen.findByText('Made with the import: batch MBBS 2031 (2nd Year).')).toBeTruthy()
  await press('Import 1 row')
  expect((await held(studentImports.run)).body.making).toEqual([made])
})

test('what is made already stays so when more is', async () => {
  await previewed(wrong, { fields, made: [{ ...batch, as: '1st Year' }], unknown: [group] })
  await press('Make it with the import')
  const asked = await held(studentImports.preview)
  expect(asked.body.making).toEqual([
    { field: 'batch_id', name: 'MBBS 2031', as: '1st Year' },
    { field: 'group:4', name: 'A', as: 'MBBS 2031' },
  ])
  asked.answer(previewOf(wrong, { fields, made: [{ ...batch, as: '1st Year' }] }))
  await screen.findByText(/^Made with the import/)
  await press('Make none of them')
  expect((await held(studentImports.preview)).body.making).toEqual([])
})

test('the year that was chosen stays when none of them is made after all', async () => {
  await previewed(wrong, { fields, unknown: [batch] })
  await userEvent.selectOptions(screen.getByLabelText('Year of MBBS 2031'), '2nd Year')
  await press('Make it with the import')
  ;(await held(studentImports.preview)).answer(previewOf(creates(1), { fields, made: [{ ...batch, as: '2nd Year' }] }))
  await screen.findByText(/^Made with the import/)
  await press('Make none of them')
  ;(await held(studentImports.preview)).answer(previewOf(wrong, { fields, unknown: [batch] }))
  expect(await screen.findByLabelText('Year of MBBS 2031')).toHaveProperty('value', '2nd Year')
})

test('a column of groups that names no department is asked about', async () => {
  const column = { index: 0, heading: 'Group', field: null, by: null, asks: 'group:4', samples: ['A'] }
  await previewed(creates(1), { fields, file_columns: [column] })
  expect(screen.getByText('Say of which department its groups are, or leave it out')).toBeTruthy()
})

test('a name that may be a slip is not chosen, says for what, and is mended in all its rows', async () => {
  const slip = (line: number) =>
    row(line, 'error', {
      values: { batch_id: 'MBSB 2031' },
      errors: { batch_id: ['Batch "MBSB 2031" does not exist'] },
      like: { batch_id: ['MBBS 2031'] },
    })
  const unknown = [{ ...batch, name: 'MBSB 2031', rows: 2, like: 'MBBS 2031' }]
  await previewed([slip(2), slip(3)], { fields, unknown })
  expect(box(/^Make batch MBSB 2031/).checked).toBe(false)
  expect(screen.getByText('Did you mean MBBS 2031?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Tick what to make' })).toHaveProperty('disabled', true)
  await press('Use MBBS 2031 in 2 rows, MBSB 2031')
  await press('Check 2 changes')
  expect((await held(studentImports.preview)).body.mended).toEqual({
    '2': { batch_id: 'MBBS 2031' },
    '3': { batch_id: 'MBBS 2031' },
  })
})

const keyOf = ({ field, name, as, choices }: UnknownName) => JSON.stringify([field, name, choices ? null : as])
const box = (name: string | RegExp) => screen.getByLabelText(name) as HTMLInputElement

test('what was unticked and which year was chosen stay through a check, and are kept for a reload', async () => {
  await previewed(wrong, { fields, unknown: [batch, group] })
  const [ofBatch, ofGroup] = [/^Make batch/, /^Make group/]
  await userEvent.click(box(ofGroup))
  await userEvent.selectOptions(screen.getByLabelText('Year of MBBS 2031'), '2nd Year')
  expect(sentTo(served(), studentImports.preview)).toHaveLength(1)
  await press('Leave out line 2')
  await press('Check 1 change')
  ;(await held(studentImports.preview)).answer(previewOf(wrong, { fields, unknown: [group, batch] }))
  await screen.findByText(/^Read otherwise/)
  expect([box(ofBatch).checked, box(ofGroup).checked]).toEqual([true, false])
  await userEvent.click(box(ofBatch))
  // The device keeps it with the file at once, for a reload.
  const kept = () => Object.values({ ...localStorage }).find((text) => text.includes('students.csv')) ?? '{}'
  await waitFor(() =>
    expect(JSON.parse(kept()).value.answers).toMatchObject({
      ticks: { [keyOf(batch)]: false, [keyOf(group)]: false },
      words: { [keyOf(batch)]: '2nd Year' },
    }),
  )
  // Another file begins with all of them.
  await userEvent.upload(field(), csv('other.csv'))
  ;(await held(studentImports.preview)).answer(previewOf(wrong, { fields, unknown: [batch, group] }))
  await waitFor(() => expect([box(ofBatch).checked, box(ofGroup).checked]).toEqual([true, true]))
})

test('a name that says its noun is not called it twice', async () => {
  const sessions = { ...group, field: 'session_of', noun: 'sessions of group', as: 'Medicine' }
  await previewed(wrong, {
    fields,
    unknown: [
      { ...sessions, name: 'Group D' },
      { ...sessions, name: 'E' },
    ],
  })
  expect(box('Make sessions of Group D of Medicine: 1 row').checked).toBe(true)
  expect(box('Make sessions of group E of Medicine: 1 row').checked).toBe(true)
})

test('an open question is said where one looks for the import', async () => {
  const column = { index: 0, heading: 'Group', field: null, by: null, asks: 'group:4', samples: ['A'] }
  await previewed(creates(1), { fields, file_columns: [column] })
  expect(screen.getByText('Answer the open questions above before you import.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})
