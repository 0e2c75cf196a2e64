import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { dashboard, FIRST_STEPS } from '../../../shared/contract/dashboard.ts'
import { reportings } from '../../../shared/contract/reportings.ts'
import { today } from '../../../shared/contract/today.ts'
import { ROLES } from '../../../shared/permissions.ts'
import { SCREENS } from '../../screens.ts'
import { pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { TILES as SPECIFIED } from '../../testing/tiles.ts'
import { day, part } from '../../testing/today.ts'
import { walked } from '../../testing/walked.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { tilesOf } from './tiles.ts'

const TILES = tilesOf(SCREENS)

/** Serves a running college on a day on which nothing waits, unless a test says otherwise. */
const college = () =>
  served(
    [today.read, day()],
    [reportings.waiting, { data: { waiting: 0, overdue: 0 } }],
    [dashboard.firstSteps, { data: FIRST_STEPS.map((step) => ({ step, is_done: true })) }],
  )

beforeEach(() => {
  college()
})

test.each(ROLES)('%s sees the tiles of the specification, and then those that features have added', (role) => {
  signedIn([role])
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  const links = within(screen.getByRole('list', { name: 'Modules' }))
    .getAllByRole('link')
    .map((link) => link.textContent ?? '')
  const specified = SPECIFIED[role]
  for (const [index, tile] of specified.entries()) expect(links[index]).toContain(tile)
  const added = Object.entries(walked('tiles')).flatMap(([tile, roles]) => (roles.includes(role) ? tile : []))
  const others = links.slice(specified.length)
  for (const tile of added) expect(others.filter((link) => link.startsWith(tile))).toHaveLength(1)
  expect(others, 'Say in tiles of its walks.ts which roles see a new tile').toHaveLength(added.length)
})

// Written by hand from docs/domain.md, "Who may do what": roles that add tasks, grade, only read, or hand in.
test.each([
  [['admin'], 'Assign clinical work, and grade what is handed in'],
  [['hod'], 'Assign clinical work, and grade what is handed in'],
  [['faculty'], 'Clinical work of the groups, and grading what is handed in'],
  [['principal'], 'Clinical work of the groups, and what was handed in'],
  [['student-affair'], 'Clinical work that the groups have been given'],
  [['student'], 'Your clinical work: what is due, handing it in, your marks'],
  [['student-affair', 'faculty'], 'Clinical work of the groups, and grading what is handed in'],
])('to %j the tile of tasks says what they do there', (roles, text) => {
  signedIn(roles)
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  expect(screen.getByRole('link', { name: /^Tasks/ }).textContent).toBe(`Tasks${text}`)
})

test.each([
  [['student'], [['Log a performance', '/logbook?modal=log']]],
  [['faculty'], [['Sign by code', '/logbook?modal=sign']]],
  [['hod'], [['Sign by code', '/logbook?modal=sign']]],
  [['admin'], []],
  [['clerk'], []],
])('%j has what is done on a ward one tap away', (roles, ways) => {
  signedIn(roles)
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  const links = screen.queryAllByRole('link', { name: /^(?:Log a performance|Sign by code)$/ })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(ways)
})

test('a user with no roles is told whom to ask, and sees no statistics', () => {
  signedIn([])
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  expect(screen.getByText(/No role has been assigned to your account/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Quick statistics' })).toBeNull()
})

test('statistics are asked for only when opened, and again on Retry', async () => {
  signedIn(['clerk'])
  let failing = true
  const data = { students: 1519, staff: 52, departments: 11, open_tasks: 4 }
  const calls = served([dashboard.statistics, () => (failing ? refuse(500) : { data })])
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  expect(pathsTo(calls, dashboard.statistics)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Quick statistics' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch statistics')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('1,519')).toBeTruthy()
  expect(screen.getByText('Non-completed tasks')).toBeTruthy()
})

test('tiles say how many registers wait: the own to take, and all that were not taken', async () => {
  signedIn(['hod'])
  served([today.read, day(part(), part({ kind: 'registers-not-taken', title: 'Registers not taken', total: 7 }))])
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  expect(await screen.findByText('1 register to take')).toBeTruthy()
  expect(await screen.findByText('7 registers not taken')).toBeTruthy()
})

test('the tile of tasks says how many a student has to submit', async () => {
  signedIn(['student'])
  served([today.read, day(part({ kind: 'tasks-due', title: 'Tasks due', total: 35 }))])
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  const tile = screen.getByRole('link', { name: /^Tasks/ })
  await waitFor(() => expect(tile.textContent).toContain('35 tasks to submit'))
})

test.each([
  [1, 0, '1 waiting for you'],
  [3, 2, '3 waiting for you, 2 overdue'],
])('the tile of reports says that %i wait, %i of them overdue', async (waiting, overdue, text) => {
  signedIn(['student'])
  served([reportings.waiting, { data: { waiting, overdue } }])
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  const tile = screen.getByRole('link', { name: /^Incident/ })
  await waitFor(() => expect(tile.textContent).toContain(text))
})

test('a clerk, who has no tile of reports, is not counted any', async () => {
  signedIn(['clerk'])
  const calls = college()
  renderPage(<DashboardPage tiles={TILES} />, '/dashboard')
  await waitFor(() => expect(pathsTo(calls, today.read)).toHaveLength(1))
  expect(pathsTo(calls, reportings.waiting)).toEqual([])
})
