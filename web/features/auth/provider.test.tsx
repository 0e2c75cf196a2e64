import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROVIDER_RETURN, provider } from '../../../shared/contract/provider.ts'
import { start } from '../../../shared/contract/start.ts'
import { getLogin } from '../../core/login.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { loginAnswer, pageMeta, renderPage, signedOut, startAnswer } from '../../testing/page.tsx'
import { LoginPage } from './LoginPage.tsx'
import { SignedInElsewherePage } from './SignedInElsewherePage.tsx'

let removeMeta: (() => void) | undefined
beforeEach(() => signedOut())
afterEach(() => removeMeta?.())

test('without a provider the sign-in has no other button', () => {
  renderPage(<LoginPage />, '/login')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Login'])
})

test('with one it leads there, and says so where that does not work', async () => {
  removeMeta = pageMeta('provider-name', 'Sign in with the portal')
  const calls = served([provider.begin, refuse(503, 'Away just now.')])
  renderPage(<LoginPage />, '/login')
  const button = screen.getByRole('button', { name: 'Sign in with the portal' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Away just now.')
  expect(button).toHaveProperty('disabled', false)
  expect(calls).toHaveLength(1)
})

test('what comes back from there is sent once, and signs in', async () => {
  const calls = served([provider.finish, loginAnswer('fresh')], [start.read, startAnswer([])])
  const { router } = renderPage(<SignedInElsewherePage />, `${PROVIDER_RETURN}?code=a%2Bb&state=s`)
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  expect(getLogin()?.token).toBe('fresh')
  expect(bodiesTo(calls, provider.finish)).toEqual([{ query: 'code=a%2Bb&state=s' }])
})

test('a refusal is told, and the address forgets what came', async () => {
  const calls = served([provider.finish, refuse(401, 'Nobody has this email.')])
  const { router } = renderPage(<SignedInElsewherePage />, `${PROVIDER_RETURN}?code=x&state=s`)
  expect((await screen.findByRole('alert')).textContent).toBe('Nobody has this email.')
  await expect.poll(() => router.state.location.search).toBe('')
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy()
  expect(calls).toHaveLength(1)
})
