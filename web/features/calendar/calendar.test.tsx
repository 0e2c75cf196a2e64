import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type CalendarAddress, calendar } from '../../../shared/contract/calendar.ts'
import { HELD, held, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { CalendarModal } from './CalendarModal.tsx'

const NONE: CalendarAddress = { address: null, created_at: null }
const addressed = (address: string): CalendarAddress => ({ address, created_at: '2026-11-20T09:05:00.000Z' })
const PRESENT = addressed('/api/calendar/first/feed.ics')

beforeEach(() => signedIn(['student']))

const open = () => renderPage(<CalendarModal onClose={() => undefined} />)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const field = async () => (await screen.findByLabelText<HTMLInputElement>('Address')).value

/** Serves one address and its changes. */
function keeping(first: CalendarAddress) {
  let present = first
  return served(
    [calendar.read, () => ({ data: present })],
    [
      calendar.create,
      () => {
        present = addressed('/api/calendar/second/feed.ics')
        return { data: present }
      },
    ],
    [
      calendar.remove,
      () => {
        present = NONE
        return { message: 'Calendar address revoked' }
      },
    ],
  )
}
const methods = (calls: { method: string }[]) => calls.map(({ method }) => method)

test('an address is created, and shown to be copied and scanned', async () => {
  const calls = keeping(NONE)
  const user = userEvent.setup()
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Calendar' })
  expect(within(dialog).getByText(/can read them without signing in/)).toBeTruthy()
  expect(within(dialog).queryByLabelText('Address')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Create address' }))
  const whole = `${window.location.origin}/api/calendar/second/feed.ics`
  expect(await field()).toBe(whole)
  expect(screen.getByLabelText('Address')).toHaveProperty('readOnly', true)
  expect(screen.getByRole('img', { name: 'QR code of the address' })).toBeTruthy()
  expect(screen.getByText(/^Made on 20 Nov 2026, 14:05\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(whole)
  expect(methods(calls)).toEqual(['GET', 'POST', 'GET'])
  expect(Object.values({ ...localStorage, ...sessionStorage }).join()).not.toContain('/second/')
})

test('an address that the server tells whole is shown as it is', async () => {
  served([calendar.read, { data: addressed('https://elog.college.example/api/calendar/x/feed.ics') }])
  open()
  expect(await field()).toBe('https://elog.college.example/api/calendar/x/feed.ics')
})

test('a new address is made only after the question', async () => {
  const calls = keeping(PRESENT)
  open()
  await press('Make a new address')
  const question = await screen.findByRole('dialog', { name: 'New address' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(methods(calls)).toEqual(['GET'])
  await press('Make a new address')
  const again = await screen.findByRole('dialog', { name: 'New address' })
  await userEvent.click(within(again).getByRole('button', { name: 'Make a new address' }))
  expect(await screen.findByText('Calendar address made!')).toBeTruthy()
  expect(await field()).toContain('/second/')
})

test('an address is revoked after the question, and then there is none', async () => {
  const calls = keeping(PRESENT)
  open()
  await press('Revoke')
  const question = await screen.findByRole('dialog', { name: 'Revoke address' })
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByRole('button', { name: 'Create address' })).toBeTruthy()
  expect(screen.queryByLabelText('Address')).toBeNull()
  expect(methods(calls)).toEqual(['GET', 'DELETE', 'GET'])
})

test('while it is made the button says so, and a failure is told', async () => {
  served([calendar.read, { data: NONE }], [calendar.create, HELD])
  open()
  await press('Create address')
  expect(await screen.findByRole('button', { name: 'Creating...' })).toHaveProperty('disabled', true)
  ;(await held(calendar.create)).answer(refuse(500))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to make a calendar address')
})

test('what cannot be read is told, with Retry', async () => {
  served([calendar.read, refuse(500)])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch the calendar address')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('staff are told of the sessions that they hold and the postings of their department', async () => {
  signedIn(['faculty'])
  keeping(NONE)
  open()
  expect(
    await screen.findByText(/^Shows the sessions that you hold, and the postings of your department, in the/),
  ).toBeTruthy()
})
