import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { studentImports } from '../../../shared/contract/imports.ts'
import { beginImports, creates, press, previewed, previewOf, row } from '../../testing/imports.tsx'
import { held, refuse, served } from '../../testing/network.ts'

beginImports()

test('the preview says how the file was read, and each row what was made of its cells', async () => {
  await previewed(
    [
      row(2, 'create', {
        read: { 'Date of Birth': ['4-Dec-04', '4 Dec 2004'], Phone: ['3001234567', '03001234567'] },
      }),
      row(3, 'update', { read: { Phone: ['3', '03'] }, changes: { Phone: ['01', '03'] } }),
    ],
    { notes: ['The sheet "Students" was read. Not read: "Old" (hidden)'], ignored_columns: ['Hostel'] },
  )
  const notes = screen.getByRole('note', { name: 'How the file was read' })
  expect(
    within(notes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['The sheet "Students" was read. Not read: "Old" (hidden)', 'Columns that are not read: Hostel'])
  const [first, second] = screen.getAllByRole('row').slice(1)
  expect(first?.textContent).toContain('Date of Birth: 4-Dec-04, read as 4 Dec 2004')
  expect(first?.textContent).toContain('Phone: 3001234567, read as 03001234567')
  expect(second?.textContent).toContain('Phone: 01 → 03')
  expect(second?.textContent).not.toContain('read as')
})

test('a file with nothing to say shows nothing', async () => {
  await previewed(creates(1))
  expect(screen.queryByText('How the file was read')).toBeNull()
  expect(screen.queryByText('How are the days written?')).toBeNull()
})

const question = { line: 2, text: '03/04/2006', dmy: '2006-04-03', mdy: '2006-03-04' }
const open = { date_question: question }
const errors = { date_of_birth: ['03/04/2006 may be 3 Apr 2006 or 4 Mar 2006'] }
const asked = async () => previewed([row(2, 'error', { errors })], open)
const choice = (name: string) => screen.getByRole('button', { name })

test('days that can be read in two ways are asked about once, and the answer goes along with the file', async () => {
  await asked()
  expect(screen.getByText(/Line 2 has the day 03\/04\/2006/)).toBeTruthy()
  expect(screen.getByText('Date Of Birth: 03/04/2006 may be 3 Apr 2006 or 4 Mar 2006', { exact: false })).toBeTruthy()
  expect(screen.queryByText(/Mend the rows/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  for (const name of ['3 Apr 2006 (day first)', '4 Mar 2006 (month first)'])
    expect(choice(name).getAttribute('aria-pressed')).toBe('false')

  await press('3 Apr 2006 (day first)')
  const again = await held(studentImports.preview)
  expect(again.body.date_order).toBe('dmy')
  expect(again.files.map(({ name }) => name)).toEqual(['students.csv'])
  again.answer(previewOf(creates(1), { ...open, date_order: 'dmy', digest: 'd2' }))
  const answered = await screen.findByRole('button', { name: '3 Apr 2006 (day first)' })
  expect(answered.getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement).toBe(answered)

  await press('Import 1 row')
  const run = await held(studentImports.run)
  expect([run.body.digest, run.body.date_order]).toEqual(['d2', 'dmy'])
  // After a refusal the file is previewed again with the same answer.
  run.answer(refuse(409, 'Records have changed.'))
  await screen.findByText('Records have changed.')
  await press('Preview again')
  expect((await held(studentImports.preview)).body.date_order).toBe('dmy')
})

test('the answer can be changed', async () => {
  await previewed(creates(1), { ...open, date_order: 'dmy' })
  await userEvent.click(choice('4 Mar 2006 (month first)'))
  expect((await held(studentImports.preview)).body.date_order).toBe('mdy')
  expect(served().at(-1)?.path).toBe('/api/imports/students/preview')
})

test('rows that are wrong beside what is asked are to be mended once it is answered', async () => {
  await previewed([row(2, 'error', { errors: { name: ['Student name is required'] } })], { ...open, date_order: 'mdy' })
  expect(screen.getByText(/Mend the rows with errors/)).toBeTruthy()
})

test('an order that the file itself proves is no answer to go along', async () => {
  await previewed(creates(1), { date_order: 'mdy' })
  await press('Import 1 row')
  expect((await held(studentImports.run)).body.date_order).toBeUndefined()
})
