import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { submissionComments } from '../../../shared/contract/submission-comments.ts'
import { type Submission, submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { candidate } from '../../testing/records.ts'
import { submission, task } from '../../testing/work.ts'
import { MySubmissionModal } from './MySubmissionModal.tsx'
import { SubmissionsModal } from './SubmissionsModal.tsx'

const CRITERIA = [
  { name: 'History', marks: 4 },
  { name: 'Findings', marks: 10 },
]
const report = task({ id: 5, name: 'Case report', criteria: CRITERIA, total_marks: 14, passing_marks: 7 })
const student = (id: number, name: string) => candidate({ id, name, roll_no: `MBBS-${id}` })
const workOf = (id: number, name: string, changes: Partial<Submission> = {}) =>
  submission({ id, student: student(id, name), task: report, updated_at: `${id}-v1`, ...changes })

let calls: SentCall[]
let work: Submission[]
const bodies = () => bodiesTo(calls, submissions.update)

beforeEach(() => {
  signedIn(['faculty'])
  work = [workOf(1, 'Ali'), workOf(2, 'Sana')]
  calls = served(
    [tasks.read, { data: report }],
    [submissions.roster, () => pageOf(work.map((one) => ({ student: one.student, submission: one })))],
    [submissions.read, ({ params }) => ({ data: work.find(({ id }) => id === Number(params.id)) as Submission })],
    [
      submissions.update,
      ({ params, body: { marks = null, criteria_marks = null } }) => ({
        data: {
          ...(work.find(({ id }) => id === Number(params.id)) as Submission),
          marks,
          criteria_marks: criteria_marks as number[] | null,
          updated_at: `${params.id}-v2`,
        },
      }),
    ],
  )
})

async function open() {
  const page = renderPage(<SubmissionsModal taskId={5} onClose={() => {}} />)
  await screen.findByRole('list', { name: 'Students' })
  return page
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const marksOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`Marks for ${name}`)
const list = () => screen.getByRole('group', { name: 'Checklist' })
const field = (name: RegExp) => within(list()).getByRole<HTMLInputElement>('textbox', { name })

test('taps and typed marks add up, are saved when the checklist is left, and Enter goes to the next student', async () => {
  await open()
  await press('Checklist for Ali')
  await press('Full for History')
  expect(within(list()).getByLabelText('Sum so far').textContent).toBe('Criteria1 of 2Sum4 of 14')
  expect([marksOf('Ali').value, marksOf('Ali').readOnly]).toEqual(['', true])
  await userEvent.type(field(/Findings/), '۷')
  expect(marksOf('Ali').value).toBe('11')
  expect(bodies()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(bodies()).toEqual([{ marks: 11, criteria_marks: [4, 7], remarks: '', updated_at: '1-v1' }]),
  )
  // Sana's criteria are open now, and Ali's are not.
  expect(document.activeElement).toBe(field(/History/))
  expect(list().closest('li')?.textContent).toContain('Sana')
  await userEvent.keyboard('3')
  await userEvent.click(marksOf('Ali'))
  await waitFor(() => expect(bodies().at(-1)).toMatchObject({ marks: null, criteria_marks: [3, null] }))
  expect(await screen.findByRole('button', { name: 'Checklist 1 of 2 for Sana' })).toBeTruthy()
})

test('what does not fit is told at its criterion and at the marks, and not saved', async () => {
  await open()
  await press('Checklist for Ali')
  await userEvent.type(field(/Findings/), '11{Enter}')
  expect(screen.getAllByText('Marks for “Findings” must be at most 10')).toHaveLength(2)
  expect(document.activeElement).toBe(field(/Findings/))
  await userEvent.clear(field(/Findings/))
  await userEvent.type(field(/Findings/), '1.5{Enter}')
  expect(screen.getAllByText('Marks must be a whole number')).toHaveLength(2)
  expect(bodies()).toEqual([])
})

test('typed marks survive a failed save and a reload', async () => {
  served([submissions.update, refuse(503, 'The server is busy.')])
  const { unmount } = await open()
  await press('Checklist for Ali')
  await press('None for History')
  await press('Full for Findings')
  await press('Save for Ali')
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  unmount()
  await open()
  expect(marksOf('Ali').value).toBe('10')
  await press('Checklist for Ali')
  expect(field(/History/).value).toBe('0')
})

test('stored criteria are shown, and cleared for marks by hand', async () => {
  work = [workOf(1, 'Ali', { marks: 11, criteria_marks: [4, 7] })]
  await open()
  expect([marksOf('Ali').value, marksOf('Ali').readOnly]).toEqual(['11', true])
  await press('Checklist for Ali')
  expect(field(/Findings/).value).toBe('7')
  await press('Clear all')
  await userEvent.type(marksOf('Ali'), '9{Enter}')
  await waitFor(() => expect(bodies().at(-1)).toMatchObject({ marks: 9, criteria_marks: null }))
})

test('criteria that somebody else has begun are told with the conflict', async () => {
  served([submissions.update, refuse(409, CHANGED_MEANWHILE)])
  await open()
  await press('Checklist for Ali')
  await press('Full for History')
  work = [workOf(1, 'Ali', { criteria_marks: [null, 2], updated_at: '1-v9' })]
  await press('Save for Ali')
  expect(await screen.findByText('Stored now: no marks, 1 of 2 criteria')).toBeTruthy()
  await press('Use stored for Ali')
  expect([field(/History/).value, field(/Findings/).value]).toEqual(['', '2'])
})

test('without criteria there is no checklist, and no more is sent than before', async () => {
  work = [workOf(1, 'Ali', { task: task({ id: 5, name: 'Case report' }) })]
  await open()
  expect(screen.queryByRole('button', { name: /^Checklist/ })).toBeNull()
  await userEvent.type(marksOf('Ali'), '9{Enter}')
  await waitFor(() => expect(bodies()).toEqual([{ marks: 9, remarks: '', updated_at: '1-v1' }]))
})

test('people who only read marks open the criteria, and a student reads the own', async () => {
  signedIn(['principal'])
  work = [workOf(1, 'Ali', { marks: 11, criteria_marks: [4, 7] })]
  const { unmount } = await open()
  await userEvent.click(screen.getByText('Criteria'))
  expect(screen.getByText('7 of 10')).toBeTruthy()
  unmount()
  signedIn(['student'])
  served([submissions.listByTask, pageOf(work)], [submissionComments.list, pageOf([])])
  renderPage(<MySubmissionModal taskId={5} onClose={() => {}} />)
  expect(await screen.findByText('11 / 14')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['History 4 of 4', 'Findings 7 of 10']),
  )
})
