import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  ayesha,
  beginAnew,
  college,
  dawood,
  give,
  marks,
  midterm,
  openResults,
  posted,
  resultOf,
  row,
  save,
  server,
  totals,
} from '../../testing/marks.tsx'
import { cellsIn } from './paste.rules.ts'

beginAnew()

async function paste(at: string, text: string) {
  await userEvent.click(await marks(at))
  await userEvent.paste(text)
}
const asked = () => screen.findByRole('dialog', { name: 'Paste marks' })
const fill = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const values = async () => Promise.all(['Ayesha', 'بلال', 'Celina'].map(async (name) => (await marks(name)).value))

test('a column fills the marks in the order shown, once it is agreed to, and Undo takes it back', async () => {
  server()
  openResults()
  await give('Celina', '3')
  await paste('Ayesha', '10\r\n\r\n12.5\r\n')
  const dialog = await asked()
  expect(within(dialog).queryByRole('alert')).toBeNull()
  const shown = within(dialog).getAllByRole('row').slice(1)
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Ayesha MBBS-2200110',
    'بلال MBBS-22002stays as it is',
    'Celina MBBS-2200312.5',
  ])
  expect(await values()).toEqual(['', '', '3'])
  await fill('Fill in 2 values')
  expect(await values()).toEqual(['10', '', '12.5'])
  expect(totals()).toContain('Entered2Left1')
  await fill('Undo paste')
  expect(await values()).toEqual(['', '', '3'])
})

test('too many, too few and too wide are told before anything changes', async () => {
  server()
  openResults()
  await paste('بلال', '1\n2\n3')
  expect(within(await asked()).getByRole('alert').textContent).toBe(
    '3 values were copied, and only 2 lines are left from here on. The last 1 would not be used.',
  )
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Cancel' }))
  expect(await values()).toEqual(['', '', ''])
  await paste('بلال', '1\n2\n3')
  await fill('Fill in 2 values')
  expect(screen.getByText('Filled in: 2')).toBeTruthy()
  await fill('Undo paste')
  await paste('Ayesha', '1\tA')
  expect(within(await asked()).getByText(/^1 value was copied for 3 lines\./)).toBeTruthy()
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Cancel' }))
  await paste('Ayesha', '1\tA\n2\tB')
  const said = within(await asked()).getAllByRole('alert')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'More than one column was copied. Only the first one is used.',
    '2 values were copied for 3 lines. The last 1 would stay as they are.',
  ])
  await fill('Fill in 2 values')
  expect(await values()).toEqual(['1', '2', ''])
})

test('what is no mark is told before, and marked after', async () => {
  server()
  openResults()
  await paste('Ayesha', '1\n2.005\n21')
  const dialog = await asked()
  expect(dialog.textContent).toContain('Marks must have at most two decimals')
  expect(dialog.textContent).toContain('Marks must be at most 20')
  expect(within(dialog).getByRole('alert').textContent).toBe(
    '2 values are no marks. They are filled in as copied, to be corrected before you save.',
  )
  await fill('Fill in 1 value, and 2 to correct')
  expect(screen.getByText('Filled in: 1, to correct: 2')).toBeTruthy()
  expect((await marks('بلال')).getAttribute('aria-invalid')).toBe('true')
  expect(totals()).toContain('Not right2')
  // A column of names is the wrong one.
  await paste('Ayesha', 'Sana\nAli\nOmar')
  expect((await asked()).textContent).toContain('3 values are no marks. Perhaps another column was copied.')
  expect(screen.getByRole('button', { name: 'Fill in 0 values' })).toHaveProperty('disabled', true)
})

test('who has left the group is passed over', async () => {
  college.roster = [row(dawood, resultOf(dawood, 4)), ...college.roster]
  server()
  openResults()
  await paste('Ayesha', '1\n2\n3')
  await asked()
  await fill('Fill in 3 values')
  expect(await values()).toEqual(['1', '2', '3'])
})

test('a single value is pasted as everywhere', async () => {
  college.roster = [row(ayesha)]
  server()
  openResults()
  await paste('Ayesha', '7.5')
  expect((await marks('Ayesha')).value).toBe('7.5')
  expect(screen.queryByRole('dialog', { name: 'Paste marks' })).toBeNull()
})

test.each([
  ['5', undefined],
  ['5\n', undefined],
  ['5\n6\n', ['5', '6']],
  ['5\r\n\r\n7', ['5', '', '7']],
  ['5\tx', ['5']],
])('%j copied is %j', (text, cells) => {
  expect(cellsIn(text)?.cells).toEqual(cells)
})

test('Escape closes the paste, and not the marks beneath it', async () => {
  server()
  openResults()
  await paste('Ayesha', '1\n2\n3')
  await asked()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Paste marks' })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Enter Results' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('numbers as an Urdu or a Continental keyboard writes them are read', async () => {
  const calls = server()
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  openResults()
  await paste('Ayesha', '12,5\n۱۲٫۵\n٠٫٢٥')
  await fill('Fill in 3 values')
  expect(totals()).toContain('Entered3Left0Mean8.42')
  await give('Celina', '۱۲.۵')
  await save()
  await waitFor(() => expect(posted(calls)[0]?.results.map((one) => one.marks)).toEqual([12.5, 12.5, 12.5]))
})

test('what could be a thousand is no mark', async () => {
  server()
  openResults()
  await give('Ayesha', '1,250')
  expect(await screen.findByText('Marks must have at most two decimals')).toBeTruthy()
})
