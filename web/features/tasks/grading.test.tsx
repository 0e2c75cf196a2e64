import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Submission, submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, pathsTo, refuse, type SentCall, served, setReached } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { candidate } from '../../testing/records.ts'
import { submission, task } from '../../testing/work.ts'
import { SubmissionsModal } from './SubmissionsModal.tsx'

const caseReport = task({ id: 5, name: 'Case report', total_marks: 20, passing_marks: 10 })
const student = (id: number, name: string) => candidate({ id, name, roll_no: `MBBS-${id}` })
const [ali, bilal, sana] = [student(1, 'Ali'), student(2, 'Bilal'), student(3, 'Sana')]
const ofAli = submission({ id: 1, student: ali, task: caseReport, updated_at: '1-v1' })
const ofSana = submission({ id: 3, student: sana, task: caseReport, updated_at: '3-v1' })
const graded = (of: Submission, marks: number | null, more: Partial<Submission> = {}) => ({
  data: { ...of, marks, updated_at: `${of.updated_at}+`, ...more },
})

let calls: SentCall[]
const puts = () => pathsTo(calls, submissions.update)
const bodies = () => bodiesTo(calls, submissions.update)

/** Returns the roster with Ali's submission; Bilal has none. */
const stored = (now: Submission) =>
  served(
    [
      submissions.roster,
      pageOf([
        { student: ali, submission: now },
        { student: bilal, submission: null },
        { student: sana, submission: ofSana },
      ]),
    ],
    [submissions.read, ({ params }) => ({ data: params.id === 3 ? ofSana : now })],
  )

beforeEach(() => {
  signedIn(['faculty'])
  calls = stored(ofAli)
  served(
    [tasks.read, { data: caseReport }],
    [
      submissions.update,
      ({ params, body: { marks = null, remarks } }) =>
        graded(params.id === 3 ? ofSana : ofAli, marks, { faculty_remarks: remarks ?? null }),
    ],
  )
})

async function open(address?: string): Promise<void> {
  renderPage(<SubmissionsModal taskId={5} onClose={() => {}} />, address)
  await screen.findByRole('list', { name: 'Students' })
}

const marksOf = (name: string) => screen.getByLabelText(`Marks for ${name}`)

test('Enter saves the marks and goes to the next student who has submitted', async () => {
  await open()
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(document.activeElement).toBe(marksOf('Sana'))
  await screen.findByText('Saved')
  await userEvent.keyboard('12{Tab}well done{Enter}')
  await waitFor(() => expect(bodies().at(-1)).toMatchObject({ marks: 12, remarks: 'well done' }))
  await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(2))
  expect([puts()[0], bodies()[0]]).toEqual(['/api/task-submissions/1', { marks: 15, remarks: '', updated_at: '1-v1' }])
  expect(puts().at(-1)).toBe('/api/task-submissions/3')
  expect(screen.getByText('2 of 3 submitted · 2 graded')).toBeTruthy()
})

