import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { today } from '../../../shared/contract/today.ts'
import { ROLES } from '../../../shared/permissions.ts'
import { getLogin } from '../../core/login.ts'
import { refresh } from '../../core/queries.ts'
import { chooseRail } from '../../layout/rail.ts'
import { SCREENS } from '../../screens.ts'
import { pathsTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { TILES } from '../../testing/tiles.ts'
import { day, part } from '../../testing/today.ts'
import { deedsBy } from '../search/rules.ts'
import { NavigationPanel } from './NavigationPanel.tsx'
import { barOf, deedsFor, waysFor } from './ways.ts'

const onPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => {
  localStorage.removeItem('letter-keys')
  chooseRail('folded')
  served([today.read, day()])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = (address = '/students') => renderPage(<NavigationPanel screens={SCREENS} />, address)
const navigation = () => screen.findByRole('navigation', { name: 'Navigation' })
const pathOf = ({ router }: ReturnType<typeof open>) => router.state.location.pathname

test.each(ROLES)('%s finds every tile in the navigation, and nothing that leads back to the dashboard', (role) => {
  const ways = waysFor([role], SCREENS, [])
  expect(ways.map(({ title }) => title)).toEqual(expect.arrayContaining(['Today', ...TILES[role]]))
  for (const { path } of ways) {
    const { roles } = SCREENS.find((one) => one.path === path) ?? {}
    expect(roles ?? [role], path).toContain(role)
  }
  const letters = ways.map(({ key }) => key)
  expect(letters).toEqual([...new Set(letters)])
  expect(barOf([role], ways)).toHaveLength(4)
})

test('designations, roles, the log and the status stand where only those see them who may open them', () => {
  const titles = (role: string) => waysFor([role], SCREENS, []).map(({ title }) => title)
  expect(titles('admin')).toEqual(expect.arrayContaining(['Designations', 'Roles', 'Security Log', 'Status']))
  expect(titles('student')).toEqual([
    'Today',
    'Tasks',
    'Student Attendance',
    'Leave Requests',
    'My Results',
    'Timetable',
    'Logbook',
    'Incident/Issue Reporting',
    'My Feedback Surveys',
    'Eligibility',
    'Library',
    'Announcements',
  ])
  expect(titles('faculty')).not.toContain('Leave Requests')
  expect(titles('')).toEqual(['Today'])
})

test('each deed is offered only to those who may do it', () => {
  const titles = (role: string) => deedsFor([role], SCREENS).map(({ title }) => title)
  expect(titles('faculty')).toContain('Take a register')
  expect(titles('faculty')).not.toContain('Add a task')
  expect(titles('hod')).toContain('Add a task')
  expect(titles('student')).toContain('Ask for leave')
  expect(titles('student')).not.toContain('Take a register')
  expect(titles('student')).toContain('Hand in work')
  expect(titles('faculty')).toContain('Grade what was handed in')
  const found = (q: string) => deedsBy(q, deedsFor(['faculty'], SCREENS)).map(({ title }) => title)
  expect(found('new case')).toEqual(['Report an incident'])
  expect(found('grade')).toEqual(['Grade what was handed in'])
})

test('the rail has icons with names, or names; the screen that is open is marked', async () => {
  signedIn(['faculty'])
  open('/students/7')
  const rail = within(await navigation())
  const students = rail.getByRole('link', { name: 'Students' })
  expect(students.textContent).toBe('')
  expect(students.getAttribute('aria-current')).toBe('page')
  expect(rail.getAllByRole('link', { current: 'page' })).toHaveLength(1)
  await userEvent.click(rail.getByRole('button', { name: 'Unfold the navigation', expanded: false }))
  expect(rail.getByRole('link', { name: 'Students' }).textContent).toBe('Students')
  expect(rail.getByText('Teaching')).toBeTruthy()
  expect(localStorage.getItem('rail')).toBe('open')
  await userEvent.click(rail.getByRole('button', { name: 'Fold the navigation' }))
  expect(rail.queryByText('Teaching')).toBeNull()
})

test('on the dashboard, whose tiles are the same links, keys and screen readers pass those of the rail by', async () => {
  signedIn(['faculty'])
  open('/dashboard')
  const rail = within(await navigation())
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('list')).toBeNull()
  await userEvent.tab()
  expect(document.activeElement).toBe(rail.getByRole('button', { name: 'Unfold the navigation' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

test('a link that the screen has itself leaves no empty line in the rail', async () => {
  signedIn(['admin'])
  open('/staff')
  const rail = within(await navigation())
  expect(rail.queryByRole('link', { name: 'Roles' })).toBeNull()
  expect(rail.getByRole('link', { name: 'Students' })).toBeTruthy()
  for (const line of rail.getAllByRole('listitem')) expect(within(line).getAllByRole('link')).not.toEqual([])
})

test('on a phone’s dashboard all screens are behind More for everybody', async () => {
  onPhone()
  signedIn(['student'])
  open('/dashboard')
  const bar = within(await navigation())
  expect(bar.queryByRole('link')).toBeNull()
  await userEvent.click(bar.getByRole('button', { name: 'More' }))
  const all = within(await screen.findByRole('dialog', { name: 'All screens' }))
  expect(all.getByRole('link', { name: 'Leave Requests' })).toBeTruthy()
})

test('beside a name stands what waits; after a change it is read again when the person goes on', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  signedIn(['faculty'])
  let total = 3
  const calls = served([today.read, () => day(part({ kind: 'own-registers', title: 'Registers to take', total }))])
  const { router, client } = open()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await screen.findByRole('link', { name: 'Attendance (3 waiting)' })).toBeTruthy()
  await router.navigate('/tasks')
  await vi.advanceTimersByTimeAsync(5000)
  expect(pathsTo(calls, today.read)).toHaveLength(1)
  total = 0
  await refresh(client, [])
  await router.navigate('/students')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await screen.findByRole('link', { name: 'Attendance' })).toBeTruthy()
  expect(pathsTo(calls, today.read)).toHaveLength(2)
  vi.useRealTimers()
})

test('counts are not what finds the login gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  signedIn(['faculty'])
  const calls = served([today.read, day()])
  open()
  localStorage.removeItem('token')
  await vi.advanceTimersByTimeAsync(5000)
  expect(pathsTo(calls, today.read)).toEqual([])
  // The person's own next call finds that.
  expect(getLogin()).toBeTruthy()
  vi.useRealTimers()
})

test('a phone has a bar of four, and all screens behind More', async () => {
  onPhone()
  signedIn(['student'])
  const shown = open('/tasks')
  const bar = within(await navigation())
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Logbook',
    'Tasks',
    'Results',
  ])
  expect(bar.getByRole('link', { name: 'Tasks' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(bar.getByRole('button', { name: 'More' }))
  const all = within(await screen.findByRole('dialog', { name: 'All screens' }))
  await userEvent.click(all.getByRole('link', { name: 'Leave Requests' }))
  expect(pathOf(shown)).toBe('/leaves')
  // The choice replaces the list of screens: back leads to the screen before it.
  await shown.router.navigate(-1)
  expect(pathOf(shown)).toBe('/tasks')
  expect(shown.router.state.location.search).toBe('')
})

test('a link or letter of the screen that is open keeps its filters and ends no list', async () => {
  signedIn(['faculty'])
  const shown = open('/tasks?department_id=1&group_id=3')
  expect((await screen.findByRole('link', { name: 'Tasks' })).getAttribute('href')).toBe(
    '/tasks?department_id=1&group_id=3',
  )
  await userEvent.keyboard('gk')
  expect(shown.router.state.location.search).toBe('?department_id=1&group_id=3')
})

test('g and a letter lead to a screen, ? tells the letters; not in a field, over a dialog or when turned off', async () => {
  signedIn(['faculty'])
  const shown = renderPage(
    <>
      <input aria-label="Notes" />
      <NavigationPanel screens={SCREENS} />
    </>,
    '/students',
  )
  await userEvent.type(screen.getByLabelText('Notes'), 'gk?')
  expect(pathOf(shown)).toBe('/students')
  expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'gk?')
  screen.getByLabelText('Notes').blur()
  await userEvent.keyboard('gk')
  expect(pathOf(shown)).toBe('/tasks')
  await userEvent.keyboard('a')
  expect(pathOf(shown)).toBe('/tasks')
  await userEvent.keyboard('?')
  const help = within(await screen.findByRole('dialog', { name: 'Keys' }))
  expect(help.getByText('Attendance')).toBeTruthy()
  await userEvent.keyboard('ga')
  expect(pathOf(shown)).toBe('/tasks')
  await userEvent.click(help.getByRole('checkbox', { name: 'Use letters as keys on this device' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('ga')
  expect(pathOf(shown)).toBe('/tasks')
})
