import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSession, startSession } from '../../core/session.ts'
import { answer, loginAnswer, network, pageMeta, renderPage, signedOut } from '../../testing/page.tsx'
import { ChoosePasswordPage } from './ChoosePasswordPage.tsx'
import { LoginPage } from './LoginPage.tsx'

beforeEach(() => signedOut())
afterEach(() => vi.unstubAllGlobals())

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the sign-in says what is missing and what is wrong', async () => {
  network(() => answer(401, { message: 'Invalid email or password.' }))
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
  network(() => answer(401, { error: 'Your account is not active.' }))
  renderPage(<LoginPage />, '/login')
  await userEvent.type(screen.getByLabelText('Email'), 'ayesha@college.test')
  await userEvent.type(screen.getByLabelText('Password'), 'ClinicalElog1{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Your account is not active.')
})

test('while it is busy the button says so and cannot be pressed twice', async () => {
  let respond: (response: Response) => void = () => undefined
  const calls = network(
    () =>
      new Promise((resolve) => {
        respond = resolve
      }),
  )
  renderPage(<LoginPage />, '/login')
  await userEvent.type(screen.getByLabelText('Email'), 'ayesha@college.test')
  await userEvent.type(screen.getByLabelText('Password'), 'ClinicalElog1{Enter}')
  const button = await screen.findByRole('button', { name: 'Logging in...' })
  await userEvent.click(button)
  expect(button).toHaveProperty('disabled', true)
  expect(calls).toHaveLength(1)
  respond(answer(500, {}))
  expect(await screen.findByText('Login failed')).toBeTruthy()
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

test('the first password is checked by the rule, and then everything is open', async () => {
  startSession(loginAnswer('fresh', { must_change_password: true }))
  network(() => answer(200, { message: 'Password changed.' }))
  const { router } = renderPage(<ChoosePasswordPage />, '/choose-password')
  await userEvent.type(screen.getByLabelText('Current password'), 'given-once')
  await userEvent.type(screen.getByLabelText('New password'), 'weak')
  await press('Save password')
  expect(screen.getByText('Password must be at least 8 characters with uppercase, lowercase, and number')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), 'Better12')
  await press('Save password')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(getSession()?.user.must_change_password).toBe(false)
})
