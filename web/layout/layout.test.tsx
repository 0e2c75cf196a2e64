import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { attendanceSubmissions } from '../../shared/contract/attendance-submissions.ts'
import { reportings } from '../../shared/contract/reportings.ts'
import { clearLogin, followOtherTabs } from '../core/login.ts'
import { takeSignInNews } from '../core/sign-in-news.ts'
import { toast, toasts } from '../core/toasts.ts'
import { registers } from '../features/taking/registers.ts'
import { outbox } from '../offline/outbox.ts'
import { served } from '../testing/network.ts'
import { renderPage, renderRoute, signedIn } from '../testing/page.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { Frame } from './Frame.tsx'
import { ListState } from './ListState.tsx'
import { UnsentLink } from './UnsentLink.tsx'
import { WaitingLink } from './WaitingLink.tsx'

afterEach(() => {
  toasts.set([])
})

test('a toast is announced and leaves after five seconds; pointing at it holds it', () => {
  vi.useFakeTimers()
  renderPage(null)
  act(() => {
    toast.success('Saved!')
    toast.error('Failed!')
  })
  const saved = screen.getByRole('status')
  expect(saved.textContent).toBe('Saved!')
  expect(screen.getByRole('alert').textContent).toBe('Failed!')
  act(() => vi.advanceTimersByTime(3000))
  fireEvent.mouseEnter(saved)
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status')).toBe(saved)
  fireEvent.mouseLeave(saved)
  act(() => vi.advanceTimersByTime(1999))
  expect(screen.queryByText('Saved!')).not.toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.queryByText('Saved!')).toBeNull()
})

test('paper says who has printed the page, which the screen does not', () => {
  signedIn(['student'])
  served([reportings.waiting, { data: { waiting: 0, overdue: 0 } }])
  renderRoute('*', <Frame />, '/dashboard')
  expect(screen.queryByText(/^Printed by/)).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/^Printed by/).textContent).toContain('Ayesha Khan')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/^Printed by/)).toBeNull()
})

test('a toast can be closed at once', () => {
  renderPage(null)
  act(() => toast.success('Saved!'))
  fireEvent.click(screen.getByRole('button', { name: 'Close this message' }))
  expect(screen.queryByText('Saved!')).toBeNull()
})

test.each([
  ['that another tab removes', 'Authentication required. Please login first.', () => localStorage.clear()],
  ['that its person ends', undefined, () => clearLogin({ drafts: true })],
])('a login %s leads to the sign-in, which says %s', async (_, news, end) => {
  signedIn(['student'])
  served([reportings.waiting, { data: { waiting: 0, overdue: 0 } }])
  const stop = followOtherTabs()
  const replace = vi.fn()
  vi.stubGlobal('location', { ...window.location, replace })
  renderRoute('/dashboard', <Frame />, '/dashboard')
  expect(screen.getByRole('main')).toBeTruthy()
  act(() => {
    end()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
  expect(takeSignInNews() ?? undefined).toBe(news)
  expect(screen.queryByRole('main')).toBeNull()
  stop()
})

function Panel() {
  const [opened, setOpened] = useState(false)
  const [cleared, setCleared] = useState(false)
  return (
    <FilterPanel
      opened={opened}
      onToggle={() => setOpened(!opened)}
      chosen={[
        { label: 'Department', value: 'Medicine' },
        { label: 'Group', value: undefined },
      ]}
      clear={{ disabled: cleared, onClear: () => setCleared(true) }}
    >
      <input aria-label="Search" />
    </FilterPanel>
  )
}

test('a filter panel starts collapsed, says what is set, and opens; cleared by the keyboard it begins anew', async () => {
  renderPage(<Panel />)
  const toggle = screen.getByRole('button', { name: 'Filters' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText('Department: Medicine')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull()
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Search' })).toBeTruthy()
  const clear = screen.getByRole<HTMLButtonElement>('button', { name: 'Clear Filters' })
  clear.focus()
  await userEvent.keyboard('{Enter}')
  expect(clear.disabled).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' })))
})

test('an Urdu name stands in its own direction and language', () => {
  renderPage(<PersonName name="عائشہ خان" />)
  const name = screen.getByText('عائشہ خان')
  expect(name.getAttribute('lang')).toBe('ur')
  expect(name.getAttribute('dir')).toBe('auto')
})

test('what has not reached the server is told on every other screen, and leads to where it is', async () => {
  const entry = (id: number, more: object) => ({
    subject: registers.subjectOf(id),
    title: `Register ${id}`,
    endpoint: attendanceSubmissions.take,
    body: {},
    state: 'waiting' as const,
    problem: null,
    at: '2026-11-21T08:00:00.000Z',
    reply: null,
    ...more,
  })
  renderPage(<UnsentLink />)
  const link = () => screen.queryByRole('link')
  // The first entry is on its way, the second is saved.
  act(() => outbox.set([entry(1, {}), entry(2, { state: 'saved' })]))
  expect(link()).toBeNull()
  act(() => outbox.set([entry(1, { problem: 'No network' }), entry(2, { problem: 'No network' })]))
  expect(link()?.getAttribute('href')).toBe('/attendance')
  expect(link()?.textContent).toBe('2 waiting')
  act(() => outbox.set([entry(1, { problem: 'No network' }), entry(2, { state: 'conflict', problem: 'Taken' })]))
  expect(link()?.textContent).toBe('1 failed')
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(link()).toBeNull())
  act(() => outbox.set([]))
})

test.each([
  [{ waiting: 3, overdue: 0 }, '3 waiting', 'Reports: 3 waiting'],
  [{ waiting: 3, overdue: 2 }, '3 waiting', 'Reports: 3 waiting, 2 overdue'],
])('of reports %j the header says %s, and leads to them', async (data, shown, name) => {
  signedIn()
  served([reportings.waiting, { data }])
  renderPage(<WaitingLink />)
  const link = await screen.findByRole('link', { name })
  expect(link.textContent).toBe(shown)
  expect(link.getAttribute('href')).toBe('/reporting?turn=mine')
})

test('where no report waits the header says nothing', async () => {
  signedIn()
  const calls = served([reportings.waiting, { data: { waiting: 0, overdue: 0 } }])
  renderPage(<WaitingLink />)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  [[], true, 'Loading'],
  [[], false, 'Nothing found'],
  [['Medicine'], true, 'Medicine'],
  [['Medicine'], false, 'Medicine'],
])('of a list with %j, of the search before: %s, one reads %s', (rows, isPlaceholderData, text) => {
  const query = { data: rows, error: null, isFetching: isPlaceholderData, refetch: () => undefined, isPlaceholderData }
  renderPage(
    <ListState query={query} skeleton="Loading" isEmpty={(data) => data.length === 0} empty="Nothing found">
      {(data) => data.join()}
    </ListState>,
  )
  const shown = screen.getByText(text)
  if (rows.length > 0) expect(shown.getAttribute('aria-busy')).toBe(String(isPlaceholderData))
})
