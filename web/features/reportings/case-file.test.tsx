import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { type Reporting, reportings } from '../../../shared/contract/reportings.ts'
import { students } from '../../../shared/contract/students.ts'
import * as downloads from '../../core/downloads.ts'
import { HELD, held, pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { reporting, reportingEntry } from '../../testing/reportings.ts'
import { ReportingsPage } from './ReportingsPage.tsx'
import { EVIDENCE_ADVICE } from './rules.ts'

// The page loads them later; importing them here spares each test the wait.
await import('./ReportPanel.tsx')
await import('./StudentCasesModal.tsx')

const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)
afterAll(() => saved.mockRestore())

const photo = { name: 'bed.jpg', size: 2048, type: 'image/jpeg', sha256: 'ab'.repeat(32) }
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const stored = (changes: Partial<Reporting> = {}) => served([reportings.read, { data: reporting(changes) }])

beforeEach(() => {
  saved.mockClear()
  stored()
  served(
    [reportings.list, pageOf([])],
    [reportings.assignees, pageOf([])],
    [reportingEntries.list, pageOf([reportingEntry()])],
    [audit.list, pageOf([])],
  )
  signedIn(['faculty'])
})

async function opened() {
  const shown = renderPage(<ReportingsPage />, '/reporting?modal=view&id=60')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Report' }))
  await dialog.findByText('CASE-2026-00042')
  return { ...shown, dialog }
}
const open = async () => (await opened()).dialog
const facts = (dialog: ReturnType<typeof within>) =>
  Object.fromEntries(
    dialog
      .getAllByRole('term')
      .map((term: HTMLElement) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  )

test('the details are all there, and say whose turn it is', async () => {
  stored({
    parts: ['assignee'],
    is_waiting: true,
    is_overdue: true,
    is_confidential: true,
    internal_notes: 'Ask the nurse',
    initial_response: 'I am on it',
    priority: 'urgent',
    days_open: 1,
  })
  const dialog = await open()
  expect(dialog.getByText(/^It is your turn, since 2 Mar 2026/)).toBeTruthy()
  for (const word of ['Open', 'Medium severity', 'Urgent', 'Overdue'])
    expect(dialog.getAllByText(word).length).toBeGreaterThan(0)
  expect(facts(dialog)).toEqual({
    'Case #': 'CASE-2026-00042',
    Title: 'Needle left on a bed',
    Description: 'A used needle lay on bed 4.',
    Student: 'MBBS-24001 · Ali Raza',
    'Reported By': 'Ayesha Khan',
    Reported: '2 Mar 2026, 09:00',
    'Assigned To': 'Sana Malik',
    Assigned: '2 Mar 2026, 09:00',
    'Current Level': 'Faculty',
    Category: 'Other',
    Priority: 'Urgent',
    'Open For': '1 day',
    'Initial Response': 'I am on it',
    'Requires Immediate Attention': 'No',
    'Hide from Student': 'Yes',
    'Internal Notes': 'Ask the nurse',
  })
})

test('to a student neither the flags nor the notes are named, nor a reporter who is not told', async () => {
  signedIn(['student'])
  stored({ parts: ['concerned'], reported_by: null, reporter: null })
  const shown = facts(await open())
  for (const label of ['Reported By', 'Requires Immediate Attention', 'Hide from Student', 'Internal Notes'])
    expect(shown).not.toHaveProperty(label)
})

test.each([
  [{ status: 'pending_response' }, 'A reply of the student or the reporter is awaited.'],
  [{ status: 'pending_response', is_confidential: true }, 'A reply of the reporter is awaited.'],
  [{ is_confidential: true }, 'Hidden from student'],
  [{ student: { id: 1, name: 'Ali Raza', roll_no: null, status: 'expelled' } }, 'Ali Raza (Expelled)'],
  [{ status: 'under_review' }, 'It is the turn of Sana Malik.'],
  [{ status: 'closed' }, 'Nobody has to do anything.'],
] as const)('of a report that is %j it is said: %s', async (changes, text) => {
  stored(changes)
  expect((await open()).getByText(text)).toBeTruthy()
})

test('the timeline tells what happened, by whom and when, with the evidence', async () => {
  const calls = served(
    [
      reportingEntries.list,
      pageOf([
        reportingEntry({ author: null }),
        reportingEntry({ id: 601, kind: 'assigned', staff: { id: 21, name: 'Sana Malik' }, level: 'hod' }),
        reportingEntry({ id: 602, kind: 'comment', text: 'Seen by me too', files: [photo] }),
        reportingEntry({ id: 603, kind: 'resolved', at: '2026-03-05T04:00:00.000Z', text: 'Bins were bought' }),
      ]),
    ],
    [reportingEntries.evidence, () => new Response(new Uint8Array(4))],
  )
  const dialog = await open()
  const list = within(await dialog.findByRole('list', { name: 'What happened' }))
  expect([...(list.getByText('Created').closest('ol')?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Created2 Mar 2026, 09:00',
    'Assigned to Sana Malik (HOD)2 Mar 2026, 09:00\u00a0· Ayesha Khan',
    'Comment2 Mar 2026, 09:00\u00a0· Ayesha KhanSeen by me toobed.jpg 2 KBDownload',
    'Resolved5 Mar 2026, 09:00\u00a0· Ayesha KhanBins were bought',
  ])
  await userEvent.click(list.getByRole('button', { name: 'Download bed.jpg' }))
  await waitFor(() => expect(saved.mock.calls.map(([, name]) => name)).toEqual(['bed.jpg']))
  expect(pathsTo(calls, reportingEntries.evidence)).toEqual(['/api/reportings/60/entries/602/files/bed.jpg'])
})

test('a comment goes with its files in one call, and the form is empty again', async () => {
  served([reportingEntries.add, HELD])
  const dialog = await open()
  const card = within(await dialog.findByRole('region', { name: 'Add to the Case File' }))
  await userEvent.type(card.getByLabelText('Comment'), 'Seen')
  // The advice stands before the choice, and is read out with the field.
  const files = card.getByLabelText('Files')
  expect(files.getAttribute('aria-describedby')).toBe(card.getByText(EVIDENCE_ADVICE).id)
  await userEvent.upload(files, [file('bed.jpg'), file('bin.jpg')])
  await userEvent.click(card.getByRole('button', { name: 'Add' }))
  const sent = await held(reportingEntries.add)
  sent.tellSent(0.4)
  expect(await card.findByText('40%')).toBeTruthy()
  expect(sent.body).toEqual({ text: 'Seen' })
  expect(sent.files.map(({ name }) => name)).toEqual(['bed.jpg', 'bin.jpg'])
  served([
    reportingEntries.list,
    pageOf([reportingEntry(), reportingEntry({ id: 601, kind: 'comment', text: 'Seen' })]),
  ])
  sent.answer({ data: reportingEntry({ id: 601, kind: 'comment', text: 'Seen' }) })
  expect(await screen.findByText('Comment added successfully!')).toBeTruthy()
  expect(await within(dialog.getByRole('list', { name: 'What happened' })).findByText('Seen')).toBeTruthy()
  await waitFor(() => expect(dialog.getByLabelText('Comment')).toHaveProperty('value', ''))
})

test('nothing is no comment; a refusal says why and keeps the text', async () => {
  const calls = served([reportingEntries.add, refuse(409, 'This report is closed.')])
  const dialog = await open()
  const add = () => userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByLabelText('Comment')
  await add()
  expect(dialog.getByText('Please enter a text or choose a file')).toBeTruthy()
  expect(sentTo(calls, reportingEntries.add)).toHaveLength(0)
  await userEvent.type(dialog.getByLabelText('Comment'), 'Seen')
  await add()
  expect(await dialog.findByText('This report is closed.')).toBeTruthy()
  expect(dialog.getByLabelText('Comment')).toHaveProperty('value', 'Seen')
})

test('a student replies, and cannot print', async () => {
  signedIn(['student'])
  stored({ parts: ['concerned'], status: 'pending_response', is_waiting: true })
  const reply = reportingEntry({ id: 601, kind: 'reply', text: 'It was not me' })
  served([reportingEntries.add, { data: reply }])
  const dialog = await open()
  await userEvent.type(await dialog.findByLabelText('Your reply'), 'It was not me')
  await userEvent.click(dialog.getByRole('button', { name: 'Send Reply' }))
  expect(await screen.findByText('Reply sent successfully!')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Print/ })).toBeNull()
})

