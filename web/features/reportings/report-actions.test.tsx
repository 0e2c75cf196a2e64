import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { type Reporting, reportings } from '../../../shared/contract/reportings.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { reporting, reportingEntry } from '../../testing/reportings.ts'
import { ReportingsPage } from './ReportingsPage.tsx'

// The page loads it later; importing it here spares each test the wait.
await import('./ReportPanel.tsx')

const sana = { id: 22, name: 'Sana Malik', department: { id: 3, name: 'Medicine' }, level: 'hod' as const }
const bilal = { ...sana, id: 21, name: 'Bilal Ahmed' }
const stored = (changes: Partial<Reporting> = {}) =>
  served([reportings.read, { data: reporting({ parts: ['assignee'], updated_at: 'v1', ...changes }) }])

beforeEach(() => {
  served(
    [reportings.list, pageOf([])],
    [reportings.assignees, pageOf([bilal, sana])],
    [reportingEntries.list, pageOf([reportingEntry()])],
    [audit.list, pageOf([])],
  )
  signedIn(['faculty'])
})

async function open() {
  const shown = renderPage(<ReportingsPage />, '/reporting?modal=view&id=60')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Report' }))
  await dialog.findByText('CASE-2026-00042')
  const press = async (name: string) => userEvent.click(await dialog.findByRole('button', { name }))
  return { ...shown, dialog, press }
}
const CARDS = ['Initial Response', 'Escalate', 'Resolve']
const cards = (dialog: ReturnType<typeof within>) =>
  CARDS.filter((name) => dialog.queryByRole('region', { name }) !== null)

// By hand from the college's specification: response and escalation until the report is escalated, resolution until it
// is resolved; only for the present assignee, administrators and principals.
const escalated = { escalated_to: 22, escalation_target: { id: 22, name: 'Sana Malik' }, status: 'escalated' } as const
const resolved = { resolved_at: '2026-03-05T04:00:00.000Z', status: 'resolved' } as const
test.each([
  [['assignee'], {}, CARDS],
  [['principal'], {}, CARDS],
  [['administrator'], {}, CARDS],
  [['assignee'], { status: 'under_review' }, CARDS],
  [['assignee'], { status: 'pending_response' }, CARDS],
  [['assignee'], { status: 'reopened' }, CARDS],
  [['assignee'], escalated, ['Resolve']],
  [['assignee'], resolved, []],
  [['principal'], { ...escalated, ...resolved, status: 'closed' }, []],
  [['reporter'], {}, []],
  [['former'], {}, []],
] as const)('to %j of a report that is %j the cards %j are offered', async (parts, changes, offered) => {
  stored({ ...changes, parts: [...parts] })
  const { dialog } = await open()
  await dialog.findByText('Created')
  expect(cards(dialog)).toEqual(offered)
})

test.each([
  [['assignee'], { status: 'under_review' }, ['Ask for a Reply']],
  [['assignee'], { status: 'open' }, []],
  [['assignee'], resolved, []],
  [['principal'], resolved, ['Close Report', 'Reopen Report']],
  [['administrator'], { ...resolved, status: 'closed' }, ['Reopen Report']],
  [['reporter'], resolved, []],
] as const)('to %j of a report that is %j the steps %j are offered', async (parts, changes, offered) => {
  stored({ ...changes, parts: [...parts] })
  const { dialog } = await open()
  await dialog.findByText('Created')
  const steps = ['Ask for a Reply', 'Close Report', 'Reopen Report']
  expect(steps.filter((name) => dialog.queryByRole('button', { name }) !== null)).toEqual(offered)
})

test('each card asks for what it needs', async () => {
  const calls = stored()
  const { dialog, press } = await open()
  await press('Save Response')
  expect(dialog.getByText('Please enter an initial response')).toBeTruthy()
  await press('Escalate Report')
  expect(dialog.getByText('Please enter a reason for escalation')).toBeTruthy()
  expect(dialog.getByText('Please select a staff member to escalate to')).toBeTruthy()
  await press('Resolve Report')
  expect(dialog.getByText('Please enter resolution notes')).toBeTruthy()
  expect(sentTo(calls, reportings.update)).toHaveLength(0)
})

test('an initial response puts the report under review', async () => {
  const calls = stored()
  const { dialog, press } = await open()
  await userEvent.type(await dialog.findByLabelText('Response'), 'I am on it')
  served([
    reportings.update,
    () => {
      stored({ status: 'under_review', initial_response: 'I am on it' })
      return { data: reporting({ status: 'under_review' }) }
    },
  ])
  await press('Save Response')
  expect(await screen.findByText('Initial response saved successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)).toEqual([
    { status: 'under_review', initial_response: 'I am on it', updated_at: 'v1' },
  ])
  expect(await dialog.findByText('Under Review')).toBeTruthy()
  await waitFor(() => expect(dialog.getByLabelText('Response')).toHaveProperty('value', ''))
  expect(dialog.queryByText('Restored what you typed.')).toBeNull()
})

test('a report is escalated to somebody else, for a reason; its two cards go', async () => {
  const calls = stored()
  const { dialog, press } = await open()
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Escalate To' }))
  const option = await screen.findByRole('option', { name: 'Sana Malik · Medicine (HOD)' })
  expect(screen.queryByRole('option', { name: /^Bilal/ })).toBeNull()
  await userEvent.click(option)
  await userEvent.type(dialog.getByLabelText('Reason for escalation'), 'Beyond me')
  served([
    reportings.update,
    () => {
      stored({ ...escalated, parts: ['former'] })
      return { data: reporting() }
    },
  ])
  await press('Escalate Report')
  expect(await screen.findByText('Report escalated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)).toEqual([
    { status: 'escalated', escalation_reason: 'Beyond me', escalated_to: 22, updated_at: 'v1' },
  ])
  await waitFor(() => expect(cards(dialog)).toEqual([]))
})

