import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { clearLogin, startLogin, storeRoles } from '../../core/login.ts'
import { keep } from '../../offline/device.ts'
import { entryOf } from '../../offline/outbox.ts'
import { refuse, served, setReached } from '../../testing/network.ts'
import { loginAnswer, renderPage } from '../../testing/page.tsx'
import {
  beginAnew,
  college,
  completedSession,
  counts,
  Device,
  DRAFT,
  dialog,
  draft,
  give,
  marked,
  onClose,
  open,
  posts,
  pressed,
  rest,
  save,
  server,
  stores,
  student,
  unmarked,
} from '../../testing/taking.tsx'

beginAnew()

test('the marks survive a reload, and opening again resets nobody', async () => {
  server()
  const before = open()
  await dialog()
  await give('Ayesha', 'Leave')
  await give('Celina', 'Absent')
  before.unmount()
  college.roster = [...unmarked, student(6, 'New in the group')]
  open()
  await dialog()
  expect(pressed('Ayesha')).toEqual(['Leave'])
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(counts()).toBe('Present0Absent1Leave1Not marked2')
  for (const name of ['بلال', 'New in the group']) expect(pressed(name)).toEqual(['Absent'])
})

test('the marks of one person are not those of the next at the same device', async () => {
  server()
  const before = open()
  await dialog()
  await give('Ayesha', 'Leave')
  before.unmount()
  clearLogin()
  startLogin(loginAnswer('other', { id: 8 }))
  storeRoles(['faculty'])
  open()
  await dialog()
  expect(counts()).toBe('Present0Absent0Leave0Not marked3')
  expect(pressed('Ayesha')).toEqual(['Absent'])
})

test('saved without network it says Waiting, survives a reload, and is sent once when the network is back', async () => {
  const calls = server()
  const before = open()
  await dialog()
  await userEvent.click(rest())
  await give('Celina', 'Absent')
  setReached(false)
  await save()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(
    screen.getByText('The marks are kept on this device and sent as soon as the server can be reached.'),
  ).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  before.unmount()

  open()
  await dialog()
  expect(await screen.findByText(/This is the list of/)).toBeTruthy()
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(pressed('Celina')).toEqual(['Absent'])
  expect(pressed('Ayesha')).toEqual(['Present'])

  const tried = posts(calls).length
  setReached(true)
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  const all = posts(calls)
  expect(all).toHaveLength(tried + 1)
  expect(new Set(all.map(({ body }) => body.key)).size).toBe(1)
})

test('an ended session is signed in again over the marks, and they are sent', async () => {
  let ended = true
  server()
  const calls = served(
    [auth.login, loginAnswer('second-token')],
    [
      attendanceSubmissions.take,
      ({ body, headers }) =>
        ended && headers.authorization === 'Bearer first-token' ? refuse(401, 'Please sign in.') : stores(body),
    ],
  )
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  await userEvent.type(within(again).getByLabelText(/^Password/), 'ClinicalElog1')
  await userEvent.click(within(again).getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  ended = false
  const sent = posts(calls).filter(({ path }) => path === '/api/attendance-submissions')
  expect(new Set(sent.map(({ body }) => body.key)).size).toBe(1)
  expect(entryOf('attendance:5')?.state).toBe('saved')
})

test('a refusal is Failed with the server’s words, and the marks are still there', async () => {
  server()
  college.onPost = () => refuse(422, 'x', { submissions: ['Celina is not of this group'] })
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  expect(await screen.findByText('Failed')).toBeTruthy()
  expect(screen.getByText(/Celina is not of this group/).textContent).not.toContain('Validation error')
  expect(pressed('Ayesha')).toEqual(['Present'])
  college.onPost = stores
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

/** Writes as another tab of the same person does. */
function elsewhere(key: string, value: unknown): void {
  if (value === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ value, at: new Date().toISOString() }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
}

test('marks made in another tab appear, and those of neither are lost', async () => {
  server()
  open()
  await dialog()
  await give('Ayesha', 'Leave')
  elsewhere(DRAFT, { ...draft(), title: 'x', value: { ...draft().value, entries: { 1: 'leave', 2: 'absent' } } })
  expect(pressed('بلال')).toEqual(['Absent'])
  expect(counts()).toBe('Present0Absent1Leave1Not marked1')

  // Written without an event to this tab: the next entry is built on it all the same.
  const { value } = draft()
  localStorage.setItem(
    DRAFT,
    JSON.stringify({ value: { ...draft(), value: { ...value, remarks: { 1: 'ill' } } }, at: '' }),
  )
  await give('Celina', 'Present')
  expect(draft().value).toEqual({
    entries: { 1: 'leave', 2: 'absent', 3: 'present' },
    remarks: { 1: 'ill' },
    updated_at: '2026-01-02T03:04:05.678Z',
  })
})

test('what an earlier version kept on the device is still there, and goes on', async () => {
  server()
  const value = { marks: { 1: 'leave' }, remarks: { 1: 'ill' }, updated_at: '2026-01-02T03:04:05.678Z' }
  localStorage.setItem(DRAFT, JSON.stringify({ value: { title: 'x', value }, at: new Date().toISOString() }))
  open()
  await dialog()
  expect(pressed('Ayesha')).toEqual(['Leave'])
  await give('Celina', 'Present')
  expect(draft().value).toEqual({
    entries: { 1: 'leave', 3: 'present' },
    remarks: { 1: 'ill' },
    updated_at: '2026-01-02T03:04:05.678Z',
  })
})

test('what another tab saved is shown as saved here', async () => {
  server()
  open()
  await dialog()
  await give('Ayesha', 'Leave')
  college.session = completedSession
  college.roster = marked
  const entry = {
    subject: 'attendance:5',
    title: 'Group A',
    endpoint: {},
    body: { submissions: [] },
    state: 'saved',
    problem: null,
    at: new Date().toISOString(),
    reply: { data: completedSession },
  }
  await keep(7, 'outbox/attendance:5', entry)
  elsewhere('kept:7/told/outbox', 1)
  elsewhere(DRAFT, undefined)
  await dialog('Update Attendance')
  expect(pressed('Ayesha')).toEqual(['Present'])
  expect(screen.getByText('Saved')).toBeTruthy()
})

test('the sign-in page of a Wi-Fi in the place of the answer leaves it waiting, and it is sent by itself', async () => {
  const calls = server()
  let portal = true
  college.onPost = (body) =>
    portal
      ? new Response('<html>Sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
      : stores(body)
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(screen.queryByText(/Check the connection/)).toBeNull()
  portal = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  expect(posts(calls)).toHaveLength(2)
})

test('what waits says why, where it is more than the network', async () => {
  server()
  college.onPost = () => refuse(503, 'The server is being updated.')
  open()
  await dialog()
  await userEvent.click(rest())
  await save()
  expect(
    await screen.findByText(
      'The marks are kept on this device and sent as soon as the server can be reached. The server is being updated.',
    ),
  ).toBeTruthy()
})

test('what waits needs nothing more: the dialog only closes, until another mark is made', async () => {
  server()
  open()
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: /^Mark the rest present/ }))
  setReached(false)
  await save()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await give('Ayesha', 'Absent')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
})

test('marks begun in another tab are listed', async () => {
  server()
  renderPage(<Device />)
  await act(async () => {})
  elsewhere('kept:7/begun/attendance:6', {
    title: 'Group C',
    value: { entries: {}, remarks: {}, updated_at: '2026-01-02T03:04:05.678Z' },
  })
  expect(await screen.findByText('Group C')).toBeTruthy()
})
