import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { personalData } from '../../shared/contract/personal-data.ts'
import { students } from '../../shared/contract/students.ts'
import { refuse, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { student } from '../testing/records.ts'
import { UserMenu } from './UserMenu.tsx'

const user = { id: 7, name: 'Ayesha Siddiqui', email: 'a@college.test', roles: ['hod'], must_change_password: false }
const button = () => screen.getByRole('button', { name: 'User menu of Ayesha Siddiqui (hod)' })
/** The test's browser has no idle time, so idle work comes after a fifth of a second. */
const isLoaded = () => new Promise((resolve) => setTimeout(resolve, 400))

test('opens at the first press, also while its menu is not there yet', async () => {
  signedIn(['hod'])
  renderPage(<UserMenu user={user} />)
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button())
  expect(await screen.findByRole('menuitem', { name: 'Change password' })).toBeTruthy()
  expect(screen.getByText('Head of department')).toBeTruthy()
  expect(button().getAttribute('aria-expanded')).toBe('true')
})

test('opens at a press during which its menu arrives', async () => {
  signedIn(['hod'])
  renderPage(<UserMenu user={user} />)
  const pointer = userEvent.setup()
  const pressed = button()
  await pointer.pointer({ keys: '[MouseLeft>]', target: pressed })
  await isLoaded()
  expect(button()).toBe(pressed)
  await pointer.pointer({ keys: '[/MouseLeft]', target: pressed })
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeTruthy()
})

test('opens from the keyboard, and gives the focus back', async () => {
  signedIn(['hod'])
  renderPage(<UserMenu user={user} />)
  await userEvent.tab()
  expect(document.activeElement).toBe(button())
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

test.each([
  ['hod', 1],
  ['principal', 1],
  ['faculty', 0],
  ['clerk', 0],
])('to %s the leave requests are offered %i times', async (role, times) => {
  signedIn([role])
  renderPage(<UserMenu user={user} />)
  await userEvent.click(screen.getByRole('button', { name: /^User menu/ }))
  await screen.findByRole('menuitem', { name: 'Logout' })
  expect(screen.queryAllByRole('menuitem', { name: 'Leave requests' })).toHaveLength(times)
})

test('all that is kept of the person is downloaded, or the person is told why not', async () => {
  signedIn(['hod'])
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  served([personalData.export, new Response('{}')])
  renderPage(<UserMenu user={user} />)
  const press = async () => {
    await userEvent.click(screen.getByRole('button', { name: /^User menu/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download my data' }))
  }
  await press()
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  served([personalData.export, refuse(429, 'You have asked for very much in a short time.')])
  await press()
  expect(await screen.findByText('You have asked for very much in a short time.')).toBeTruthy()
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})

test.each([
  ['admin', 1],
  ['principal', 0],
  ['student', 0],
])('to %s the status page is offered %i times', async (role, times) => {
  signedIn([role])
  if (role === 'student') served([students.byUser, { data: student() }])
  renderPage(<UserMenu user={user} />)
  await userEvent.click(screen.getByRole('button', { name: /^User menu/ }))
  await screen.findByRole('menuitem', { name: 'Logout' })
  expect(screen.queryAllByRole('menuitem', { name: 'Status' })).toHaveLength(times)
})

test('a student is led to the own page; for others there is none', async () => {
  signedIn(['student'])
  const calls = served([students.byUser, { data: student() }])
  renderPage(<UserMenu user={{ ...user, roles: ['student'] }} />)
  await userEvent.click(screen.getByRole('button', { name: /^User menu/ }))
  const own = await screen.findByRole('menuitem', { name: 'My page' })
  expect(own.getAttribute('href')).toBe('/students/11')
  cleanup()

  signedIn(['hod'])
  renderPage(<UserMenu user={user} />)
  await userEvent.click(button())
  await screen.findByRole('menuitem', { name: 'Logout' })
  expect(screen.queryByRole('menuitem', { name: 'My page' })).toBeNull()
  expect(calls).toHaveLength(1)
})