test('an address that asks for what is not graded shows that alone, and a row stays while it is marked', async () => {
  calls = stored({ ...ofAli, marks: 12 })
  await open('/tasks?show=not_graded')
  const filter = screen.getByRole('button', { name: 'Not graded (1)' })
  expect(filter.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText('Ali')).toBeNull()
  await userEvent.type(marksOf('Sana'), '7{Enter}')
  await screen.findByText('Saved')
  expect(marksOf('Sana')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Not graded (0)' }))
  expect(screen.getByText('No students found')).toBeTruthy()
})

test('leaving a field saves only what was changed', async () => {
  await open()
  await userEvent.click(marksOf('Ali'))
  await userEvent.click(marksOf('Sana'))
  expect(puts()).toEqual([])
  await userEvent.keyboard('7')
  await userEvent.click(marksOf('Ali'))
  await screen.findByText('Saved')
  expect(puts()).toHaveLength(1)
})

test('empty marks take the grade back', async () => {
  stored({ ...ofAli, marks: 11 })
  await open()
  await userEvent.clear(marksOf('Ali'))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Saved')
  expect(bodies()).toMatchObject([{ marks: null }])
})

test('marks above the total and broken ones stay in the field with their reason', async () => {
  await open()
  await userEvent.type(marksOf('Ali'), '21{Enter}')
  expect(await screen.findByText('Marks must be at most 20')).toBeTruthy()
  expect(document.activeElement).toBe(marksOf('Ali'))
  await userEvent.clear(marksOf('Ali'))
  await userEvent.type(marksOf('Ali'), '1.5{Enter}')
  expect(await screen.findByText('Marks must be a whole number')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save for Ali' }))
  expect(document.activeElement).toBe(marksOf('Ali'))
  expect(puts()).toEqual([])
})

test('Save pressed with the mouse goes to what is wrong: to the marks, or to remarks that cannot be stored', async () => {
  await open()
  await userEvent.type(marksOf('Ali'), '99')
  await userEvent.click(screen.getByRole('button', { name: 'Save for Ali' }))
  expect(document.activeElement).toBe(marksOf('Ali'))
  expect(screen.getByText('Marks must be at most 20')).toBeTruthy()
  await userEvent.clear(marksOf('Ali'))
  await userEvent.type(marksOf('Ali'), '9')
  const remarks = screen.getByLabelText('Faculty remarks for Ali')
  await userEvent.click(remarks)
  await userEvent.paste('well\u0007done')
  await userEvent.click(screen.getByRole('button', { name: 'Save for Ali' }))
  expect(await screen.findByText('Remarks contains characters that cannot be stored')).toBeTruthy()
  expect(document.activeElement).toBe(remarks)
  expect(remarks.getAttribute('aria-invalid')).toBe('true')
  // The marks were stored when their field lost the focus.
  expect(puts()).toHaveLength(1)
})

test('a failed save keeps the marks, also through a reload, until a retry stores them', async () => {
  await open()
  setReached(false)
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry for Ali' })).toBeTruthy()

  setReached(true)
  cleanup()
  await open()
  expect(marksOf('Ali')).toHaveProperty('value', '15')
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await userEvent.click(marksOf('Ali'))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Saved')
  expect(bodies().at(-1)).toMatchObject({ marks: 15 })
})

test('marks that somebody else changed stand beside the typed ones, and are overwritten only when asked', async () => {
  await open()
  const now = { ...ofAli, marks: 8, updated_at: '1-v2' }
  stored(now)
  served([
    submissions.update,
    ({ body }) => (body.updated_at === '1-v2' ? graded(now, 15) : refuse(409, CHANGED_MEANWHILE)),
  ])
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  expect(screen.getByText('Stored now: 8 marks')).toBeTruthy()
  expect(marksOf('Ali')).toHaveProperty('value', '15')

  await userEvent.click(marksOf('Ali'))
  await userEvent.click(marksOf('Sana'))
  expect(puts()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Save mine for Ali' }))
  await screen.findByText('Saved')
  expect(bodies().at(-1)).toEqual({ marks: 15, remarks: '', updated_at: '1-v2' })
})

test('shows who has not submitted, and finds by name and roll number', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Not submitted (1)' }))
  expect(screen.getByText('Bilal')).toBeTruthy()
  expect(screen.queryByText('Ali')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'All (3)' }))
  await userEvent.type(screen.getByRole('searchbox'), 'mbbs-3')
  await waitFor(() => expect(screen.queryByText('Bilal')).toBeNull())
  expect(screen.getByText('Sana')).toBeTruthy()
})

test('a principal reads and does not grade', async () => {
  signedIn(['principal'])
  await open()
  expect(screen.queryByLabelText('Marks for Ali')).toBeNull()
  expect(screen.getAllByText('Not graded yet')).toHaveLength(2)
})
