import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { staffImports, studentImports } from '../../../shared/contract/imports.ts'
import { IMPORT_FILE_MAX_BYTES } from '../../../shared/limits.ts'
import { beginImports, creates, csv, field, press, previewed, previewOf, row } from '../../testing/imports.tsx'
import { held, pathsTo, refuse, sentTo, served, UNREACHED } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { ImportPage } from './ImportPage.tsx'

beginImports()

test('who may not write is told so and is offered nothing', () => {
  signedIn(['hod'])
  renderPage(<ImportPage kind="students" />)
  expect(screen.getByText('You are not allowed to import')).toBeTruthy()
  expect(screen.queryByLabelText('CSV or XLSX file')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a head of department may import staff; the templates come as CSV and XLSX', async () => {
  signedIn(['hod'])
  const calls = served()
  const names: string[] = []
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => {}
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  renderPage(<ImportPage kind="staff" />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import staff')
  await press('Template as CSV')
  await press('Template as XLSX')
  await waitFor(() => expect(names).toEqual(['staff-template.csv', 'staff-template.xlsx']))
  expect(pathsTo(calls, staffImports.template)).toEqual([
    '/api/imports/staff/template?format=csv',
    '/api/imports/staff/template?format=xlsx',
  ])
  click.mockRestore()
})

test('without network the page says so before a file is chosen, and goes on once there is some', async () => {
  signedIn(['hod'])
  served([staffImports.recent, UNREACHED])
  renderPage(<ImportPage kind="staff" />)
  const away = /^The server cannot be reached just now/
  expect(await screen.findByText(away)).toBeTruthy()
  served([staffImports.recent, { data: [] }])
  await press('Try again')
  await waitFor(() => expect(screen.queryByText(away)).toBeNull())
})

test('choosing a file previews it, in percent; cancelling goes back to the choice', async () => {
  renderPage(<ImportPage kind="students" />)
  await userEvent.upload(field(), csv())
  const preview = await held(studentImports.preview)
  expect(sentTo(served(), studentImports.preview)).toHaveLength(1)
  expect(preview.files.map(({ name }) => name)).toEqual(['students.csv'])
  preview.tellSent(0.4)
  expect(await screen.findByText('40%')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  preview.tellSent(1)
  expect(await screen.findByText('Checking the rows...')).toBeTruthy()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

test('a file may be dropped too; what is no sheet or too large is refused without sending', async () => {
  renderPage(<ImportPage kind="students" />)
  const drop = field().closest('label') as HTMLElement
  fireEvent.drop(drop, { dataTransfer: { files: [csv('notes.pdf')] } })
  expect((await screen.findByText('File "notes.pdf" is neither CSV nor XLSX.')).closest('[role="alert"]')).toBeTruthy()
  fireEvent.drop(drop, { dataTransfer: { files: [csv('class.ods')] } })
  const told =
    'File "class.ods" is a spreadsheet of LibreOffice or OpenOffice. Open it there, save it as XLSX or CSV, and choose that file.'
  expect(await screen.findByText(told)).toBeTruthy()
  const large = csv('large.csv')
  Object.defineProperty(large, 'size', { value: IMPORT_FILE_MAX_BYTES + 1 })
  fireEvent.drop(drop, { dataTransfer: { files: [large] } })
  expect(await screen.findByText('File "large.csv" is too large. Maximum size is 5MB.')).toBeTruthy()
  expect(sentTo(served(), studentImports.preview)).toHaveLength(0)
  fireEvent.drop(drop, { dataTransfer: { files: [csv('Students.CSV')] } })
  await held(studentImports.preview)
  expect(screen.queryByText(/too large/)).toBeNull()
})

test('a preview that is refused says why under the field, and another file may be chosen', async () => {
  renderPage(<ImportPage kind="students" />)
  await userEvent.upload(field(), csv())
  const messages = ['The file has no column "Name"', 'Line 1 was taken for the headings: "Ali".']
  ;(await held(studentImports.preview)).answer(refuse(422, 'Invalid', { file: messages }))
  for (const message of messages) expect(await screen.findByText(message)).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await userEvent.upload(field(), csv())
  ;(await held(studentImports.preview)).answer(previewOf(creates(1)))
  expect(await screen.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
})

test('the preview counts, filters and shows what changes, and names the columns that are not read', async () => {
  const rows = [
    ...creates(2),
    row(4, 'update', {
      changes: { Phone: ['0300', '0301'], 'Date of Birth': [null, '2001-01-01'], Description: ['پہلے', 'بعد'] },
    }),
    row(5, 'unchanged'),
  ]
  await previewed(rows, { ignored_columns: ['Shoe size'] })
  expect(screen.getByText('Columns that are not read: Shoe size')).toBeTruthy()
  const buttons = within(screen.getByRole('group', { name: 'Rows shown' })).getAllByRole('button')
  expect(buttons.map((button) => button.textContent)).toEqual([
    'All (4)',
    'Create (2)',
    'Update (1)',
    'Unchanged (1)',
    'Errors (0)',
  ])
  expect(screen.getByRole('button', { name: 'Import 3 rows' })).toBeTruthy()
  await press('Update (1)')
  const found = screen.getAllByRole('row').slice(1)
  expect(found).toHaveLength(1)
  expect(found[0]?.textContent).toContain('MBBS-22004')
  expect(screen.getByText(/^Phone:/).textContent).toBe('Phone: 0300 → 0301')
  expect(screen.getByText(/^Date of Birth:/).textContent).toBe('Date of Birth: – → 2001-01-01')
  const described = screen.getByText(/^Description:/)
  expect([...described.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['پہلے', 'بعد'])
})

test('rows come in pages of fifty, and another filter starts at its first', async () => {
  await previewed([...creates(70), ...Array.from({ length: 55 }, (_, at) => row(72 + at, 'unchanged'))])
  expect(screen.getAllByRole('row')).toHaveLength(51)
  await press('Next')
  await press('Next')
  expect(screen.getByText('Page 3 of 3')).toBeTruthy()
  expect(screen.getAllByRole('row')).toHaveLength(26)
  await press('Unchanged (55)')
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
})

test('with errors nothing can be imported: their tab is open and says what to mend', async () => {
  const errors = { email: ['Please enter a valid email address'], roll_no: ['Line 2 has the same roll number'] }
  await previewed([...creates(3), row(5, 'error', { errors: { ...errors, batch_id: ['Batch "X" does not exist'] } })])
  expect(screen.getByRole('button', { name: 'Errors (1)' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.getByText('Email: Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('Roll Number: Line 2 has the same roll number')).toBeTruthy()
  expect(screen.getByText('Batch "X" does not exist')).toBeTruthy()
  expect(
    screen.getByText('Mend the rows with errors here, or in your file and choose it again. Nothing has been imported.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('an error names its column as the file does; one that the file lacks as the template does', async () => {
  const errors = { phone: ['Please enter a valid phone number'], name: ['Student name is required'] }
  await previewed([row(2, 'error', { errors })], { columns: { email: 'E-mail', phone: 'Contact No' } })
  expect(screen.getByText('Contact No: Please enter a valid phone number')).toBeTruthy()
  expect(screen.getByText('Name: Student name is required')).toBeTruthy()
})

test('a file that changes nothing offers no import', async () => {
  await previewed([row(2, 'unchanged')])
  expect(screen.getByText(/There is nothing to import/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})
