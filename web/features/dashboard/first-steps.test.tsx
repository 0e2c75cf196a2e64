import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { dashboard, FIRST_STEPS, type FirstStep } from '../../../shared/contract/dashboard.ts'
import { reportings } from '../../../shared/contract/reportings.ts'
import { today } from '../../../shared/contract/today.ts'
import { clearLogin } from '../../core/login.ts'
import { HELD, held, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { day } from '../../testing/today.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { needs } from './tiles.ts'

/** Makes the server's answer when these steps are done. */
const steps = (...done: FirstStep[]) => ({
  data: FIRST_STEPS.map((step) => ({ step, is_done: done.includes(step) })),
})
const PEOPLE: FirstStep[] = ['departments', 'designations', 'batches', 'staff', 'students', 'groups', 'credentials']

beforeEach(() => {
  localStorage.clear()
  signedIn(['admin'])
  served([reportings.waiting, { data: { waiting: 0, overdue: 0 } }], [today.read, day()])
})

const open = () => renderPage(<DashboardPage tiles={[]} />, '/dashboard')
const section = () => screen.findByRole('region', { name: /^First steps/ })
const rows = (of: HTMLElement) => within(of).getAllByRole('listitem')
const nextOf = (of: HTMLElement) => rows(of).find((row) => row.getAttribute('aria-current') === 'step')
const noSection = () => expect(screen.queryByRole('region', { name: /^First steps/ })).toBeNull()
/** Waits until the dashboard is there with all that it asks for. */
const settled = () => screen.findByText(/^Nothing is waiting/)

test('an empty college greets with its first steps in their order, each with what it is for and a way to it', async () => {
  served([dashboard.firstSteps, steps()])
  open()
  const found = await section()
  expect(within(found).getByRole('heading', { level: 2 }).textContent).toBe('First steps 0 of 9 done')
  expect(
    within(found)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Add a department', '/department?modal=add'],
    ['Designations: Add a designation', '/designations?modal=add'],
    ['Batches: Add a batch', '/batches?modal=add'],
    ['Staff: Import staff', '/staff/import'],
    ['Students: Import students', '/students/import'],
    ['Groups: Add a group', '/groups?modal=add'],
    ['Passwords: See who has never signed in', '/students?only=never-signed-in'],
    ['Mail: Set up mail', '/settings'],
    ['Backup: Set up backups', '/settings'],
  ])
  expect(within(found).getByText(/^The students who were admitted together/)).toBeTruthy()
  expect(within(found).getByText(/a test mail to try it/)).toBeTruthy()
  expect(within(found).getByText(/a test restore to try it/)).toBeTruthy()
  const following = found.compareDocumentPosition(screen.getByRole('region', { name: /^Today/ }))
  expect(following).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('what is done keeps its place with a tick and its name, and the first that is left is the next', async () => {
  served([dashboard.firstSteps, steps('departments', 'batches', 'mail')])
  open()
  const found = await section()
  expect(within(found).getByRole('heading', { level: 2 }).textContent).toBe('First steps 3 of 9 done')
  const ticked = rows(found).map((row) => within(row).queryByRole('img', { name: 'Done' }) !== null)
  expect(ticked).toEqual([true, false, true, false, false, false, false, true, false])
  expect(rows(found)[0]?.textContent).toBe('Departments')
  expect(within(rows(found)[0] as HTMLElement).queryByRole('link')).toBeNull()
  const next = nextOf(found)
  expect(next).toBe(rows(found)[1])
  expect(within(next as HTMLElement).getByRole('heading', { name: 'Designations' })).toBeTruthy()
  expect(within(next as HTMLElement).getByRole('link', { name: 'Add a designation' })).toBeTruthy()
})

test('once all is done the section is gone, and this person is not asked again on this device', async () => {
  served([dashboard.firstSteps, steps(...PEOPLE, 'mail')])
  open()
  await section()
  cleanup()
  const calls = served([dashboard.firstSteps, steps(...FIRST_STEPS)])
  open()
  await waitFor(noSection)
  await waitFor(() => expect(JSON.parse(localStorage.getItem('first-steps/7') ?? '').isOver).toBe(true))
  const before = pathsTo(calls, dashboard.firstSteps).length
  cleanup()
  clearLogin()
  signedIn(['admin'])
  // Would be shown if it were asked for: somebody has removed the groups.
  served([dashboard.firstSteps, steps('departments')])
  needs(new URLSearchParams(), ['admin'])
  open()
  await settled()
  noSection()
  expect(pathsTo(calls, dashboard.firstSteps)).toHaveLength(before)
})

test('what is over stays over, also when a new version knows one step more', async () => {
  localStorage.setItem('first-steps/7', JSON.stringify({ done: PEOPLE, putOff: [], isOver: true }))
  open()
  await settled()
  noSection()
})

test('an administrator of a running college sees nothing of it, neither before the answer nor after', async () => {
  served([dashboard.firstSteps, HELD])
  open()
  await settled()
  noSection()
  const { answer } = await held(dashboard.firstSteps)
  answer(steps(...FIRST_STEPS))
  await waitFor(() => expect(localStorage.getItem('first-steps/7')).toContain('"isOver":true'))
  noSection()
})

test('what the device knows is there before the answer, and takes part of it', async () => {
  served([dashboard.firstSteps, steps('departments')])
  open()
  await section()
  cleanup()
  served([dashboard.firstSteps, HELD])
  open()
  const known = screen.getByRole('region', { name: /^First steps/ })
  expect(nextOf(known)?.textContent).toContain('Add a designation')
  const { answer } = await held(dashboard.firstSteps)
  answer(steps('departments', 'designations'))
  await waitFor(() => expect(nextOf(known)?.textContent).toContain('Add a batch'))
})

test('what only the operator can do is put off on this device, and is no reason for the section to stay', async () => {
  served([dashboard.firstSteps, steps(...PEOPLE)])
  open()
  const found = await section()
  expect(within(nextOf(found) as HTMLElement).getByRole('heading', { name: 'Mail' })).toBeTruthy()
  await userEvent.click(within(found).getByRole('button', { name: 'Not now: Mail' }))
  expect(within(found).queryByText('Mail')).toBeNull()
  expect(document.activeElement).toBe(within(found).getByRole('heading', { level: 2 }))
  expect(within(found).getByRole('heading', { level: 2 }).textContent).toBe('First steps 7 of 8 done')
  cleanup()
  clearLogin()
  signedIn(['admin'])
  open()
  const again = await section()
  expect(within(again).queryByText('Mail')).toBeNull()
  await userEvent.click(within(again).getByRole('button', { name: 'Not now: Backup' }))
  noSection()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Today/ }))
})

test('nothing else can be put off', async () => {
  served([dashboard.firstSteps, steps()])
  open()
  const names = within(await section())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Not now: Mail', 'Not now: Backup'])
})

test('another administrator of the device is asked for the own steps', async () => {
  localStorage.setItem('first-steps/8', JSON.stringify({ done: FIRST_STEPS, putOff: [], isOver: true }))
  served([dashboard.firstSteps, steps('departments')])
  open()
  expect(await section()).toBeTruthy()
})

test.each(['principal', 'hod', 'clerk', 'student-affair', 'student'])('a %s is not asked', async (role) => {
  signedIn([role])
  const calls = served()
  needs(new URLSearchParams(), [role])
  open()
  await settled()
  noSection()
  expect(pathsTo(calls, dashboard.firstSteps)).toEqual([])
})

test('a call that fails, or a memory that cannot be read, keeps nobody from the day', async () => {
  localStorage.setItem('first-steps/7', 'broken {')
  served([dashboard.firstSteps, refuse(500)])
  open()
  await settled()
  noSection()
  expect(screen.queryByRole('alert')).toBeNull()
})
