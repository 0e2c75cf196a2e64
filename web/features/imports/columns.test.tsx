import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type ImportColumn, type ImportPreview, studentImports } from '../../../shared/contract/imports.ts'
import { getLogin, startLogin, storeRoles } from '../../core/login.ts'
import { allKept, forgetAll } from '../../offline/device.ts'
import { forgetOthers } from '../../offline/forgetting.ts'
import { beginImports, creates, csv, field, press, previewed, previewOf, row } from '../../testing/imports.tsx'
import { held, refuse } from '../../testing/network.ts'
import { loginAnswer } from '../../testing/page.tsx'

beginImports()
afterEach(async () => {
  const login = getLogin()
  if (login) await forgetAll(login.user.id)
})

const column = (index: number, heading: string, field: string | null, more: Partial<ImportColumn> = {}) => ({
  index,
  heading,
  field,
  by: field === null ? null : ('heading' as const),
  asks: null,
  samples: [`${heading} one`, `${heading} two`],
  ...more,
})
const fields = [
  { field: 'roll_no', heading: 'Roll Number' },
  { field: 'name', heading: 'Name' },
  { field: 'email', heading: 'Email' },
  { field: 'batch_id', heading: 'Batch' },
  { field: 'phone', heading: 'Phone' },
]
const ALL_KNOWN = [column(0, 'Roll #', 'roll_no'), column(1, 'Name of Student', 'name'), column(2, 'Cell No', 'phone')]
const use = (heading: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Use "${heading}" as` })
const chosen = (heading: string) => use(heading).selectedOptions[0]?.textContent
const with_ = (file_columns: ImportColumn[], more: Partial<ImportPreview> = {}) => ({ file_columns, fields, ...more })
const sent = async () => (await held(studentImports.preview)).body.columns

test('each column is shown with its field and its values; one that is left out opens the panel', async () => {
  await previewed(
    creates(1),
    with_([...ALL_KNOWN, column(3, 'Hostel', null), column(4, '', 'email', { by: 'content' })]),
  )
  expect(screen.getByRole('button', { name: 'Columns of the file' }).getAttribute('aria-expanded')).toBe('true')
  expect(chosen('Roll #')).toBe('Roll Number')
  expect(chosen('Hostel')).toBe('Leave out')
  expect(chosen('Column 5')).toBe('Email')
  expect(screen.getByText('Taken for it by what stands in it')).toBeTruthy()
  expect(screen.getByText('Hostel one · Hostel two')).toBeTruthy()
  expect(screen.getByText(/4 of 5 are read/)).toBeTruthy()
})

test('where all headings are known the panel is closed, and opens', async () => {
  await previewed(creates(1), with_(ALL_KNOWN))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByText('3 of 3 are read')).toBeTruthy()
  await press('Columns of the file')
  expect(chosen('Name of Student')).toBe('Name')
})

test.each([
  'S.No',
  'Sr.',
  'Sr. #',
  'Serial Number',
  'No.',
])('a count of the rows, "%s", leaves it closed', async (heading) => {
  await previewed(creates(1), with_([...ALL_KNOWN, column(3, heading, null, { samples: ['1', '2', '3'] })]))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByText('3 of 4 are read')).toBeTruthy()
})

test.each([
  ['S.No', ['1001', '1002']],
  ['Siblings', ['1', '2']],
  ['S.No', []],
])('"%s" with %j may be more than a count, and opens it', async (heading, samples) => {
  await previewed(creates(1), with_([...ALL_KNOWN, column(3, heading, null, { samples })]))
  expect(chosen(heading)).toBe('Leave out')
})

test('a column is used otherwise: it goes along with preview and import, and the former one is left out', async () => {
  await previewed(creates(1), with_([...ALL_KNOWN, column(3, 'Contact 2', null)]))
  await userEvent.selectOptions(use('Contact 2'), 'Phone')
  const again = await held(studentImports.preview)
  expect(again.body.columns).toEqual({ 2: null, 3: 'phone' })
  const after = [
    ...ALL_KNOWN.slice(0, 2),
    column(2, 'Cell No', null, { by: 'choice' }),
    column(3, 'Contact 2', 'phone', { by: 'choice' }),
  ]
  again.answer(previewOf(creates(1), with_(after, { digest: 'd2' })))
  await waitFor(() => expect(chosen('Contact 2')).toBe('Phone'))
  expect(document.activeElement).toBe(use('Contact 2'))
  await press('Import 1 row')
  const run = await held(studentImports.run)
  expect(run.body).toMatchObject({ digest: 'd2' })
  run.answer(refuse(409, 'Records have changed.'))
  await screen.findByText('Records have changed.')
  await press('Preview again')
  expect(await sent()).toEqual({ 2: null, 3: 'phone' })
})

test('a later check of the file leaves columns that were looked at closed', async () => {
  const columns = with_([...ALL_KNOWN, column(3, 'Hostel', null)], {
    missing: [{ text: 'No batch.', field: 'batch_id' }],
  })
  await previewed(creates(1), columns)
  expect(chosen('Hostel')).toBe('Leave out')
  await userEvent.type(screen.getByLabelText('Batch for all rows without one'), 'A')
  await press('Check 1 change')
  ;(await held(studentImports.preview)).answer(previewOf(creates(1), columns))
  await screen.findByText('3 of 4 are read')
  expect(screen.queryByRole('combobox', { name: /Hostel/ })).toBeNull()
})

test('a column can be left out', async () => {
  await previewed(creates(1), with_([...ALL_KNOWN, column(3, 'Hostel', null)]))
  await userEvent.selectOptions(use('Cell No'), 'Leave out')
  expect(await sent()).toEqual({ 2: null })
})

test('two columns for one field are asked about, and nothing is imported before', async () => {
  const asks = [...ALL_KNOWN.slice(0, 2), ...[2, 3].map((at) => column(at, `Phone ${at}`, null, { asks: 'phone' }))]
  await previewed(creates(1), with_(asks))
  expect(screen.getAllByText('Other columns mean Phone, too: say which one is read')).toHaveLength(2)
  expect(chosen('Phone 2')).toBe('Not said yet')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await userEvent.selectOptions(use('Phone 3'), 'Phone')
  expect(await sent()).toEqual({ 2: null, 3: 'phone' })
})

test('the next file with the same headings is read as the last one, one with others is not', async () => {
  const columns = [...ALL_KNOWN, column(3, 'Intake', null)]
  await previewed(creates(1), with_(columns))
  await userEvent.selectOptions(use('Intake'), 'Batch')
  ;(await held(studentImports.preview)).answer(previewOf(creates(1), with_(columns)))
  await screen.findByRole('heading', { name: 'Preview of students.csv' })

  await userEvent.upload(field(), csv('next.csv'))
  const first = await held(studentImports.preview)
  expect(first.body.columns).toBeUndefined()
  first.answer(previewOf(creates(1), with_(columns)))
  expect(await sent()).toEqual({ 3: 'batch_id' })

  await userEvent.upload(field(), csv('other.csv'))
  ;(await held(studentImports.preview)).answer(previewOf(creates(2), with_([column(0, 'Intake', null)])))
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
})

test('nobody else on this device is given it, and the end of the login forgets it', async () => {
  const columns = [column(0, 'Intake', null)]
  await previewed(creates(1), with_(columns))
  await userEvent.selectOptions(use('Intake'), 'Batch')
  ;(await held(studentImports.preview)).answer(previewOf(creates(1), with_(columns)))
  await screen.findByRole('heading', { name: 'Preview of students.csv' })
  startLogin(loginAnswer('another', { id: 99 }))
  storeRoles(['admin'])
  await userEvent.upload(field(), csv())
  ;(await held(studentImports.preview)).answer(previewOf(creates(3), with_(columns)))
  expect(await screen.findByRole('button', { name: 'Import 3 rows' })).toBeTruthy()

  expect(await allKept(7, 'import-columns/')).toHaveLength(1)
  await forgetOthers()
  expect(await allKept(7, 'import-columns/')).toEqual([])
})

test('the values of the rows are shown as they will be stored, changed and wrong ones marked', async () => {
  await previewed(
    [
      row(2, 'create', { name: 'ali', values: { name: 'Ali', roll_no: 'MBBS-1', phone: '03001234567' } }),
      row(3, 'update', {
        values: { roll_no: 'MBBS-2', phone: '03007654321' },
        changes: { Phone: ['03001111111', '03007654321'] },
      }),
    ],
    with_(ALL_KNOWN),
  )
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual(['Line', 'Name', 'Roll Number or Email', 'Outcome', 'Details', 'Phone'])
  const [first, second] = screen.getAllByRole('row').slice(1) as [HTMLElement, HTMLElement]
  expect(within(first).getByText('03001234567')).toBeTruthy()
  expect(within(first).getByText('Ali')).toBeTruthy()
  expect(within(first).getByText('MBBS-1')).toBeTruthy()
  const tagsOf = (text: string) =>
    within(second)
      .getAllByText(text)
      .map(({ tagName }) => tagName)
  expect(tagsOf('03001111111')).toEqual(['BDI', 'DEL'])
  expect(tagsOf('03007654321')).toEqual(['BDI', 'INS'])
})

test('what new records lack is said above the rows', async () => {
  const text = '40 new students would be in no batch: the file has no column "Batch".'
  await previewed(creates(1), with_(ALL_KNOWN, { missing: [{ text, field: null }] }))
  const told = screen.getByRole('note', { name: 'The file lacks something' })
  expect(told.textContent).toContain(text)
  const rows = screen.getByRole('group', { name: 'Rows shown' })
  expect(told.compareDocumentPosition(rows) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
