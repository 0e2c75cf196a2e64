import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type PastImport, studentImports } from '../../../shared/contract/imports.ts'
import { beginImports, creates, csv, done, field, press, previewed } from '../../testing/imports.tsx'
import { HELD, held, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage } from '../../testing/page.tsx'
import { ImportPage } from './ImportPage.tsx'

beginImports()

const past = (id: number, more: Partial<PastImport> = {}): PastImport => ({
  id,
  file_name: `students-${id}.csv`,
  imported_by: 'Sana Malik',
  imported_at: '2026-03-02T08:00:00.000Z',
  created: 3,
  updated: 1,
  unchanged: 0,
  undone_at: null,
  undone_by: null,
  ...more,
})
const undone = { undone_at: '2026-03-02T09:00:00.000Z', undone_by: 'Ayesha Khan' }

test('an import is undone where its result is shown, once the person has said yes', async () => {
  const calls = served([studentImports.undo, HELD])
  await previewed(creates(1))
  await press('Import 1 row')
  ;(await held(studentImports.run)).answer([done])
  await screen.findByText('An import can be undone for 14 days.')
  await press('Undo this import')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/Passwords that were already handed out for it stop working/)).toBeTruthy()
  await press('Cancel')
  expect(sentTo(calls, studentImports.undo)).toEqual([])
  await press('Undo this import')
  await screen.findByRole('dialog')
  await press('Undo')
  const undoing = await held(studentImports.undo)
  expect(sentTo(calls, studentImports.undo).map(({ path }) => path)).toEqual(['/api/imports/students/41/undo'])
  expect(screen.getByRole('button', { name: 'Undoing...' })).toHaveProperty('disabled', true)
  undoing.answer({ data: past(41, undone) })
  expect(await screen.findByText('The import was undone.')).toBeTruthy()
  expect(screen.getByLabelText('CSV or XLSX file')).toBeTruthy()
  expect(screen.queryByText('kettle-lamp-42')).toBeNull()
})

test('a refusal is told beside the passwords, which stay', async () => {
  served([studentImports.undo, refuse(409, 'Nothing was undone. Line 2: Ali has signed in since.')])
  await previewed(creates(1))
  await press('Import 1 row')
  ;(await held(studentImports.run)).answer([done])
  await screen.findByText('An import can be undone for 14 days.')
  await press('Undo this import')
  await screen.findByRole('dialog')
  await press('Undo')
  expect(await screen.findByText('Nothing was undone. Line 2: Ali has signed in since.')).toBeTruthy()
  expect(screen.getByText('kettle-lamp-42')).toBeTruthy()
})

test('the last imports are listed until a file is chosen', async () => {
  const rows = [past(9), past(8, undone)]
  const calls = served(
    [studentImports.recent, () => ({ data: rows })],
    [studentImports.undo, { data: past(9, undone) }],
  )
  renderPage(<ImportPage kind="students" />, '/students/import')
  const list = within(await screen.findByRole('region', { name: 'Imports of the last 14 days' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^students-9\.csv.*by Sana Malik.*Created 3, updated 1, unchanged 0Undo$/),
    expect.stringMatching(/^students-8\.csvUndone.*Undone .* by Ayesha Khan$/),
  ])
  rows[0] = past(9, undone)
  await press(/^Undo students-9\.csv/)
  await screen.findByRole('dialog')
  await press('Undo')
  await waitFor(() => expect(list.queryByRole('button')).toBeNull())
  expect(sentTo(calls, studentImports.undo).map(({ path }) => path)).toEqual(['/api/imports/students/9/undo'])
  await userEvent.upload(field(), csv())
  await held(studentImports.preview)
  expect(screen.queryByRole('region', { name: 'Imports of the last 14 days' })).toBeNull()
})

test('nothing is said of former imports when there are none', async () => {
  const calls = served([studentImports.recent, { data: [] }])
  renderPage(<ImportPage kind="students" />, '/students/import')
  await waitFor(() => expect(sentTo(calls, studentImports.recent)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Imports of the last 14 days' })).toBeNull()
})
