import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth, CODE_NEEDED, WRONG_CODE } from '../../shared/contract/auth.ts'
import { provider } from '../../shared/contract/provider.ts'
import { getLogin } from '../core/login.ts'
import { leaveSignInNews } from '../core/sign-in-news.ts'
import { bodiesTo, HELD, held, refuse, served } from '../testing/network.ts'
import { answer, loginAnswer, pageMeta, signedOut } from '../testing/page.tsx'
import { SignIn } from './sign-in.ts'

const PAGE = readFileSync(join(import.meta.dirname, 'sign-in.html'), 'utf8')

let removeMeta: (() => void) | undefined
beforeEach(() => signedOut())
afterEach(() => {
  removeMeta?.()
  removeMeta = undefined
  document.body.replaceChildren()
})

/** Shows the form of the page; returns what is called when somebody has signed in. */
function open() {
  document.body.innerHTML = PAGE
  const page = document.querySelector<HTMLElement>('[data-written]')
  if (!page) throw new Error('No sign-in')
  const signedIn = vi.fn()
  new SignIn(page, signedIn)
  return signedIn
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('the field of the email takes a number, which browsers do not look at as an email', async () => {
  const calls = served([auth.login, loginAnswer('fresh', { email: null, sign_in_name: 'MBBS-22001' })])
  const signedIn = open()
  const field = screen.getByLabelText('Email')
  expect([field.getAttribute('type'), field.getAttribute('autocomplete')]).toEqual(['text', 'username'])
  await type('Email', ' mbbs-22001')
  await type('Password', 'ClinicalElog1{Enter}')
  await expect.poll(() => signedIn.mock.calls).toHaveLength(1)
  expect(bodiesTo(calls, auth.login)).toEqual([{ email: 'mbbs-22001', password: 'ClinicalElog1' }])
  expect(getLogin()?.user).toMatchObject({ email: null, sign_in_name: 'MBBS-22001' })
})

async function enter() {
  await type('Email', 'ayesha@college.test')
  await type('Password', 'ClinicalElog1{Enter}')
}

test('it says what is missing and what is wrong, each at its field', async () => {
  served([auth.login, refuse(401, 'Invalid email or password.')])
  open()
  await press('Login')
  expect(alerts()).toEqual(['email is required', 'password is required'])
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  await type('Email', 'nobody')
  expect(alerts()).toEqual([])
  await type('Password', '12345')
  await press('Login')
  expect(alerts()).toEqual(['Please enter a valid email address', 'password must be at least 6 characters'])
  expect(screen.getByLabelText('Password').getAttribute('aria-describedby')).toBe('problem-of-password')
  await type('Email', '@college.test')
  await type('Password', '6')
  await press('Login')
  await expect.poll(alerts).toEqual(['Invalid email or password.'])
})

test('a refused sign-in without a message shows its error', async () => {
  served([auth.login, () => answer(401, { error: 'Your account is not active.' })])
  open()
  await enter()
  await expect.poll(alerts).toEqual(['Your account is not active.'])
})

test('while it is busy the button says so and cannot be pressed twice', async () => {
  const calls = served([auth.login, HELD])
  open()
  await enter()
  const button = await screen.findByRole('button', { name: 'Logging in...' })
  await userEvent.click(button)
  expect(button).toHaveProperty('disabled', true)
  expect(calls).toHaveLength(1)
  ;(await held(auth.login)).answer(refuse(500))
  await expect.poll(alerts).toEqual(['Login failed'])
  expect(screen.getByRole('button', { name: 'Login' })).toHaveProperty('disabled', false)
})

const BUSY = 'The server is busy. Please try again in a moment.'
const busy = () => answer(503, { message: BUSY }, { 'retry-after': '5' })
const status = () => screen.getByRole('status').textContent

/** Signs in on a page that runs on the test's clock. */
async function enterOnClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(screen.getByLabelText('Email'), 'ayesha@college.test')
  await user.type(screen.getByLabelText('Password'), 'ClinicalElog1{Enter}')
}

