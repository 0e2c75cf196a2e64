import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { reportingEntries } from '../../../shared/contract/reporting-entries.ts'
import { reportings } from '../../../shared/contract/reportings.ts'
import { students } from '../../../shared/contract/students.ts'
import { pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { reporting } from '../../testing/reportings.ts'
import { ReportingsPage } from './ReportingsPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./WithdrawnModal.tsx')
await import('./StudentCasesModal.tsx')

const assigned = reporting({ id: 61, case_number: 'CASE-2026-00043', title: 'Late again', parts: ['assignee'] })
const mine = reporting()
const others = reporting({ id: 62, case_number: 'CASE-2026-00044', title: 'Copied notes', parts: ['administrator'] })

const college = (rows: Partial<Record<'assigned' | 'reported' | 'other', ReturnType<typeof reporting>[]>> = {}) =>
  served([reportings.list, ({ query }) => pageOf(rows[query.list ?? 'other'] ?? [])])
const everything = { assigned: [assigned], reported: [mine], other: [others] }

const section = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => signedIn(['admin']))

test('title, subtitle and the tables with their columns', async () => {
  college(everything)
  renderPage(<ReportingsPage />, '/reporting')
  expect(screen.getByRole('heading', { level: 1, name: 'Reports Dashboard' })).toBeTruthy()
  expect(screen.getByText('View assigned reports and manage your submitted reports')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New Report' })).toBeTruthy()
  for (const name of ['Reports Assigned to You', 'My Reports', 'Other Reports'])
    expect((await section(name)).getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Case #',
      'Title',
      'Student',
      'Severity',
      'Status',
      'Current Level',
      'Reported',
      'Actions',
    ])
  expect(await screen.findByText('3 results')).toBeTruthy()
})

test('a row says what a report is, with the first 50 letters of its description, and whose turn it is', async () => {
  const description = `${'0123456789'.repeat(5)}and more`
  const row = { description, severity: 'high', status: 'escalated', current_level: 'hod' } as const
  college({ assigned: [reporting({ ...row, days_open: 12, is_waiting: true, is_overdue: true })] })
  renderPage(<ReportingsPage />, '/reporting')
  const table = await section('Reports Assigned to You')
  const cells = (await table.findByText('Needle left on a bed')).closest('tr')?.querySelectorAll('td')
  expect([...(cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    'CASE-2026-00042',
    `Needle left on a bed${'0123456789'.repeat(5)}…`,
    'Ali RazaMBBS-24001',
    'High',
    'EscalatedYour turnOverdueOpen 12 days',
    'HOD',
    '2 Mar 2026, 09:00by Ayesha Khan',
    '',
  ])
})

test.each([
  [{ severity: 'critical' }, true],
  [{ priority: 'urgent' }, true],
  [{ requires_immediate_attention: true }, true],
  [{ severity: 'high', priority: 'high' }, false],
] as const)('a report with %j is urgent: %j', async (changes, urgent) => {
  college({ reported: [reporting(changes)] })
  renderPage(<ReportingsPage />, '/reporting')
  const row = (await screen.findByText('CASE-2026-00042')).closest('tr') as HTMLElement
  expect(row.dataset.urgent).toBe(urgent ? 'true' : undefined)
  expect(within(row).queryByText('Urgent') !== null).toBe(urgent)
})

test('the own reports are changed and withdrawn while they are open, assigned ones are only looked at', async () => {
  const begun = reporting({ id: 63, case_number: 'CASE-2026-00045', title: 'Begun', status: 'under_review' })
  college({ ...everything, reported: [mine, begun] })
  renderPage(<ReportingsPage />, '/reporting')
  const buttons = async (table: string, title: string) => {
    const row = (await (await section(table)).findByText(title)).closest('tr') as HTMLElement
    return within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')?.split(' ')[0])
  }
  expect(await buttons('Reports Assigned to You', 'Late again')).toEqual(['View'])
  expect(await buttons('My Reports', 'Needle left on a bed')).toEqual(['View', 'Edit', 'Delete'])
  expect(await buttons('My Reports', 'Begun')).toEqual(['View'])
  expect(await buttons('Other Reports', 'Copied notes')).toEqual(['View', 'Edit', 'Delete'])
})

test('an empty part stands below the one with reports', async () => {
  college({ reported: [mine] })
  renderPage(<ReportingsPage />)
  await screen.findByRole('region', { name: 'My Reports' })
  await waitFor(() =>
    expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
      'My Reports',
      'Reports Assigned to You',
      'Other Reports',
      'Messages',
    ]),
  )
})

