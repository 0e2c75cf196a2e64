import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { auth, CODE_NEEDED, WRONG_CODE } from '../../../shared/contract/auth.ts'
import { type SecondFactor, secondFactor } from '../../../shared/contract/second-factor.ts'
import { start } from '../../../shared/contract/start.ts'
import { getLogin, startLogin, useLogin } from '../../core/login.ts'
import { signInAgain } from '../../core/sign-in-again.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { loginAnswer, onPhone, renderPage, signedIn, startAnswer } from '../../testing/page.tsx'
import { SetUpTwoStepPage } from './SetUpTwoStepPage.tsx'
import { TwoStepModal } from './TwoStepModal.tsx'
import { TwoStepOffModal } from './TwoStepOffModal.tsx'

const OFF: SecondFactor = { is_on: false, since: null, recovery_codes_left: 0, is_required: false }
const ON: SecondFactor = { is_on: true, since: '2026-11-20T09:05:00.000Z', recovery_codes_left: 7, is_required: false }
const BEGUN = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Clinical%20eLog:a@b?secret=ABCDEFGHIJKLMNOP' }
const CODES = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`)
const told = { data: { recovery_codes: CODES } }
const needed = refuse(401, CODE_NEEDED, { code: [CODE_NEEDED] })
const wrong = refuse(401, WRONG_CODE, { code: [WRONG_CODE] })

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const onServer = (state: SecondFactor) =>
  served([secondFactor.read, { data: state }], [secondFactor.begin, { data: BEGUN }], [secondFactor.confirm, told])

beforeEach(() => signedIn(['faculty']))

/** Serves a sign-in with this code. */
const asking = (code: string) =>
  served(
    [
      auth.login,
      ({ body }) => {
        if (!body.code) return needed
        return body.code === code ? loginAnswer('fresh') : wrong
      },
    ],
    [start.read, startAnswer([])],
  )

test('the sign-in over an open form asks for a code once the password was right', async () => {
  asking('123456')
  const given = vi.fn()
  renderPage(null)
  act(() => signInAgain.set({ name: 'ayesha@college.test', answer: given }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  await userEvent.type(dialog.getByLabelText('Password'), 'ClinicalElog1{Enter}')
  await userEvent.type(await dialog.findByLabelText('Code'), '123456{Enter}')
  await expect.poll(() => given).toHaveBeenCalledWith(true)
  act(() => signInAgain.set(undefined))
})

test('it is set up with the app, password and code, and the recovery codes are shown once', async () => {
  const calls = onServer(OFF)
  renderPage(<TwoStepModal onClose={() => undefined} />)
  await press('Set it up')
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
  expect(screen.getByLabelText('Letters for the authenticator app').textContent).toBe('ABCD EFGH IJKL MNOP')
  expect(document.activeElement?.textContent).toMatch(/^Scan this with the authenticator app/)
  expect(screen.queryByRole('link', { name: 'Open the authenticator app' })).toBeNull()
  await press('Turn on')
  expect(screen.getByText('Current password is required')).toBeTruthy()
  expect(screen.getByText('Code is required')).toBeTruthy()
  await type('Current password', 'ClinicalElog1')
  await type('Code', '123456{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Recovery codes' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(bodiesTo(calls, secondFactor.confirm)).toEqual([{ current_password: 'ClinicalElog1', code: '123456' }])
  const kept = Object.values({ ...localStorage, ...sessionStorage }).join()
  for (const secret of [BEGUN.secret, ...CODES]) expect(kept).not.toContain(secret)
})

test('a phone opens its own authenticator app', async () => {
  const takeBack = onPhone()
  onServer(OFF)
  renderPage(<TwoStepModal onClose={() => undefined} />)
  await press('Set it up')
  const link = await screen.findByRole('link', { name: 'Open the authenticator app' })
  expect(link.getAttribute('href')).toBe(BEGUN.uri)
  expect(document.activeElement?.textContent).toMatch(/^Open the app on this device/)
  takeBack()
})

test('what was typed is not thrown away without a question, nor are codes that are shown only now', async () => {
  onServer(OFF)
  const closed = vi.fn()
  const { router } = renderPage(<TwoStepModal onClose={closed} />, '/dashboard?account=two-step')
  const leave = () => act(() => router.navigate('/dashboard'))
  await press('Set it up')
  await type('Current password', 'ClinicalElog1')
  await leave()
  await press('Keep editing')
  expect(router.state.location.search).toBe('?account=two-step')
  await type('Code', '123456{Enter}')
  await screen.findByRole('dialog', { name: 'Recovery codes' })
  await leave()
  const question = within(await screen.findByRole('dialog', { name: 'Close the recovery codes?' }))
  await userEvent.click(question.getByRole('button', { name: 'Keep open' }))
  expect(router.state.location.search).toBe('?account=two-step')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(closed).toHaveBeenCalled()
  await leave()
  expect(router.state.location.search).toBe('')
})

test('while it is on it says since when, and has new recovery codes or is turned off for both proofs', async () => {
  const calls = served(
    [secondFactor.read, { data: ON }],
    [secondFactor.renewCodes, refuse(422, 'The given data was invalid.', { code: [WRONG_CODE] })],
    [secondFactor.turnOff, { message: 'off' }],
  )
  const closed = vi.fn()
  renderPage(<TwoStepModal onClose={closed} />)
  expect(await screen.findByText(/It is on since 20 Nov 2026, 14:05\. 7 recovery codes are left\./)).toBeTruthy()
  await press('New recovery codes')
  await type('Current password', 'ClinicalElog1')
  await type('Code', '000000')
  await press('Make new codes')
  expect(await screen.findByText(WRONG_CODE)).toBeTruthy()
  await press('Cancel')
  await press('Turn off')
  await type('Current password', 'ClinicalElog1')
  await type('Code', '123456')
  await press('Turn off')
  expect(await screen.findByText('Two-step sign-in is off.')).toBeTruthy()
  expect(closed).toHaveBeenCalled()
  expect(bodiesTo(calls, secondFactor.turnOff)).toEqual([{ current_password: 'ClinicalElog1', code: '123456' }])
})

test('where a role needs it, it is not offered to be turned off', async () => {
  onServer({ ...ON, is_required: true, recovery_codes_left: 0 })
  renderPage(<TwoStepModal onClose={() => undefined} />)
  expect(await screen.findByText(/No recovery code is left: make new ones\. Your role needs it\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
})

test('who has to set it up does so in place of everything, and goes on when the codes are kept', async () => {
  startLogin(loginAnswer('first-token', { must_set_up_second_factor: true, second_factor_reset_by: 'Bilal Ahmed' }))
  onServer(OFF)
  const { router } = renderPage(<SetUpTwoStepPage />, '/set-up-two-step')
  expect(screen.getByText(/Please set up two-step sign-in first\. Your role needs it\./)).toBeTruthy()
  expect(screen.getByText(/Bilal Ahmed has switched it off for you/)).toBeTruthy()
  await press('Set it up')
  await screen.findByLabelText('Code')
  await type('Current password', 'ClinicalElog1')
  await type('Code', '123456{Enter}')
  await press('I have kept them')
  expect(router.state.location.pathname).toBe('/dashboard')
  expect(getLogin()?.user).toEqual(loginAnswer('first-token').user)
})

test('who has lost it to somebody else is told until it is read', async () => {
  startLogin(loginAnswer('first-token', { second_factor_reset_by: 'Bilal Ahmed' }))
  const calls = served([secondFactor.noted, { message: 'Noted' }])
  renderPage(<TwoStepOffModal by="Bilal Ahmed" />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Two-step sign-in was switched off' }))
  expect(dialog.getByText(/has switched it off for you: a password is enough to sign in now/)).toBeTruthy()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await expect.poll(() => getLogin()?.user).not.toHaveProperty('second_factor_reset_by')
  expect(calls).toHaveLength(1)
})

/** Shows the note as the frame does, while it is due. */
function Told() {
  const by = useLogin()?.user.second_factor_reset_by
  return by ? <TwoStepOffModal by={by} /> : null
}

test('from there it is set up again', async () => {
  startLogin(loginAnswer('first-token', { second_factor_reset_by: 'Bilal Ahmed' }))
  served([secondFactor.noted, { message: 'Noted' }])
  const { router } = renderPage(<Told />, '/dashboard')
  await press('Set it up again')
  await expect.poll(() => router.state.location.search).toBe('?account=two-step')
  expect(screen.queryByRole('dialog')).toBeNull()
})