test('what a teacher adds who has reported and is asked is a reply, else a comment', async () => {
  stored({ status: 'pending_response', is_waiting: true })
  const { dialog, unmount } = await opened()
  expect(await dialog.findByRole('button', { name: 'Send Reply' })).toBeTruthy()
  unmount()
  stored({ status: 'pending_response', parts: ['former'] })
  expect(await (await open()).findByRole('button', { name: 'Add' })).toBeTruthy()
})

test('to a closed report nothing is added', async () => {
  stored({ status: 'closed', resolved_at: '2026-03-05T04:00:00.000Z' })
  const dialog = await open()
  await dialog.findByText('Created')
  expect(dialog.queryByRole('button', { name: 'Add' })).toBeNull()
})

test('the case file is printed as a PDF of its number', async () => {
  const calls = served([reportingEntries.print, () => new Response(new Uint8Array(4))])
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Print Case File CASE-2026-00042' }))
  await waitFor(() => expect(saved.mock.calls.map(([, name]) => name)).toEqual(['CASE-2026-00042.pdf']))
  expect(pathsTo(calls, reportingEntries.print)).toEqual(['/api/reportings/60/print'])
})

test('a head of department goes from a report to all of its student, a teacher does not', async () => {
  served([reportings.ofStudent, pageOf([])], [students.read, { data: student() }])
  const { dialog: teacher, unmount } = await opened()
  await teacher.findByText('Created')
  expect(teacher.queryByRole('button', { name: 'All Reports of the Student' })).toBeNull()
  unmount()
  signedIn(['hod'])
  served([reportings.read, { data: reporting({ parts: ['assignee'] }) }])
  const { dialog } = await opened()
  await userEvent.type(await dialog.findByLabelText(/^Resolution notes/), 'Half a sentence')
  await userEvent.click(await dialog.findByRole('button', { name: 'All Reports of the Student' }))
  expect(await screen.findByRole('dialog', { name: 'All Reports of the Student' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(await dialog.findByLabelText(/^Resolution notes/)).toHaveProperty('value', 'Half a sentence')
})

test('a report that cannot be had says so', async () => {
  served([reportings.read, refuse(404, 'Report not found')])
  renderPage(<ReportingsPage />, '/reporting?modal=view&id=60')
  expect(await screen.findByText('Report not found')).toBeTruthy()
})
