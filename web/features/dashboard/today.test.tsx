import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { atCollege } from '../../../shared/college-clock.ts'
import { reportings } from '../../../shared/contract/reportings.ts'
import { today } from '../../../shared/contract/today.ts'
import { writeRoom } from '../../core/kept-start.ts'
import { HELD, held, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { AT, day, line, part } from '../../testing/today.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { ageText } from './rules.ts'

const daysAgo = (days: number) => atCollege(Date.now() - days * 86_400_000).day

beforeEach(() => {
  signedIn(['faculty'])
  served([reportings.waiting, { data: { waiting: 0, overdue: 0 } }])
})

const open = () => renderPage(<DashboardPage tiles={[]} />, '/dashboard')
const section = () => screen.findByRole('region', { name: /^Today/ })

test('each line says what waits, since when, and leads there in one tap', async () => {
  served([
    today.read,
    day(
      part({ lines: [line({ detail: 'Batch 2023, today, 09:00 to 10:00' })] }),
      part({
        kind: 'grading',
        title: 'Work to grade',
        total: 61,
        more: 58,
        lines: [line({ text: 'Case history', count: 58, since: daysAgo(12), to: '/tasks?modal=submissions&id=5' })],
        to: '/tasks',
      }),
    ),
  ])
  open()
  const found = await section()
  await within(found).findByRole('heading', { name: 'Work to grade' })
  const grade = within(found).getByRole('link', { name: /^Case history/ })
  expect(grade.textContent).toBe('Case history58\u00a0· oldest 12 days')
  expect(within(found).getByRole('link', { name: 'All 61' }).getAttribute('href')).toBe('/tasks')
  const register = within(found).getByRole('link', { name: /^Ward A/ })
  expect(register.getAttribute('href')).toBe('/attendance?modal=take&id=30')
})

test('an empty day says so kindly', async () => {
  served([today.read, day()])
  open()
  expect(await screen.findByText('Nothing is waiting for you. Have a good day.')).toBeTruthy()
})

test('what cannot be loaded fails alone, and is asked for again by Retry', async () => {
  let failing = true
  const broken = part({ kind: 'cases', title: 'Cases waiting for you', total: 0, lines: null })
  served([
    today.read,
    () => (failing ? day(part(), broken) : day(part(), part({ ...broken, total: 1, lines: [line()] }))),
  ])
  open()
  const found = await section()
  expect((await within(found).findByRole('alert')).textContent).toContain('This could not be loaded.')
  expect(within(found).getByRole('link', { name: /^Ward A/ })).toBeTruthy()
  failing = false
  await userEvent.click(within(found).getByRole('button', { name: 'Retry Cases waiting for you' }))
  await waitFor(() => expect(within(found).queryByRole('alert')).toBeNull())
})

test('when nothing can be loaded the tiles are there all the same, in their place', async () => {
  writeRoom(7, 900)
  served([today.read, HELD])
  open()
  const found = await section()
  expect(found.style.minHeight).toBe('900px')
  ;(await held(today.read)).answer(refuse(500))
  expect((await within(found).findByRole('alert')).textContent).toContain('Failed to fetch what waits for you today')
  expect(found.style.minHeight).toBe('')
  expect(screen.getByRole('list', { name: 'Modules' })).toBeTruthy()
})

test('news stay until they are marked as seen, as of the moment at which they were read', async () => {
  signedIn(['student'])
  let seen = false
  const news = part({ kind: 'new-results', title: 'New results', lines: [line({ to: '/my-results' })] })
  const calls = served(
    [today.read, () => (seen ? day() : day(news))],
    [
      today.markSeen,
      () => {
        seen = true
        return { message: 'Saved' }
      },
    ],
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as seen: New results' }))
  expect(await screen.findByText(/^Nothing is waiting/)).toBeTruthy()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ kind: 'new-results', at: AT })
  expect(pathsTo(calls, today.read)).toHaveLength(2)
})

test('a line that leads nowhere is no link, and what is left is counted', async () => {
  const soon = part({
    kind: 'sessions-soon',
    title: 'Sessions',
    total: 9,
    more: 7,
    lines: [line({ to: null }), line({ to: null })],
  })
  served([today.read, day(soon)])
  open()
  expect(await screen.findByText('and 7 more')).toBeTruthy()
  expect(within(await section()).queryByRole('link')).toBeNull()
})

test.each([
  ['2026-11-23', 'since today'],
  ['2026-11-22', 'since yesterday'],
  ['2026-11-11', '12 days'],
  ['2024-11-24', '729 days'],
  ['2020-11-23', '6 years'],
])('what waits since %s says %s', (since, text) => {
  expect(ageText(since, '2026-11-23')).toBe(text)
})