test('a student has no reports to handle, and is shown apart what others have reported', async () => {
  signedIn(['student'])
  const about = reporting({ id: 64, title: 'Absent', parts: ['concerned'], reported_by: null, reporter: null })
  const calls = college({ reported: [mine], other: [about] })
  renderPage(<ReportingsPage />, '/reporting')
  expect((await section('Reports About You')).getByText('Absent').closest('tr')?.textContent).not.toContain('by ')
  expect(screen.queryByRole('region', { name: 'Reports Assigned to You' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Withdrawn Reports' })).toBeNull()
  expect(pathsTo(calls, reportings.list).some((path) => path.includes('list=assigned'))).toBe(false)
})

test.each([
  [['faculty'], ['Reports Assigned to You', 'My Reports']],
  [['principal'], ['Reports Assigned to You', 'My Reports', 'Other Reports']],
  [['student'], ['My Reports']],
])('where there is nothing each table of %j says so', async (roles, tables) => {
  signedIn(roles)
  college()
  renderPage(<ReportingsPage />, '/reporting')
  expect(await screen.findAllByText('No reports found')).toHaveLength(tables.length)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(tables)
})

test('where no report fits what is searched there is one way back to all', async () => {
  college()
  const { router } = renderPage(<ReportingsPage />, '/reporting?q=nonsense')
  await userEvent.click(await screen.findByRole('button', { name: 'Show all reports' }))
  expect(router.state.location.search).toBe('')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show all reports' })).toBeNull())
  expect(screen.getAllByText('No reports found').length).toBeGreaterThan(1)
})

test('search, filters and order are in the address, and each list begins with its first page again', async () => {
  const calls = college(everything)
  const { router } = renderPage(<ReportingsPage />, '/reporting?assigned_page=2&reported_page=3')
  await screen.findByText('Late again')
  expect(screen.getByRole('button', { name: /^Filters/ }).getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Under Review')
  await userEvent.selectOptions(screen.getByLabelText('Severity'), 'Critical')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Safety Concern')
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Most severe first')
  await userEvent.type(screen.getByLabelText('Search reports'), 'needle')
  await waitFor(() =>
    expect(router.state.location.search).toBe(
      '?status=under_review&severity=critical&category=safety_concern&order=severity&q=needle',
    ),
  )
  const query = 'q=needle&status=under_review&severity=critical&category=safety_concern&sort=severity&order=desc'
  await waitFor(() =>
    expect(pathsTo(calls, reportings.list).slice(-3).sort()).toEqual([
      `/api/reportings?list=assigned&${query}&page=1&per_page=25`,
      `/api/reportings?list=other&${query}&page=1&per_page=25`,
      `/api/reportings?list=reported&${query}&page=1&per_page=25`,
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(router.state.location.search).toBe('?order=severity')
})

test('what waits longest stands first among the assigned, elsewhere the newest', async () => {
  const calls = college(everything)
  renderPage(<ReportingsPage />, '/reporting?status=nonsense')
  await screen.findByText('Late again')
  expect(pathsTo(calls, reportings.list).sort()).toEqual([
    '/api/reportings?list=assigned&sort=turn&order=asc&page=1&per_page=25',
    '/api/reportings?list=other&sort=reported_at&order=desc&page=1&per_page=25',
    '/api/reportings?list=reported&sort=reported_at&order=desc&page=1&per_page=25',
  ])
})

test('each table has its own page in the address', async () => {
  served([reportings.list, ({ query }) => pageOf([query.list === 'assigned' ? assigned : mine], 60)])
  const { router } = renderPage(<ReportingsPage />, '/reporting?reported_page=2')
  const pages = await screen.findByRole('navigation', { name: 'Pages of Reports Assigned to You' })
  await userEvent.click(within(pages).getByRole('button', { name: 'Next' }))
  expect(router.state.location.search).toBe('?reported_page=2&assigned_page=2')
  const own = await screen.findByRole('navigation', { name: 'Pages of My Reports' })
  expect(await within(own).findByText('Page 2 of 3')).toBeTruthy()
  await userEvent.click(within(own).getByRole('button', { name: 'Previous' }))
  expect(router.state.location.search).toBe('?assigned_page=2')
})

test('deleting asks first; a refusal says why, and stays', async () => {
  signedIn(['faculty'])
  const calls = college({ reported: [mine] })
  const text = 'This report can no longer be changed: it is being handled.'
  served([reportings.remove, refuse(409, text)])
  renderPage(<ReportingsPage />, '/reporting')
  const remove = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete CASE-2026-00042' }))
  await remove()
  await screen.findByText('Are you sure you want to delete this report?')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sentTo(calls, reportings.remove)).toHaveLength(0)
  await remove()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(`CASE-2026-00042 · Needle left on a bed: ${text}`)).toBeTruthy()
  expect(screen.getByText('Failed to delete report')).toBeTruthy()
  served([reportings.remove, { message: 'Deleted.' }])
  await remove()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Report deleted successfully!')).toBeTruthy()
})

test('a list that cannot be had says so, with Retry', async () => {
  signedIn(['student'])
  served([reportings.list, ({ query }) => (query.list === 'reported' ? refuse(500) : pageOf([]))])
  renderPage(<ReportingsPage />, '/reporting')
  expect(await screen.findByText('Failed to fetch reportings')).toBeTruthy()
  college({ reported: [mine] })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Needle left on a bed')).toBeTruthy()
})

test('an administrator sees what was withdrawn, and by whom', async () => {
  college(everything)
  const row = {
    id: 65,
    case_number: 'CASE-2026-00007',
    title: 'A mistake',
    is_confidential: false,
    student: mine.student,
    withdrawn_at: '2026-03-03T04:00:00.000Z',
    withdrawer: { id: 8, name: 'Bilal Ahmed' },
  }
  served([reportings.withdrawn, pageOf([row])])
  renderPage(<ReportingsPage />, '/reporting')
  await userEvent.click(screen.getByRole('button', { name: 'Withdrawn Reports' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdrawn Reports' }))
  const cells = (await dialog.findByText('A mistake')).closest('tr')?.querySelectorAll('td') ?? []
  expect([...cells].map(({ textContent }) => textContent)).toEqual([
    'CASE-2026-00007',
    'A mistake',
    'MBBS-24001 · Ali Raza',
    '3 Mar 2026, 09:00by Bilal Ahmed',
    'Download',
  ])
})

test('an address with the dialog of what was withdrawn opens nothing for who may not', async () => {
  signedIn(['faculty'])
  college(everything)
  renderPage(<ReportingsPage />, '/reporting?modal=withdrawn')
  await screen.findByText('Late again')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a head of department sees how many reports a student has, of which categories and when', async () => {
  signedIn(['hod'])
  college(everything)
  const one = (case_number: string, category: 'other' | 'safety_concern') => ({
    case_number,
    category,
    is_own: category === 'other',
    reported_at: '2026-03-02T04:00:00.000Z',
    resolved_at: null,
  })
  served(
    [reportings.ofStudent, pageOf([one('CASE-2026-00001', 'other'), one('CASE-2026-00002', 'safety_concern')])],
    [students.read, { data: student() }],
  )
  served([reportings.read, { data: mine }], [reportingEntries.list, pageOf([])], [audit.list, pageOf([])])
  renderPage(<ReportingsPage />, `/reporting?modal=view&id=${mine.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'All Reports of the Student' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'All Reports of the Student' }))
  expect(await dialog.findByText('2 reports: 1 Safety Concern, 1 Other, 1 of them filed by the student')).toBeTruthy()
  expect(await dialog.findByText('MBBS-24001 · Ali Raza')).toBeTruthy()
  expect(dialog.getAllByText('2 Mar 2026, 09:00')).toHaveLength(2)
})
