import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '../../../shared/contract/accounts.ts'
import { type SecurityRow, securityLog } from '../../../shared/contract/security-log.ts'
import { deviceText } from '../../parts/device-text.ts'
import { pageOf, pathsTo, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { account } from '../../testing/records.ts'
import { SecurityLogPage } from './SecurityLogPage.tsx'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'
const row: SecurityRow = {
  id: 1,
  at: '2026-03-10T09:00:00.000Z',
  last_at: '2026-03-10T09:00:00.000Z',
  kind: 'sign-in',
  user: { id: 8, name: 'Bilal Ahmed' },
  email: 'bilal@college.test',
  address: '10.0.0.1',
  device: CHROME,
  detail: null,
  times: 1,
}
const failed: SecurityRow = {
  ...row,
  id: 2,
  kind: 'sign-in-failed',
  user: null,
  email: null,
  address: null,
  device: null,
  detail: 'Invalid email or password.',
  times: 37,
  last_at: '2026-03-10T09:00:40.000Z',
}

const college = (rows: SecurityRow[], total?: number) =>
  served([accounts.list, pageOf([account()])], [securityLog.list, pageOf(rows, total)])
const asked = (calls: SentCall[]) => pathsTo(calls, securityLog.list)

beforeEach(() => signedIn())

test('says when, who, what, from where and with what; the whole device on demand', async () => {
  college([failed, row])
  renderPage(<SecurityLogPage />)
  const table = within(await screen.findByRole('table', { name: 'Security Log' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Time',
    'Person',
    'What',
    'Address',
    'Device',
  ])
  await screen.findByText('Several')
  const [, first, second] = await screen.findAllByRole('row')
  const tried = within(first as HTMLElement)
  expect(tried.getByText('Sign-in failed')).toBeTruthy()
  expect(tried.getByText('37 times within the minute')).toBeTruthy()
  expect(tried.getByText('Unknown email')).toBeTruthy()
  expect(tried.getByText('Invalid email or password.')).toBeTruthy()
  expect(tried.getByText('Several')).toBeTruthy()
  const signedInRow = within(second as HTMLElement)
  expect(signedInRow.getByText('bilal@college.test')).toBeTruthy()
  const whole = signedInRow.getByText(CHROME).closest('details')
  expect(whole?.open).toBe(false)
  await userEvent.click(signedInRow.getByText('Chrome on Windows'))
  expect(whole?.open).toBe(true)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Security Log')
})

test('the filters are in the address and are asked of the server; clearing shows everything', async () => {
  college([])
  const calls = served([securityLog.list, ({ query }) => pageOf(query.kind ? [row] : [failed, row])])
  const { router } = renderPage(<SecurityLogPage />, '/?user_id=8&kind=sign-in&day=2026-03-10&page=2')
  await screen.findByRole('table', { name: 'Security Log' })
  await waitFor(() => expect(asked(calls)).toContain('/api/security-log?user_id=8&kind=sign-in&day=2026-03-10&page=2'))
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Person' })).toHaveProperty(
      'value',
      'Bilal Ahmed · bilal@college.test',
    ),
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Refused')
  await waitFor(() => expect(router.state.location.search).toBe('?user_id=8&kind=refused&day=2026-03-10'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filter' }))
  await waitFor(() => expect(asked(calls)).toContain('/api/security-log?page=1'))
  expect(router.state.location.search).toBe('')
  expect(screen.getByRole('button', { name: 'Clear Filter' })).toHaveProperty('disabled', true)
})

test('a person is found by name, or taken from a row; an address too', async () => {
  const calls = college([row])
  const { router } = renderPage(<SecurityLogPage />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Person' }), 'bi')
  await userEvent.click(await screen.findByRole('option', { name: 'Bilal Ahmed · bilal@college.test' }))
  await waitFor(() => expect(router.state.location.search).toBe('?user_id=8'))
  expect(calls.map(({ path }) => path)).toContain('/api/users?q=bi&per_page=25')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filter' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Bilal Ahmed: show only this person' }))
  await waitFor(() => expect(router.state.location.search).toBe('?user_id=8'))
  await userEvent.click(screen.getByRole('button', { name: '10.0.0.1: show only this address' }))
  await waitFor(() => expect(asked(calls)).toContain('/api/security-log?user_id=8&address=10.0.0.1&page=1'))
})

test('an address opened anew names its person, also where nothing of them is in the log', async () => {
  const calls = college([])
  renderPage(<SecurityLogPage />, '/?user_id=8')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Person' })).toHaveProperty(
      'value',
      'Bilal Ahmed · bilal@college.test',
    ),
  )
  expect(calls.map(({ path }) => path)).toContain('/api/users?id=8&per_page=1')
})

test('a filter in the address that can be none is left out', async () => {
  const calls = college([row])
  renderPage(<SecurityLogPage />, '/?kind=nonsense&day=2026-02-30&user_id=x')
  await screen.findByRole('button', { name: 'Bilal Ahmed: show only this person' })
  expect(asked(calls)).toEqual(['/api/security-log?page=1'])
})

test('nothing found is said; what failed can be tried again', async () => {
  let fails = true
  college([])
  served([securityLog.list, () => (fails ? refuse(500, 'Something went wrong on the server.') : pageOf([]))])
  renderPage(<SecurityLogPage />, '/?kind=export')
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on the server.')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing in the log fits these filters.')).toBeTruthy()
})

test('more than a page has a way on', async () => {
  const calls = college([row], 250)
  renderPage(<SecurityLogPage />)
  expect(await screen.findByText('Page 1 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
  expect(asked(calls)).toContain('/api/security-log?page=2')
})

test.each([
  [CHROME, 'Chrome on Windows'],
  [`${CHROME} Edg/130.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/18.0 Safari/605.1', 'Safari on Mac'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['python-requests/2.32 (something else)', 'python-requests/2.32'],
])('%s is read as %s', (userAgent, text) => expect(deviceText(userAgent)).toBe(text))
