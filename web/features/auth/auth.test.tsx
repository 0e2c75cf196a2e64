import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { getLogin, startLogin } from '../../core/login.ts'
import { signInAgain } from '../../core/sign-in-again.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { answer, loginAnswer, pageMeta, renderPage, signedIn, signedOut } from '../../testing/page.tsx'
import { ChoosePasswordPage } from './ChoosePasswordPage.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'

beforeEach(() => signedOut())

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const BUSY = 'The server is busy. Please try again in a moment.'
const TRYING = 'The server is busy. Trying again…'

test('the sign-in over an open form waits as well, until it is cancelled', async () => {
  signedIn()
  const calls = served([auth.login, () => answer(503, { message: BUSY }, { 'retry-after': '5' })])
  const given = vi.fn()
  renderPage(null)
  act(() => signInAgain.set({ name: 'ayesha@college.test', answer: given }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .type(dialog.getByLabelText('Password'), 'ClinicalElog1{Enter}')
  await expect.poll(() => dialog.getByRole('status').textContent).toBe(TRYING)
  await later(7500)
  await expect.poll(() => calls).toHaveLength(2)
  act(() => signInAgain.set(undefined))
  await later(60_000)
  expect(calls).toHaveLength(2)
})

test('the screen of a forgotten password promises no mail where there is none', async () => {
  const first = renderPage(<ForgotPasswordPage />, '/forgot-password')
  expect(screen.getByRole('status').textContent).toContain('Please contact the administrator.')
  expect(screen.queryByLabelText('Email')).toBeNull()
  first.unmount()
  const removeMeta = pageMeta('mail-configured', 'yes')
  renderPage(<ForgotPasswordPage />, '/forgot-password')
  expect(screen.getByLabelText('Email')).toBeTruthy()
  removeMeta()
})

test('whose password was replaced reads by whom before choosing another one', async () => {
  startLogin(loginAnswer('fresh', { must_change_password: true, password_replaced_by: 'Dr Farhat' }))
  served([auth.changePassword, { message: 'Password changed.' }])
  renderPage(<ChoosePasswordPage />, '/choose-password')
  expect(screen.getByRole('alert', { name: 'Your password was replaced' }).textContent).toContain(
    'Dr Farhat has given you a new initial password. If you did not ask for it, tell an administrator.',
  )
  await userEvent.type(screen.getByLabelText('New password'), 'Better12')
  await press('Save password')
  await expect.poll(() => getLogin()?.user).not.toHaveProperty('password_replaced_by')
})

test('the first password is checked by the rule, and then everything is open', async () => {
  startLogin(loginAnswer('fresh', { must_change_password: true }))
  served([auth.changePassword, { message: 'Password changed.' }])
  const { router } = renderPage(<ChoosePasswordPage />, '/choose-password')
  const chosen = screen.getByLabelText('New password')
  expect(chosen.getAttribute('aria-invalid')).toBeNull()
  await userEvent.type(chosen, 'weak')
  await press('Save password')
  expect(screen.getByText('Password must be at least 8 characters with uppercase, lowercase, and number')).toBeTruthy()
  expect(chosen.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(chosen, 'Better12')
  await press('Save password')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  expect(getLogin()?.user.must_change_password).toBe(false)
})

test('the given password is asked for only when the server wants it, and what was typed stays', async () => {
  startLogin(loginAnswer('fresh', { must_change_password: true }))
  const missing = refuse(422, 'Invalid.', { current_password: ['Current password is required'] })
  const calls = served([
    auth.changePassword,
    ({ body }) => (body.current_password === undefined ? missing : { message: 'Password changed.' }),
  ])
  renderPage(<ChoosePasswordPage />, '/choose-password')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await userEvent.type(screen.getByLabelText('New password'), 'Better12')
  await press('Save password')
  await userEvent.type(await screen.findByLabelText('Current password'), 'given-once')
  await press('Save password')
  await expect
    .poll(() => bodiesTo(calls, auth.changePassword))
    .toEqual([{ password: 'Better12' }, { current_password: 'given-once', password: 'Better12' }])
})