test('a report is resolved with notes; a failure says so, and the notes stay', async () => {
  const calls = stored(escalated)
  served([reportings.update, refuse(500)])
  const { dialog, press } = await open()
  await userEvent.type(await dialog.findByLabelText('Resolution notes'), 'Bins were bought')
  await press('Resolve Report')
  expect(await screen.findByText('Failed to resolve report')).toBeTruthy()
  expect(dialog.getByText('Failed to update reporting')).toBeTruthy()
  expect(dialog.getByLabelText('Resolution notes')).toHaveProperty('value', 'Bins were bought')
  served([reportings.update, { data: reporting() }])
  await press('Resolve Report')
  expect(await screen.findByText('Report resolved successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)[1]).toEqual({
    status: 'resolved',
    resolution_notes: 'Bins were bought',
    updated_at: 'v1',
  })
})

test('what is refused by the server stands under its field', async () => {
  stored()
  const { dialog, press } = await open()
  await userEvent.type(await dialog.findByLabelText('Response'), 'I am on it')
  const errors = { initial_response: ['Not like this'] }
  served([reportings.update, refuse(422, 'The given data was invalid.', errors)])
  await press('Save Response')
  expect(await dialog.findByText('Not like this')).toBeTruthy()
  expect(screen.getByText('Failed to save initial response')).toBeTruthy()
})

test('two act at once: the later one sees what the other did, and keeps what was typed', async () => {
  const calls = stored()
  const { dialog, press } = await open()
  await userEvent.type(await dialog.findByLabelText('Resolution notes'), 'Bins were bought')
  served([
    reportings.update,
    () => {
      stored({ ...escalated, parts: ['former'], updated_at: 'v2' })
      const entry = { id: 601, kind: 'escalated' as const, author: { id: 8, name: 'Bilal Ahmed' }, text: 'Serious' }
      served([reportingEntries.list, pageOf([reportingEntry(), reportingEntry({ ...entry, staff: sana })])])
      return refuse(409, CHANGED_MEANWHILE)
    },
  ])
  await press('Resolve Report')
  const card = within(await dialog.findByRole('region', { name: 'Resolve' }))
  const meanwhile = await card.findByRole('list', { name: 'Meanwhile, before Resolve' })
  expect(meanwhile.textContent).toBe('Escalated to Sana Malik2 Mar 2026, 09:00\u00a0· Bilal AhmedSerious')
  expect(card.getByText(/^This report is not yours to handle any more\./)).toBeTruthy()
  expect(card.getByLabelText('Resolution notes')).toHaveProperty('value', 'Bins were bought')
  expect(card.queryByRole('button', { name: 'Resolve Report' })).toBeNull()
  expect(sentTo(calls, reportings.update)).toHaveLength(1)
  await userEvent.click(card.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(cards(dialog)).toEqual([]))
})

test('where it still may be saved, the next save is over what the other did', async () => {
  const calls = stored()
  const { dialog, press } = await open()
  await userEvent.type(await dialog.findByLabelText('Resolution notes'), 'Done')
  served([
    reportings.update,
    () => {
      stored({ status: 'under_review', updated_at: 'v2' })
      return refuse(409, CHANGED_MEANWHILE)
    },
  ])
  await press('Resolve Report')
  expect(await dialog.findByText('This report was changed by someone else.')).toBeTruthy()
  await dialog.findByText('Under Review')
  served([reportings.update, { data: reporting() }])
  await press('Resolve Report')
  expect(await screen.findByText('Report resolved successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)).toMatchObject([{ updated_at: 'v1' }, { updated_at: 'v2' }])
})

test('a save whose answer was lost on its way is done: the second try finds it stored, and the keyboard goes on', async () => {
  stored()
  const { dialog, press } = await open()
  await userEvent.type(await dialog.findByLabelText('Resolution notes'), 'Done ')
  served([
    reportings.update,
    () => {
      stored({ ...resolved, resolution_notes: 'Done', updated_at: 'v2' })
      return refuse(409, CHANGED_MEANWHILE)
    },
  ])
  await press('Resolve Report')
  expect(await screen.findByText('Report resolved successfully!')).toBeTruthy()
  expect(screen.queryByText('Failed to resolve report')).toBeNull()
  expect(document.activeElement?.getAttribute('role')).toBe('status')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Nobody has to do anything.'))
})

test('what is typed in a card survives a reload, and is not thrown away without a question', async () => {
  stored()
  const first = await open()
  await userEvent.type(await first.dialog.findByLabelText('Response'), 'Half a sentence')
  first.unmount()
  const { dialog } = await open()
  expect(await dialog.findByLabelText('Response')).toHaveProperty('value', 'Half a sentence')
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('a principal closes a resolved report after a question, and hears of a refusal in place', async () => {
  signedIn(['principal'])
  const calls = stored({ ...resolved, parts: ['principal'] })
  served([reportings.update, refuse(409, 'This report is closed already.')])
  const { dialog, press } = await open()
  await press('Close Report')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Close Report' })).getByRole('button', { name: 'Close Report' }),
  )
  expect(await dialog.findByText('This report is closed already.')).toBeTruthy()
  served([reportings.update, { data: reporting() }])
  await press('Close Report')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Close Report' })).getByRole('button', { name: 'Close Report' }),
  )
  expect(await screen.findByText('Report closed successfully!')).toBeTruthy()
  expect(bodiesTo(calls, reportings.update)).toEqual(Array(2).fill({ status: 'closed', updated_at: 'v1' }))
})
