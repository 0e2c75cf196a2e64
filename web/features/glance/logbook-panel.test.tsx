import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logbook, type SkillStanding } from '../../../shared/contract/logbook.ts'
import { logbookExports } from '../../../shared/contract/logbook-exports.ts'
import * as downloads from '../../core/downloads.ts'
import { logEntry, standing } from '../../testing/logbook.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { OwnEntriesPanel } from '../logbook/OwnEntriesPanel.tsx'
import { DialogsPanel } from './DialogsPanel.tsx'
import { LogbookPanel } from './LogbookPanel.tsx'

const named = (id: number, name: string, changes: Partial<SkillStanding> = {}) =>
  standing({ skill: { ...standing().skill, id, name }, ...changes })
const SKILLS = [
  named(1, 'Done', { required: 5, counted: 5, logged: 0, ends_on: null }),
  named(2, 'Logged alone', { required: null, counted: 0, signed: 3, logged: 0, ends_on: null }),
  named(3, 'Later', { returned: 1 }),
  named(4, 'Sooner', { logged: 0, ends_on: '2026-12-01' }),
]

const college = (skills = SKILLS) =>
  served(
    [logbook.ofStudent, { data: { student: logEntry().student, skills, postings: [] } }],
    [logEntries.list, pageOf([logEntry()])],
  )
const open = (reader: 'staff' | 'student', search = '') =>
  renderPage(
    <>
      <LogbookPanel studentId={11} reader={reader} />
      <DialogsPanel studentId={11} />
    </>,
    `/${search}`,
  )

beforeEach(() => signedIn(['hod']))

test('what is missing first, the one that ends next before others, with their figures', async () => {
  college()
  open('staff')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Sooner7 of 15Medicine\u00a0· 8 missing by 1 Dec 2026',
    'Later7 of 15Medicine\u00a0· 8 missing by 12 Dec 2026\u00a0· 2 to be signed\u00a0· 1 returned',
    'Done5 of 5Medicine',
    'Logged alone3 signedMedicine',
  ])
  expect(screen.getByText('19 of 35 signed')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'My performances' })).toBeNull()
})

test('a figure opens its performances, and one of them the logbook', async () => {
  const calls = college()
  const { router } = open('staff')
  await userEvent.click(await screen.findByRole('link', { name: '7 of 15: Sooner' }))
  expect(router.state.location.search).toBe('?modal=skill&id=4')
  const dialog = within(await screen.findByRole('dialog', { name: 'Performances' }))
  expect(dialog.getByText('Sooner')).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: /^View / }))
  expect(pathsTo(calls, logEntries.list)[0]).toContain('student_id=11&skill_id=4')
  expect(router.state.location).toMatchObject({ pathname: '/logbook', search: `?modal=view&id=${logEntry().id}` })
})

test('a student is led to the own performances', async () => {
  signedIn(['student'])
  college()
  open('student')
  expect((await screen.findByRole('link', { name: 'My performances' })).getAttribute('href')).toBe('/logbook')
})

test.each([
  ['the page of a student', <LogbookPanel key="1" studentId={11} reader="staff" />],
  ['the own entries', <OwnEntriesPanel key="2" studentId={11} onOpen={() => undefined} />],
])('%s has the whole logbook as a file', async (_, panel) => {
  const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)
  college()
  const calls = served([logbookExports.ofStudent, () => new Response('x')])
  renderPage(panel)
  await userEvent.click(await screen.findByRole('button', { name: 'Save as PDF' }))
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(pathsTo(calls, logbookExports.ofStudent)).toEqual(['/api/logbook/student/11/export/pdf'])
  expect(saved.mock.calls[0]?.[1]).toMatch(/^logbook-11-[-0-9]+[.]pdf$/)
  saved.mockRestore()
})

test('nothing yet, and a failure with Retry', async () => {
  college([])
  const first = open('staff')
  expect(await screen.findByText('Nothing is required or logged yet.')).toBeTruthy()
  first.unmount()
  served([logbook.ofStudent, refuse(500)])
  open('staff')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch the logbook')
})
