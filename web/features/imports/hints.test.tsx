import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ImportPreview, studentImports } from '../../../shared/contract/imports.ts'
import { beginImports, creates, press, previewed, previewOf, row } from '../../testing/imports.tsx'
import { held } from '../../testing/network.ts'

beginImports()

const FIELDS: Partial<ImportPreview> = {
  fields: [
    { field: 'batch_id', heading: 'Batch' },
    { field: 'group:4', heading: 'Group in Medicine' },
  ],
}
const slip = (line: number, batch: string, like: string[], group?: string) =>
  row(line, 'error', {
    values: { batch_id: batch, ...(group && { 'group:4': group }) },
    errors: {
      batch_id: [`Batch "${batch}" does not exist`],
      ...(group && { 'group:4': [`Group "${group}" does not exist`] }),
    },
    like: { ...(like.length > 0 && { batch_id: like }), ...(group && { 'group:4': ['Group A'] }) },
  })
const fieldOf = (line: number) => screen.getByLabelText(`Batch of line ${line}`) as HTMLInputElement

test('a stored name that is close is put into every row with the same slip, and checked with the other changes', async () => {
  const rows = [slip(2, 'MBSB 2026', ['MBBS 2026']), slip(3, 'MBSB 2026', ['MBBS 2026']), slip(4, 'MBBS 2062', [])]
  await previewed([...rows, slip(5, 'MBSB 2026', ['MBBS 2026'])], FIELDS)
  expect(screen.queryByRole('button', { name: /^Use .*, line 4$/ })).toBeNull()
  await press('Leave out line 5')
  const use = screen.getByRole('button', { name: 'Use MBBS 2026 in 2 rows, line 2' })
  await userEvent.click(use)
  expect([2, 3, 4].map((line) => fieldOf(line).value)).toEqual(['MBBS 2026', 'MBBS 2026', 'MBBS 2062'])
  expect(use.getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement).toBe(use)
  // A clerk may write something else after all.
  await userEvent.type(fieldOf(3), ' B')
  await press('Check 3 changes')
  const check = await held(studentImports.preview)
  const mended = { '2': { batch_id: 'MBBS 2026' }, '3': { batch_id: 'MBBS 2026 B' }, '5': null }
  expect(check.body.mended).toEqual(mended)
  check.answer(previewOf(creates(3), FIELDS))
  expect(await screen.findByText('Read otherwise than in the file: 2 rows changed here, 1 row left out.')).toBeTruthy()
  await press('Import 3 rows')
  expect((await held(studentImports.run)).body.mended).toEqual(mended)
})

test('one of several names is chosen, and each fault of a row has its own', async () => {
  const rows = [slip(2, '26', ['MBBS 2026', 'BDS 2026'], 'A'), slip(3, '26', ['MBBS 2026', 'BDS 2026'])]
  await previewed(rows, FIELDS)
  await press('Use BDS 2026 in 2 rows, line 3')
  await press('Use Group A, line 2')
  await press('Check 3 changes')
  expect((await held(studentImports.preview)).body.mended).toEqual({
    '2': { batch_id: 'BDS 2026', 'group:4': 'Group A' },
    '3': { batch_id: 'BDS 2026' },
  })
})
