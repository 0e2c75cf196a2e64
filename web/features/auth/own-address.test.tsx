import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { getLogin, startLogin } from '../../core/login.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { loginAnswer, pageMeta, renderPage, signedOut } from '../../testing/page.tsx'
import { AddAddressModal } from './AddAddressModal.tsx'
import { TakeAddressPage } from './TakeAddressPage.tsx'

beforeEach(() => {
  signedOut()
  startLogin(loginAnswer('fresh', { email: null, sign_in_name: 'MBBS-22001' }))
})

const nothing = () => undefined
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add address' }))

async function give() {
  const form = await dialog()
  await userEvent.type(form.getByLabelText('Email'), 'ali@college.test')
  await userEvent.type(form.getByLabelText('Current password'), 'Correct1')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
}

test('where there is no mail an address is said to be taken at once, and is', async () => {
  const message = 'Your account has this address now.'
  const calls = served([auth.addEmail, { message, data: { email: 'ali@college.test' } }])
  renderPage(<AddAddressModal onClose={nothing} />)
  expect((await dialog()).getByText(/set up no mail/)).toBeTruthy()
  await give()
  expect((await screen.findByRole('status')).textContent).toBe(message)
  expect(bodiesTo(calls, auth.addEmail)).toEqual([{ email: 'ali@college.test', current_password: 'Correct1' }])
  expect(getLogin()?.user.email).toBe('ali@college.test')
  expect(getLogin()?.user).not.toHaveProperty('sign_in_name')
})

test('where there is mail it is not taken yet', async () => {
  const removeMeta = pageMeta('mail-configured', 'yes')
  served([auth.addEmail, { message: 'A link is on its way.', data: { email: null } }])
  renderPage(<AddAddressModal onClose={nothing} />)
  expect((await dialog()).getByText(/A link is mailed to it/)).toBeTruthy()
  await give()
  expect((await screen.findByRole('status')).textContent).toBe('A link is on its way.')
  expect(getLogin()?.user.email).toBeNull()
  removeMeta()
})

test('what is wrong stands under its field', async () => {
  served([auth.addEmail, refuse(422, 'The given data was invalid.', { email: ['This email is already in use'] })])
  renderPage(<AddAddressModal onClose={nothing} />)
  await give()
  expect(await (await dialog()).findByText('This email is already in use')).toBeTruthy()
})

test('a mailed link is used by a press', async () => {
  const user = { ...loginAnswer('x').user, email: 'ali@college.test' }
  const calls = served([auth.takeEmail, { message: 'Taken.' }], [auth.me, { data: user }])
  renderPage(<TakeAddressPage />, '/take-address?token=abc')
  expect(bodiesTo(calls, auth.takeEmail)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Take this address' }))
  expect((await screen.findByRole('status')).textContent).toBe('Taken.')
  expect(bodiesTo(calls, auth.takeEmail)).toEqual([{ token: 'abc' }])
  await expect.poll(() => getLogin()?.user.email).toBe('ali@college.test')
})

test('a link that no longer works says why', async () => {
  const reason = 'This link is no longer valid. Please ask for a new one.'
  served([auth.takeEmail, refuse(422, 'The given data was invalid.', { token: [reason] })])
  renderPage(<TakeAddressPage />, '/take-address?token=abc')
  await userEvent.click(screen.getByRole('button', { name: 'Take this address' }))
  expect(await screen.findByText(reason)).toBeTruthy()
})
