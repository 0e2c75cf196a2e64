import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IMPORT_FILE_MAX_BYTES } from '../../../shared/limits.ts'
import { clearLogin } from '../../core/login.ts'
import { network, renderPage, signedIn } from '../../testing/page.tsx'
import { ImportPage } from './ImportPage.tsx'

/** A request that waits until the test answers it. */
class Request {
  static sent: Request[] = []
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ''
  method = ''
  path = ''
  form = new FormData()
  onload = () => {}
  onprogress = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  open(method: string, path: string) {
    this.method = method
    this.path = path
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    this.form = form
    Request.sent.push(this)
  }
  abort() {
    this.onabort()
    this.onloadend()
  }
  has(share: number) {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }))
  }
  /** A piece of an answer that goes on. */
  says(text: string) {
    this.status = 200
    this.responseText += text
    act(() => this.onprogress())
  }
  ends(status = this.status, body?: unknown) {
    this.status = status
    if (body !== undefined) this.responseText = JSON.stringify(body)
    act(() => {
      this.onload()
      this.onloadend()
    })
  }
  breaks() {
    act(() => {
      this.onerror()
      this.onloadend()
    })
  }
}

const row = (line: number, outcome: string, more: object = {}) => ({
  line,
  outcome,
  name: `Student ${line}`,
  key: `MBBS-${22000 + line}`,
  changes: {},
  errors: {},
  ...more,
})
const previewOf = (rows: object[], ignored_columns: string[] = []) => ({
  data: { file_name: 'students.csv', digest: 'd1', rows, ignored_columns },
})
const creates = (count: number, from = 2) => Array.from({ length: count }, (_, at) => row(from + at, 'create'))
const credential = { user_id: 4, name: 'Student 2', email: 's2@college.test', roll_no: 'MBBS-22002' }
const line = (event: object) => `${JSON.stringify(event)}\n`
const done = line({
  type: 'done',
  created: 1,
  updated: 6,
  unchanged: 2,
  credentials: [{ ...credential, initial_password: 'kettle-lamp-42' }],
})

