import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { smallPdf } from '../../../server/testing/small-pdf.ts'
import { type SubmissionComment, submissionComments } from '../../../shared/contract/submission-comments.ts'
import { type Submission, submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, pageOf, pathsTo, refuse, type SentCall, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { candidate } from '../../testing/records.ts'
import { submission, task } from '../../testing/work.ts'
import { MySubmissionModal } from './MySubmissionModal.tsx'
import { SubmissionsModal } from './SubmissionsModal.tsx'

const caseReport = task({ id: 5, name: 'Case report', total_marks: 20 })
const ali = candidate({ id: 1, name: 'Ali', roll_no: 'MBBS-1' })
const sana = candidate({ id: 3, name: 'Sana', roll_no: 'MBBS-3' })
const files = JSON.stringify([{ name: 'a.pdf', size: 10, sha256: 'aa' }])
const ofAli = submission({ id: 1, student: ali, task: caseReport, files, updated_at: '1-v1' })
const ofSana = submission({ id: 3, student: sana, task: caseReport, files, status: 'returned' })
const line = (changes: Partial<SubmissionComment> = {}): SubmissionComment => ({
  id: 7,
  kind: 'returned',
  text: 'The findings are missing.',
  author: { id: 90, name: 'Dr Amina' },
  is_students: false,
  created_at: '2026-03-02T04:00:00.000Z',
  files: [],
  ...changes,
})

let calls: SentCall[]
beforeEach(() => {
  calls = served(
    [tasks.read, { data: caseReport }],
    [submissions.roster, pageOf([ali, sana].map((of) => ({ student: of, submission: of === ali ? ofAli : ofSana })))],
    [submissions.listByTask, pageOf([ofSana])],
    [submissions.read, ({ params }) => ({ data: params.id === 1 ? ofAli : ofSana })],
    [submissionComments.list, pageOf([line()])],
    [submissionComments.create, ({ body }) => ({ data: line({ id: 8, kind: 'comment', text: body.text }) })],
    [submissionComments.giveBack, { data: { ...ofAli, status: 'returned', updated_at: '1-v2' } }],
  )
})

async function grade() {
  signedIn(['faculty'])
  renderPage(<SubmissionsModal taskId={5} onClose={() => {}} />)
  await screen.findByRole('list', { name: 'Students' })
}
const openThread = (name: string) =>
  userEvent.click(screen.getByRole('button', { name: `Comment or Return for ${name}` }))
const openComments = (name: string) => userEvent.click(screen.getByRole('button', { name: `Comments for ${name}` }))
const rowOf = (name: string) => screen.getByText(name).closest('li') as HTMLElement

test('a grader returns work with a word of why, over the version that is shown', async () => {
  await grade()
  await openThread('Ali')
  const button = await screen.findByRole('button', { name: 'Return for Correction' })
  await userEvent.click(button)
  expect(screen.getByText('Please write what is to be corrected')).toBeTruthy()
  expect(pathsTo(calls, submissionComments.giveBack)).toEqual([])
  await userEvent.type(screen.getByLabelText('Comment for Ali'), 'Page 2 is missing')
  await userEvent.click(button)
  // One stands beside the student, one in the thread.
  await waitFor(() => expect(within(rowOf('Ali')).getAllByText('Returned')).toHaveLength(2))
  expect(bodiesTo(calls, submissionComments.giveBack)).toEqual([{ text: 'Page 2 is missing', updated_at: '1-v1' }])
  expect(screen.queryByRole('button', { name: 'Return for Correction' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Returned (2)' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Not graded (0)' })).toBeTruthy()
})

test('a comment is sent once, with its key; a failed one stays, also after a reload', async () => {
  served([submissionComments.create, refuse(503, 'Busy')])
  await grade()
  await openComments('Sana')
  await userEvent.type(await screen.findByLabelText('Comment for Sana'), 'Well done')
  await userEvent.click(screen.getByRole('button', { name: 'Send Comment' }))
  await screen.findByText(/Busy/)
  cleanup()
  calls = served([submissionComments.create, { data: line({ id: 8, kind: 'comment', text: 'Well done' }) }])
  await grade()
  // The row of a comment that was being typed is open.
  expect(await screen.findByDisplayValue('Well done')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send Comment' }))
  await waitFor(() => expect(screen.getByLabelText('Comment for Sana')).toHaveProperty('value', ''))
  const keys = sentTo(calls, submissionComments.create).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
})

test('who may not grade reads a thread, and has nothing to write with', async () => {
  signedIn(['principal'])
  renderPage(<SubmissionsModal taskId={5} onClose={() => {}} />)
  await screen.findByRole('list', { name: 'Students' })
  expect(screen.queryByRole('button', { name: /Comment or Return/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Comments for Sana' }))
  expect(await screen.findByText('The findings are missing.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send Comment' })).toBeNull()
})

async function openOwn(mine: Submission = ofSana) {
  signedIn(['student'])
  calls = served(
    [submissions.listByTask, pageOf([mine])],
    [submissions.resubmit, { data: { ...mine, status: 'submitted' } }],
  )
  renderPage(<MySubmissionModal taskId={5} onClose={() => {}} />)
  await screen.findByRole('button', { name: mine.status === 'returned' ? 'Send Again' : 'Save Changes' })
}

test('a student reads why work came back, and sends the corrected file in the place of the former one', async () => {
  await openOwn()
  expect(within(screen.getByRole('note')).getByText(/The findings are missing/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send Again' }))
  expect(await screen.findByText('Please upload a PDF file')).toBeTruthy()
  const corrected = new File([new Uint8Array(smallPdf())], 'b.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText(/^PDF files/), corrected)
  await userEvent.click(screen.getByRole('button', { name: 'Send Again' }))
  await waitFor(() => expect(pathsTo(calls, submissions.resubmit)).toEqual(['/api/task-submissions/3/files']))
  const [sent] = bodiesTo(calls, submissions.resubmit) as FormData[]
  expect(sent?.get('remove_files')).toBe('["a.pdf"]')
})

test('a student asks the teacher; leaving with typed text asks first', async () => {
  await openOwn({ ...ofSana, status: 'submitted' })
  await userEvent.click(screen.getByRole('button', { name: 'Write a Comment' }))
  await userEvent.type(screen.getByLabelText('Your comment'), 'Is page 2 needed?')
  await userEvent.click(screen.getByRole('button', { name: 'Send Comment' }))
  await waitFor(() => expect(bodiesTo(calls, submissionComments.create)).toEqual([{ text: 'Is page 2 needed?' }]))
})
