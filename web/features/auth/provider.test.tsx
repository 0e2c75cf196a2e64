import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { PROVIDER_RETURN, provider } from '../../../shared/contract/provider.ts'
import { start } from '../../../shared/contract/start.ts'
import { getLogin } from '../../core/login.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { loginAnswer, renderPage, signedOut, startAnswer } from '../../testing/page.tsx'
import { SignedInElsewherePage } from './SignedInElsewherePage.tsx'

beforeEach(() => signedOut())

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