const csv = (name = 'students.csv') => new File(['Name,Email\n'], name, { type: 'text/csv' })
const field = () => screen.getByLabelText('CSV or XLSX file')
const last = async (count: number): Promise<Request> => {
  await waitFor(() => expect(Request.sent).toHaveLength(count))
  return Request.sent[count - 1] as Request
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function previewed(rows: object[], ignored?: string[]) {
  const shown = renderPage(<ImportPage kind="students" />, '/students/import')
  await userEvent.upload(field(), csv())
  const request = await last(1)
  request.ends(200, previewOf(rows, ignored))
  await screen.findByRole('heading', { name: 'Preview of students.csv' })
  return shown
}

beforeEach(() => {
  Request.sent = []
  signedIn()
  network(() => new Response('Name,Email\n', { status: 200 }))
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

test('who may not write is told so and is offered nothing', () => {
  signedIn(['hod'])
  renderPage(<ImportPage kind="students" />)
  expect(screen.getByText('You are not allowed to import')).toBeTruthy()
  expect(screen.queryByLabelText('CSV or XLSX file')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a head of department may import staff; the templates come as CSV and XLSX', async () => {
  signedIn(['hod'])
  const calls = network(() => new Response('Name,Email\n', { status: 200 }))
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
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/imports/staff/template?format=csv',
    '/api/imports/staff/template?format=xlsx',
  ])
  click.mockRestore()
})

test('choosing a file previews it, in percent; cancelling goes back to the choice', async () => {
  renderPage(<ImportPage kind="students" />)
  await userEvent.upload(field(), csv())
  const request = await last(1)
  expect([request.method, request.path]).toEqual(['POST', '/api/imports/students/preview'])
  expect((request.form.get('file') as File).name).toBe('students.csv')
  request.has(0.4)
  expect(await screen.findByText('40%')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  request.has(1)
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
  const large = csv('large.csv')
  Object.defineProperty(large, 'size', { value: IMPORT_FILE_MAX_BYTES + 1 })
  fireEvent.drop(drop, { dataTransfer: { files: [large] } })
  expect(await screen.findByText('File "large.csv" is too large. Maximum size is 5MB.')).toBeTruthy()
  expect(Request.sent).toHaveLength(0)
  fireEvent.drop(drop, { dataTransfer: { files: [csv('Students.CSV')] } })
  await last(1)
  expect(screen.queryByText(/too large/)).toBeNull()
})

test('a preview that is refused says why under the field, and another file may be chosen', async () => {
  renderPage(<ImportPage kind="students" />)
  await userEvent.upload(field(), csv())
  const message = 'The file has no column "Name"'
  ;(await last(1)).ends(422, { message: 'Invalid', errors: { file: [message] } })
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await userEvent.upload(field(), csv())
  ;(await last(2)).ends(200, previewOf(creates(1)))
  expect(await screen.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
})

test('the preview counts, filters and shows what changes, and names the columns that are not read', async () => {
  const rows = [
    ...creates(2),
    row(4, 'update', { changes: { Phone: ['0300', '0301'], 'Date of Birth': [null, '2001-01-01'] } }),
    row(5, 'unchanged'),
  ]
  await previewed(rows, ['Shoe size'])
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
  expect(screen.getByText('Phone: 0300 → 0301')).toBeTruthy()
  expect(screen.getByText('Date of Birth: – → 2001-01-01')).toBeTruthy()
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
  expect(screen.getByText('Batch: Batch "X" does not exist')).toBeTruthy()
  expect(
    screen.getByText('Mend the rows with errors in your file and choose it again. Nothing has been imported.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('a file that changes nothing offers no import', async () => {
  await previewed([row(2, 'unchanged')])
  expect(screen.getByText(/There is nothing to import/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('importing sends the previewed file with its digest, tells the progress, then the passwords', async () => {
  await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  expect([request.method, request.path]).toEqual(['POST', '/api/imports/students'])
  expect(request.form.get('digest')).toBe('d1')
  expect([...request.form.keys()]).toEqual(['digest', 'file'])
  request.has(0.5)
  expect(await screen.findByText('50%')).toBeTruthy()
  request.has(1)
  // A line that comes in two pieces counts once it is whole.
  request.says('{"type":"progress","done":1,')
  expect(await screen.findByText('Checking the rows...')).toBeTruthy()
  request.says('"total":4}\n')
  expect(await screen.findByText('25%')).toBeTruthy()
  expect(screen.getByText(/Cancelling before it is written leaves nothing/)).toBeTruthy()
  request.says(done.trimEnd())
  request.ends()
  expect(await screen.findByText('Created 1, updated 6, unchanged 2')).toBeTruthy()
  expect(screen.getByText(/shown only now/)).toBeTruthy()
  expect(within(screen.getByRole('table')).getByText('kettle-lamp-42')).toBeTruthy()
  expect(screen.queryByLabelText('CSV or XLSX file')).toBeNull()
})

test('leaving the passwords asks first', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  request.says(done)
  request.ends()
  await screen.findByText('Created 1, updated 6, unchanged 2')
  const asked = 'These passwords are shown only now. Have you printed or saved them?'
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  expect(await screen.findByText(asked)).toBeTruthy()
  await press('Stay')
  expect(router.state.location.pathname).toBe('/students/import')
  const unload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  await screen.findByText(asked)
  await press('Leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
})

test('without new accounts leaving asks nothing', async () => {
  const { router } = await previewed([row(2, 'update')])
  await press('Import 1 row')
  const request = await last(2)
  request.says(line({ type: 'done', created: 0, updated: 1, unchanged: 0, credentials: [] }))
  request.ends()
  await screen.findByText('Created 0, updated 1, unchanged 0')
  expect(screen.queryByText(/shown only now/)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
})

test('cancelling an import goes back to the preview and says what became of it', async () => {
  await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  request.says(line({ type: 'progress', done: 0, total: 2 }))
  await press('Cancel')
  expect(await screen.findByText(/cancelled before it is written leaves nothing/)).toBeTruthy()
  await press('Preview again')
  expect((await last(3)).path).toBe('/api/imports/students/preview')
})

test('leaving while it runs asks first, and gives it up', async () => {
  const { router } = await previewed(creates(1))
  await press('Import 1 row')
  const request = await last(2)
  const abort = vi.spyOn(request, 'abort')
  await userEvent.click(screen.getByRole('link', { name: 'Back to students' }))
  expect(await screen.findByText('The import is still running. Leaving cancels it.')).toBeTruthy()
  expect(abort).not.toHaveBeenCalled()
  await press('Leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/students'))
  expect(abort).toHaveBeenCalled()
})

test.each([
  [
    'records that changed since the preview',
    (request: Request) => request.ends(409, { message: 'Records have changed since the preview.' }),
    'Records have changed since the preview.',
  ],
  [
    'an import that fails on its way',
    (request: Request) => {
      request.says(line({ type: 'progress', done: 1, total: 2 }))
      request.says(line({ type: 'failed', status: 409, message: 'Batch 2026 is gone.' }))
      request.ends()
    },
    'Batch 2026 is gone.',
  ],
  [
    'a connection that breaks',
    (request: Request) => {
      request.says(line({ type: 'progress', done: 1, total: 2 }))
      request.breaks()
    },
    'The connection was lost. Preview the file again to see whether it was imported.',
  ],
  [
    'an answer that ends without its last word',
    (request: Request) => {
      request.says(line({ type: 'progress', done: 1, total: 2 }))
      request.ends()
    },
    'The connection was lost. Preview the file again to see whether it was imported.',
  ],
])('%s: told in place, with another preview at hand', async (_, happens, told) => {
  await previewed(creates(1))
  await press('Import 1 row')
  happens(await last(2))
  expect((await screen.findByText(told)).closest('[role="alert"]')).toBeTruthy()
  await press('Preview again')
  ;(await last(3)).ends(200, previewOf(creates(2)))
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
  expect(screen.queryByText(told)).toBeNull()
})
