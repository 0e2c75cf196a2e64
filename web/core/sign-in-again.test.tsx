import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportings } from '../../shared/contract/reportings.ts'
import { students } from '../../shared/contract/students.ts'
import { today } from '../../shared/contract/today.ts'
import { answer, network, signedIn } from '../testing/page.tsx'
import { call } from './call.ts'
import { clearLogin, getLogin } from './login.ts'
import { signInAgain, useOpenForm } from './sign-in-again.ts'

function Form() {
  useOpenForm()
  return null
}

const ENDED = { status: 401, message: 'Unauthenticated.' }

beforeEach(() => {
  signedIn()
  network(() => answer(401, ENDED))
})
afterEach(() => {
  cleanup()
  signInAgain.set(undefined)
  clearLogin()
  vi.unstubAllGlobals()
})

test.each([
  ['the day', () => call(today.read)],
  ['the reports that wait', () => call(reportings.waiting)],
])('%s, read aside, asks nobody at a form to sign in, and takes no login', async (_, read) => {
  render(<Form />)
  await expect(read()).rejects.toMatchObject(ENDED)
  expect(signInAgain.get()).toBeUndefined()
  expect(getLogin()).toBeDefined()
})

test('a call that the person waits for asks, and goes on with the new login', async () => {
  render(<Form />)
  const listed = call(students.list)
  await expect.poll(() => signInAgain.get()?.name).toBe('ayesha@college.test')
  network(() => answer(200, { data: [] }))
  signInAgain.get()?.answer(true)
  expect(await listed).toEqual({ data: [] })
})

test('without a form a call aside ends the login as any other', async () => {
  await expect(call(today.read)).rejects.toMatchObject(ENDED)
  expect(getLogin()).toBeUndefined()
})