test('a busy server is asked again by the page itself, which says so meanwhile', async () => {
  let tries = 0
  const calls = served([
    auth.login,
    () => {
      tries += 1
      return tries === 1 ? busy() : loginAnswer('fresh')
    },
  ])
  const signedIn = open()
  await enterOnClock()
  await expect.poll(status).toBe('The server is busy. Trying again…')
  expect(screen.getByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true)
  expect(alerts()).toEqual([])
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(7500)
  await expect.poll(() => signedIn.mock.calls).toHaveLength(1)
  expect(getLogin()?.token).toBe('fresh')
  expect(calls).toHaveLength(2)
  expect(status()).toBe('')
})

test('a server that stays busy is told after three more tries', async () => {
  const calls = served([auth.login, busy])
  open()
  await enterOnClock()
  for (let tries = 1; tries <= 3; tries += 1) {
    await expect.poll(() => calls).toHaveLength(tries)
    await vi.advanceTimersByTimeAsync(7500)
  }
  await expect.poll(alerts).toEqual([BUSY])
  expect(calls).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'Login' })).toHaveProperty('disabled', false)
  expect(status()).toBe('')
})

test('too many failures are told at once, whatever they say of later', async () => {
  const calls = served([auth.login, () => answer(429, { message: 'Too many.' }, { 'retry-after': '5' })])
  open()
  await enterOnClock()
  await expect.poll(alerts).toEqual(['Too many.'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toHaveLength(1)
})

test('it asks for a code once the password was right, and says which is wrong', async () => {
  const calls = served([
    auth.login,
    ({ body }) => {
      if (!body.code) return refuse(401, CODE_NEEDED, { code: [CODE_NEEDED] })
      return body.code === '123456' ? loginAnswer('fresh') : refuse(401, WRONG_CODE, { code: [WRONG_CODE] })
    },
  ])
  const signedIn = open()
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
  await enter()
  const field = await screen.findByRole('textbox', { name: 'Code' })
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-describedby')).toBe('code-words')
  expect(alerts()).toEqual([])
  await type('Code', '000000{Enter}')
  await expect.poll(alerts).toEqual([WRONG_CODE])
  expect(field.getAttribute('aria-describedby')).toBe('code-words problem-of-code')
  await userEvent.clear(field)
  await type('Code', '123456{Enter}')
  await expect.poll(() => signedIn.mock.calls).toHaveLength(1)
  const known = { email: 'ayesha@college.test', password: 'ClinicalElog1' }
  expect(bodiesTo(calls, auth.login)).toEqual([known, { ...known, code: '000000' }, { ...known, code: '123456' }])
})

test('the password can be shown', async () => {
  open()
  await type('Password', 'Clinical')
  await press('Show what is typed')
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await press('Hide what is typed')
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
})

test('a forgotten password is the administrator’s business while there is no mail, else a screen', async () => {
  open()
  await userEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }))
  expect(alerts()).toEqual(['Forgot Password is not yet implemented. Please contact the administrator.'])
  removeMeta = pageMeta('mail-configured', 'yes')
  open()
  const leaving = vi.fn((event: Event) => event.preventDefault())
  document.body.addEventListener('click', (event) => !event.defaultPrevented && leaving(event), { once: true })
  await userEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }))
  expect(leaving).toHaveBeenCalled()
  expect(alerts()).toEqual([])
})

test('without a provider there is no other button', () => {
  open()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual(['', 'Login'])
})

test('with one a button leads there, and says so where that does not work', async () => {
  removeMeta = pageMeta('provider-name', 'Sign in with the portal')
  const calls = served([provider.begin, refuse(503, 'Away just now.')])
  open()
  // The server writes the name.
  const button = screen.getByRole('button', { name: '__PROVIDER__' })
  await userEvent.click(button)
  await expect.poll(alerts).toEqual(['Away just now.'])
  expect(button).toHaveProperty('disabled', false)
  expect(calls).toHaveLength(1)
})

test('the page before leaves a line for it, which is shown once', () => {
  leaveSignInNews('Your password has been changed.')
  const lines = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  open()
  expect(lines()).toEqual(['Your password has been changed.', ''])
  open()
  expect(lines()).toEqual([''])
})
