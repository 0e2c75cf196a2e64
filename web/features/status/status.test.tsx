import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type SpareRoom, type Status, status } from '../../../shared/contract/status.ts'
import { JOB_NAMES } from '../../../shared/jobs.ts'
import { pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { UNLISTED } from '../../testing/releases.ts'
import { StatusPage } from './StatusPage.tsx'

const AT = '2026-11-23T05:00:00.000Z'
const LATER = '2026-11-23T06:00:00.000Z'

const quiet: Status = {
  version: '0.1.0',
  releases: UNLISTED,
  concerns: [],
  heartbeat: null,
  database: {
    version: '18.4',
    bytes: 50 * 1024 ** 2,
    is_embedded: true,
    tables: [{ name: 'attendance_submissions', bytes: 1024 ** 2, rows: 12_345 }],
  },
  files: { place: 'disk', count: 1200, trouble: null },
  disks: [{ place: '/srv/elog', free: 1024 ** 3, bytes: 10 * 1024 ** 3, is_low: false }],
  backups: { is_scheduled: false, last: [] },
  keeping: {
    audit_years: 10,
    withdrawn_case_days: null,
    security_log_days: 180,
    removed_file_days: 30,
    backup_days: null,
  },
  jobs: { failed: [], unsent: [], waiting: [], done: [] },
  has_mail: true,
  errors: [],
  slow: [],
  processes: [],
}
const failed = { kind: 'cases', count: 2, reason: '57014', first_at: AT, last_at: AT, done_at: null } as const

const ROOMS = [
  { kind: 'withdrawn_cases' as const, files: 3, bytes: 5 * 1024 ** 2 },
  { kind: 'replaced_submissions' as const, files: 0, bytes: 0 },
] satisfies SpareRoom[]

const show = (changes: Partial<Status> = {}) => {
  const calls = served(
    [status.read, { data: { ...quiet, ...changes } }],
    [status.room, { data: ROOMS }],
    [status.makeRoom, { message: '3 files set aside, to be deleted after 30 days.' }],
    [status.retry, { message: '2 jobs will be done again.' }],
    [status.dismiss, { message: '2 jobs dismissed.' }],
  )
  renderPage(<StatusPage />)
  return calls
}
const table = async (name: string) => within(await screen.findByRole('table', { name }))

beforeEach(() => signedIn(['admin']))

test('says how the installation stands, and of each part that there is nothing', async () => {
  show()
  expect(screen.getByRole('link', { name: 'Security Log' }).getAttribute('href')).toBe('/security-log')
  expect(await screen.findByText('0.1.0')).toBeTruthy()
  for (const text of [
    'PostgreSQL 18.4, embedded',
    '50 MB',
    'About 1,200, on disk',
    'Set up',
    '10 years',
    'For good',
    '180 days',
    'None are scheduled',
    'No job has failed.',
    'No job is waiting.',
    'No backups are scheduled: choose a directory on the page Settings.',
    'None has been heard of yet.',
    'No errors in the last 30 days.',
    'No slow statements in the last 30 days.',
  ])
    expect(screen.getByText(text), text).toBeTruthy()
  expect((await table('Largest tables')).getByText('12,345')).toBeTruthy()
  expect((await table('Disks')).getByText('Room')).toBeTruthy()
})

test('says what is wrong', async () => {
  show({
    has_mail: false,
    files: { place: 'bucket', count: 0, trouble: 'unchecked' },
    disks: [{ place: '/srv/elog', free: 1024, bytes: 10 * 1024 ** 3, is_low: true }],
    backups: {
      is_scheduled: true,
      last: [{ due_at: AT, finished_at: AT, bytes: null, missing_files: null, failure: 'The disk is full' }],
    },
    jobs: {
      failed: [failed, { ...failed, kind: 'logins', count: 1, done_at: LATER }],
      waiting: [{ kind: 'mail-case', waiting: 3, active: 1, retrying: 2, reason: 'ECONNREFUSED', next_at: LATER }],
      done: [{ kind: 'files', at: AT }],
      unsent: [],
    },
    errors: [{ what: 'request failed', detail: '22P02, server/x.ts:7', times: 3, last_at: AT }],
    slow: [{ what: 'select $1', detail: null, times: 1, longest_ms: 1500, last_at: AT }],
    processes: [{ name: 'port 3000', host: 'elog1', pid: 7, started_at: AT, heard_at: AT }],
  })
  const jobs = await table('Failed jobs')
  expect(jobs.getByText('2 times')).toBeTruthy()
  expect(jobs.getAllByText(/^Was done since/)).toHaveLength(1)
  expect((await table('Waiting jobs')).getByText(/^ECONNREFUSED; tried again 23 Nov 2026/)).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Jobs that were done' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'When each was last done' }))
  expect((await table('Jobs that were done')).getByText(JOB_NAMES.files)).toBeTruthy()
  expect((await table('Last backups')).getByText('The disk is full')).toBeTruthy()
  expect((await table('Last errors')).getByText('22P02, server/x.ts:7')).toBeTruthy()
  expect((await table('Slow statements')).getByText('1.5 s')).toBeTruthy()
  expect((await table('Processes')).getByText('elog1, port 3000 (7)')).toBeTruthy()
  for (const text of ['Not set up', 'They cannot be reached', 'Too little for files'])
    expect(screen.getByText(text), text).toBeTruthy()
})

test('failed jobs are done again, and dismissed once that was asked', async () => {
  const calls = show({ jobs: { ...quiet.jobs, failed: [failed] } })
  await userEvent.click(await screen.findByRole('button', { name: `Try again: ${JOB_NAMES.cases}` }))
  expect(pathsTo(calls, status.retry)).toEqual(['/api/status/jobs/cases/retry?which=failed'])
  expect(pathsTo(calls, status.read)).toHaveLength(2)

  await userEvent.click(screen.getByRole('button', { name: `Dismiss: ${JOB_NAMES.cases}` }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('What these 2 jobs were to do will not be done.')).toBeTruthy()
  expect(pathsTo(calls, status.dismiss)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(pathsTo(calls, status.dismiss)).toEqual(['/api/status/jobs/cases/dismiss?which=failed'])
})

const unsent = [
  { kind: 'mail-case' as const, count: 2, first_at: AT, last_at: LATER },
  { kind: 'mail-password' as const, count: 1, first_at: AT, last_at: AT },
]

test('mails that were not sent while mail is not set up are told once, and are no failed jobs', async () => {
  const calls = show({ has_mail: false, jobs: { ...quiet.jobs, unsent } })
  const note = 'Mail is not set up: 3 mails were not sent. They are kept for 30 days, and can be sent once it is.'
  expect(await screen.findByText(note)).toBeTruthy()
  expect(screen.getByText('No job has failed.')).toBeTruthy()
  expect((await table('Mails not sent')).getAllByRole('row')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: `Dismiss: ${JOB_NAMES['mail-case']}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss mails' }))
  expect(dialog.getByText('These 2 mails will not be sent.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(pathsTo(calls, status.dismiss)).toEqual(['/api/status/jobs/mail-case/dismiss?which=unsent'])
})

test('once mail is set up, they can be sent', async () => {
  const calls = show({ jobs: { ...quiet.jobs, unsent } })
  expect(await screen.findByText(/^3 mails were not sent while mail was not set up/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: `Send: ${JOB_NAMES['mail-case']}` }))
  expect(pathsTo(calls, status.retry)).toEqual(['/api/status/jobs/mail-case/retry?which=unsent'])
})

test('what was refused stands beside its buttons; a page that fails can be asked again', async () => {
  served(
    [status.read, { data: { ...quiet, jobs: { ...quiet.jobs, failed: [failed] } } }],
    [status.room, { data: ROOMS }],
    [status.retry, refuse(503, 'The server is busy.')],
  )
  const { unmount } = renderPage(<StatusPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Try again/ }))
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  unmount()
  served([status.read, refuse(500, 'Something went wrong on the server.')])
  renderPage(<StatusPage />)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('files that nobody needs are set aside when the administrator confirms it', async () => {
  const user = userEvent.setup()
  const calls = show()
  const room = await table('Room')
  expect(room.getByText('5 MB')).toBeTruthy()
  const none = room.getByRole('button', { name: 'Set aside: Replaced files of submissions' })
  expect(none).toHaveProperty('disabled', true)
  await user.click(room.getByRole('button', { name: 'Set aside: Evidence of withdrawn reports' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/3 files \(5 MB\) will no longer be there to download/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Set aside' }))
  expect(await screen.findByText('3 files set aside, to be deleted after 30 days.')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ kind: 'withdrawn_cases' }])
})

test('what is wrong stands first, with the process that sees it, and when a sign of life was heard', async () => {
  show({
    concerns: [
      { kind: 'disk-low', source: 'ward-1, port 3001', detail: '/srv has 0.5 GB left.', since: AT },
      { kind: 'clock', source: '', detail: 'It was set back.', since: LATER },
    ],
    heartbeat: { tried_at: LATER, heard_at: AT, failure: 'It answered 503.' },
  })
  const rows = within(await screen.findByRole('table', { name: 'Concerns' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringContaining('A disk is nearly full/srv has 0.5 GB left.ward-1, port 3001'),
    expect.stringContaining('A clock is wrongIt was set back.'),
  ])
  expect(screen.getByText(/^A sign of life was heard .*The last one was not heard\. It answered 503\.$/)).toBeTruthy()
})
