import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { smallPdf } from '../../../server/testing/small-pdf.ts'
import { submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, HELD, held, refuse, sentTo, served, UNREACHED } from '../../testing/network.ts'
import { answer, renderPage, signedIn } from '../../testing/page.tsx'
import { submission, task } from '../../testing/work.ts'
import { SubmitTaskModal } from './SubmitTaskModal.tsx'

const MB = 1024 * 1024
const onClose = vi.fn()

const sent = () => sentTo(served(), submissions.create)
const forms = () => bodiesTo(served(), submissions.create) as FormData[]
const keys = () => sent().map(({ headers }) => headers['idempotency-key'])

beforeEach(() => {
  served(
    [tasks.read, { data: task({ id: 5, name: 'Case report', total_marks: 20, passing_marks: null }) }],
    [submissions.create, HELD],
  )
  onClose.mockClear()
  signedIn(['student'])
})

const file = (name: string, type: string, size: number) => {
  const made = new File([new Uint8Array(smallPdf())], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const report = () => file('report.pdf', 'application/pdf', 1.5 * MB)

async function open() {
  renderPage(<SubmitTaskModal taskId={5} onClose={onClose} />)
  const input = await screen.findByLabelText(/^PDF files/)
  return {
    choose: (...files: File[]) => userEvent.upload(input, files, { applyAccept: false }),
    submit: () => userEvent.click(screen.getByRole('button', { name: 'Submit' })),
  }
}

const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen files' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('asks for a file', async () => {
  const { submit } = await open()
  await submit()
  expect(await screen.findByText('Please upload a PDF file')).toBeTruthy()
  expect(sent()).toHaveLength(0)
})

test('refuses what is no PDF and what is too large, by name, and keeps the rest with its size', async () => {
  const { choose } = await open()
  await choose(file('notes.txt', 'text/plain', 10), file('scan.pdf', 'application/pdf', 10 * MB + 1), report())
  expect(screen.getByText('File "notes.txt" is not a PDF. Only PDF files are allowed.')).toBeTruthy()
  expect(screen.getByText('File "scan.pdf" is too large. Maximum size is 10MB.')).toBeTruthy()
  expect(chosen()).toEqual(['report.pdf 1.5 MB'])
})

test('lists sizes in Bytes, KB and MB, and takes files away again', async () => {
  const { choose } = await open()
  await choose(
    file('a.pdf', 'application/pdf', 900),
    file('b.pdf', '', 2048),
    file('c.pdf', 'application/pdf', 10 * MB),
  )
  expect(chosen()).toEqual(['a.pdf 900 Bytes', 'b.pdf 2 KB', 'c.pdf 10 MB'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect(chosen()).toEqual(['a.pdf 900 Bytes', 'c.pdf 10 MB'])
})

test('takes ten files at the most', async () => {
  const { choose } = await open()
  await choose(...Array.from({ length: 11 }, (_, at) => file(`${at}.pdf`, 'application/pdf', 100)))
  expect(chosen()).toHaveLength(10)
  expect(screen.getByText('At most 10 files can be uploaded')).toBeTruthy()
})

test('shows how much is sent; cancelling keeps what was chosen and typed, and it can be sent again', async () => {
  const { choose, submit } = await open()
  await choose(report())
  await userEvent.type(screen.getByLabelText('Remarks'), 'From the ward')
  await submit()
  const first = await held(submissions.create)
  first.tellSent(0.4)
  expect(await screen.findByText('40%')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('aria-valuenow')).toBe('40')

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Submit' })
  expect(onClose).not.toHaveBeenCalled()
  expect(chosen()).toEqual(['report.pdf 1.5 MB'])
  expect(screen.getByLabelText('Remarks')).toHaveProperty('value', 'From the ward')
  expect(screen.queryByText('Failed to submit work. Please try again.')).toBeNull()

  await submit()
  const second = await held(submissions.create)
  expect(forms().map((form) => [...form.keys()])[1]).toEqual(['task_id', 'remarks', 'files[0]'])
  expect(second.body).toEqual({ task_id: 5, remarks: 'From the ward' })
  // An upload that was given up may have arrived all the same.
  expect(first.signal?.aborted).toBe(true)
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys()[0]])
  second.answer({ data: submission() })
  expect(await screen.findByText('Work submitted successfully!')).toBeTruthy()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a connection that breaks keeps the files for another try', async () => {
  const { choose, submit } = await open()
  await choose(report())
  await submit()
  ;(await held(submissions.create)).answer(UNREACHED)
  expect(await screen.findByText('Failed to submit work. Please try again.')).toBeTruthy()
  expect(screen.getByText('The server cannot be reached. Check the connection and try again.')).toBeTruthy()
  expect(chosen()).toEqual(['report.pdf 1.5 MB'])
})

test('what the server says of a file stands with the files', async () => {
  const { choose, submit } = await open()
  await choose(report())
  await submit()
  const text = 'File "report.pdf" is not a PDF. Only PDF files are allowed.'
  ;(await held(submissions.create)).answer(refuse(422, 'The given data was invalid.', { files: [text] }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText(/^PDF files/).getAttribute('aria-invalid')).toBe('true')
})

const BUSY = 'Too many files are being uploaded just now. Please try again in a moment.'
const busy = () => answer(503, { message: BUSY }, { 'retry-after': '5' })

test('a busy server gets the same upload again after a while; cancelling ends the wait', async () => {
  const { choose, submit } = await open()
  await choose(report())
  await submit()
  const first = await held(submissions.create)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  first.answer(busy())
  expect(await screen.findByText('Waiting for the server…')).toBeTruthy()
  expect(screen.queryByText(BUSY)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(7500))
  expect(sent()).toHaveLength(2)
  expect(screen.getByText('Uploading...')).toBeTruthy()
  expect(forms()[1]).toBe(forms()[0])
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys()[0]])

  ;(await held(submissions.create)).answer(busy())
  await screen.findByText('Waiting for the server…')
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeTruthy()
  expect(screen.queryByText('Waiting for the server…')).toBeNull()
  expect(screen.queryByText('Failed to submit work. Please try again.')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(sent()).toHaveLength(2)
  expect(chosen()).toEqual(['report.pdf 1.5 MB'])
})

test('a disk without room is told at once', async () => {
  const { choose, submit } = await open()
  await choose(report())
  await submit()
  ;(await held(submissions.create)).answer(answer(507, { message: 'No room.' }, { 'retry-after': '5' }))
  expect(await screen.findByText('No room.')).toBeTruthy()
  expect(sent()).toHaveLength(1)
})
