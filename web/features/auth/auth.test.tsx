import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { start } from '../../../shared/contract/start.ts'
import { getLogin, startLogin } from '../../core/login.ts'
import { signInAgain } from '../../core/sign-in-again.ts'
import { HELD, held, refuse, served } from '../../testing/network.ts'
import { answer, loginAnswer, pageMeta, renderPage, signedIn, signedOut, startAnswer } from '../../testing/page.tsx'
import { ChoosePasswordPage } from './ChoosePasswordPage.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { LoginPage } from './LoginPage.tsx'

beforeEach(() => signedOut())

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the sign-in says what is missing and what is wrong', async () => {
  served([auth.login, refuse(401, 'Invalid email or password.')])
  renderPage(<LoginPage />, '/login')
  await press('Login')
  expect(screen.getByText('email is required')).toBeTruthy()
  expect(screen.getByText('password is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'nobody')
  await userEvent.type(screen.getByLabelText('Password'), '12345')
  await press('Login')
  expect(screen.getByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('password must be at least 6 characters')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), '@college.test')
  await userEvent.type(screen.getByLabelText('Password'), '6')
  await press('Login')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password.')
})

test('a refused sign-in without a message shows its error', async () => {
  served([auth.login, () => answer(401, { error: 'Your account is not active.' })])
  renderPage(<LoginPage />, '/login')
  await userEvent.type(screen.getByLabelText('Email'), 'ayesha@college.test')
  await userEvent.type(screen.getByLabelText('Password'), 'ClinicalElog1{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Your account is not active.')
})

test('while it is busy the button says so and cannot be pressed twice', async () => {
  const calls = served([auth.login, HELD])
  renderPage(<LoginPage />, '/login')
  await userEvent.type(screen.getByLabelText('Email'), 'ayesha@college.test')
  await userEvent.type(screen.getByLabelText('Password'), 'ClinicalElog1{Enter}')
  const button = await screen.findByRole('button', { name: 'Logging in...' })
  await userEvent.click(button)
  expect(button).toHaveProperty('disabled', true)
  expect(calls).toHaveLength(1)
  ;(await held(auth.login)).answer(refuse(500))
  expect(await screen.findByText('Login failed')).toBeTruthy()
})

const BUSY = 'The server is busy. Please try again in a moment.'
const TRYING = 'The server is busy. Trying again…'
const busy = () => answer(503, { message: BUSY }, { 'retry-after': '5' })
const stayBusy = () => served([auth.login, busy])

/** Signs in on a page that runs on the test's clock. */
async function signIn() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(screen.getByLabelText('Email'), 'ayesha@college.test')
  await user.type(screen.getByLabelText('Password'), 'ClinicalElog1{Enter}')
}
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a busy server is asked again by the page itself, which says so meanwhile', async () => {
  let tries = 0
  const login = () => {
    tries += 1
    return tries === 1 ? busy() : loginAnswer('fresh')
  }
  const calls = served([auth.login, login], [start.read, startAnswer([])])
  const { router } = renderPage(<LoginPage />, '/login')
  await signIn()
  await expect.poll(() => screen.getByRole('status').textContent).toBe(TRYING)
  expect(screen.getByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true)
  expect(screen.queryByText(BUSY)).toBeNull()
  expect(calls).toHaveLength(1)
  await later(7500)
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  await expect.poll(() => calls.map(({ path }) => path)).toEqual(['/api/login', '/api/login', '/api/start'])
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a server that stays busy is told after three more tries', async () => {
  const calls = stayBusy()
  renderPage(<LoginPage />, '/login')
  await signIn()
  for (let tries = 1; tries <= 3; tries += 1) {
    await expect.poll(() => calls).toHaveLength(tries)
    await later(7500)
  }
  expect((await screen.findByRole('alert')).textContent).toBe(BUSY)
  expect(calls).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'Login' })).toHaveProperty('disabled', false)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('too many failures are told at once, whatever they say of later', async () => {
  const calls = served([auth.login, () => answer(429, { message: 'Too many.' }, { 'retry-after': '5' })])
  renderPage(<LoginPage />, '/login')
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Too many.')
  await later(60_000)
  expect(calls).toHaveLength(1)
})

test('who leaves the sign-in while it waits is not signed in later', async () => {
  const calls = stayBusy()
  const { unmount } = renderPage(<LoginPage />, '/login')
  await signIn()
  await expect.poll(() => screen.getByRole('status').textContent).toBe(TRYING)
  unmount()
  await later(60_000)
  expect(calls).toHaveLength(1)
})

test('the sign-in over an open form waits as well, until it is cancelled', async () => {
  signedIn()
  const calls = stayBusy()
  const given = vi.fn()
  renderPage(null)
  act(() => signInAgain.set({ email: 'ayesha@college.test', answer: given }))
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

test('a forgotten password is the administrator’s business while there is no mail, else a screen', async () => {
  const first = renderPage(<LoginPage />, '/login')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }))
  expect(screen.getByRole('alert').textContent).toBe(
    'Forgot Password is not yet implemented. Please contact the administrator.',
  )
  first.unmount()
  const removeMeta = pageMeta('mail-configured', 'yes')
  renderPage(<LoginPage />, '/login')
  expect(screen.getByRole('link', { name: 'Forgot Password?' }).getAttribute('href')).toBe('/forgot-password')
  removeMeta()
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
  await userEvent.type(screen.getByLabelText('Current password'), 'given-once')
  await userEvent.type(screen.getByLabelText('New password'), 'Better12')
  await press('Save password')
  await expect.poll(() => getLogin()?.user).not.toHaveProperty('password_replaced_by')
})

test('the first password is checked by the rule, and then everything is open', async () => {
  startLogin(loginAnswer('fresh', { must_change_password: true }))
  served([auth.changePassword, { message: 'Password changed.' }])
  const { router } = renderPage(<ChoosePasswordPage />, '/choose-password')
  await userEvent.type(screen.getByLabelText('Current password'), 'given-once')
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
