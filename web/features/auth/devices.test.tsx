import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { auth, type OwnLogin } from '../../../shared/contract/auth.ts'
import { pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { DevicesModal } from './DevicesModal.tsx'

const ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'
const ON_PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36'
const login = (id: number, changes: Partial<OwnLogin> = {}): OwnLogin => ({
  id,
  user_agent: ON_WINDOWS,
  created_at: '2026-11-20T09:05:00.000Z',
  last_used_at: '2026-11-20T11:05:00.000Z',
  is_current: false,
  ...changes,
})
const HERE = login(1, { is_current: true })
const PHONE = login(2, { user_agent: ON_PHONE })
const NAMELESS = login(3, { user_agent: null })

beforeEach(() => signedIn(['student']))

/** Serves these logins and their endings. */
function keeping(...first: OwnLogin[]) {
  let open = first
  return served(
    [auth.listLogins, () => pageOf(open)],
    [
      auth.endLogin,
      ({ params }) => {
        open = open.filter(({ id }) => id !== params.id)
        return { message: 'Signed out' }
      },
    ],
    [
      auth.endOtherLogins,
      () => {
        open = open.filter(({ is_current }) => is_current)
        return { message: 'Signed out everywhere else' }
      },
    ],
  )
}
const open = () => renderPage(<DevicesModal onClose={() => undefined} />)
const rows = async () => within(await screen.findByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem')

test('each device is named in plain words, and this one is marked and not offered to be signed out', async () => {
  keeping(HERE, PHONE, NAMELESS)
  open()
  const [here, phone, nameless] = await rows()
  expect(here?.textContent).toBe('Chrome on WindowsThis deviceSigned in 20 Nov 2026, 14:05Last used 20 Nov 2026, 16:05')
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
  expect(phone?.textContent).toContain('Chrome on Android')
  expect(phone?.textContent).not.toContain('This device')
  expect(nameless?.textContent).toContain('Unknown device')
})

test('one is signed out, and gone from the list', async () => {
  const calls = keeping(HERE, PHONE, NAMELESS)
  open()
  const name = 'Sign out Chrome on Android, signed in 20 Nov 2026, 14:05'
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText('Chrome on Android is signed out.')).toBeTruthy()
  expect(await rows()).toHaveLength(2)
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/auth/logins',
    'DELETE /api/auth/logins/2',
    'GET /api/auth/logins',
  ])
})

test('all others are signed out after the question', async () => {
  const calls = keeping(HERE, PHONE, NAMELESS)
  open()
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  await press()
  const question = await screen.findByRole('dialog', { name: 'Sign out everywhere else' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(calls).toHaveLength(1)
  await press()
  const again = await screen.findByRole('dialog', { name: 'Sign out everywhere else' })
  await userEvent.click(within(again).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('You are signed out everywhere else.')).toBeTruthy()
  expect(await rows()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('what is refused is told, and a list that cannot be read has Retry', async () => {
  served([auth.listLogins, pageOf([HERE, PHONE])], [auth.endLogin, refuse(404, 'Login not found.')])
  const { unmount } = open()
  await userEvent.click(await screen.findByRole('button', { name: /^Sign out Chrome on Android/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('Login not found.')
  unmount()
  served([auth.listLogins, refuse(500)])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch the signed-in devices')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('more than are shown are counted', async () => {
  served([auth.listLogins, pageOf([HERE, PHONE], 130)])
  open()
  expect(await screen.findByText('These are the 2 used last of 130.')).toBeTruthy()
})
