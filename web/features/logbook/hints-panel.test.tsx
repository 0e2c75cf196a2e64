import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { type Hint, logbook } from '../../../shared/contract/logbook.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { logEntry } from '../../testing/logbook.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, refOf, staffMember } from '../../testing/records.ts'
import { HintsPanel } from './HintsPanel.tsx'

const ayesha = { id: 11, name: 'Ayesha Khan', roll_no: 'R-11', status: 'active' as const }
const sana = { id: 21, name: 'Dr. Sana Mirza' }
const hint = (changes: Partial<Hint>): Hint => ({
  kind: 'absent-day',
  student: ayesha,
  person: null,
  department: refOf(department()),
  skill: null,
  day: '2026-11-20',
  count: 1,
  usual: null,
  entry_ids: [91],
  ...changes,
})
const signed = { student: null, person: sana }
const HINTS = [
  hint({}),
  hint({ kind: 'many-a-day', skill: { id: 101, name: 'Cannulation' }, count: 9, usual: 4, entry_ids: [92, 90] }),
  hint({ kind: 'back-dated', count: 6, entry_ids: [93] }),
  hint({ kind: 'many-a-minute', ...signed, count: 45, entry_ids: [94] }),
  hint({ kind: 'one-supervisor', ...signed, count: 48, usual: 50, entry_ids: [95] }),
]

const college = (hints: Hint[] = HINTS) =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group()])],
    [logbook.plausibility, pageOf(hints)],
    [logEntries.list, pageOf([logEntry()])],
  )
const open = vi.fn()

beforeEach(() => {
  open.mockClear()
  signedIn(['principal'])
})

test('each hint is a sentence with its count, person, department and day', async () => {
  college()
  renderPage(<HintsPanel onOpen={open} />)
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Hints' })).getAllByRole('row')
  const texts = rows.map((row) => row.textContent?.replace('Show entries', ''))
  const medicine = department().name
  expect(texts).toEqual([
    `Logged for a day on which the register says absent or on leave1 performanceAyesha KhanR-11${medicine}20 Nov 2026`,
    `More on one day than is usual9 of Cannulation, 4 are usualAyesha KhanR-11${medicine}20 Nov 2026`,
    `Logged together, a week or more afterwards6 performancesAyesha KhanR-11${medicine}Logged on20 Nov 2026`,
    `Signed within one minute45 signaturesDr. Sana Mirza${medicine}Signed on20 Nov 2026`,
    `One person has signed nearly all48 of 50 signaturesDr. Sana Mirza${medicine}Since20 Nov 2026`,
  ])
  expect(screen.getByText('5 hints, the latest first')).toBeTruthy()
  expect(screen.getByText(/A hint is no verdict/)).toBeTruthy()
})

test('a hint shows its entries, and one of them the whole entry', async () => {
  const calls = college()
  const { router } = renderPage(<HintsPanel onOpen={open} />, '/?tab=hints')
  const row = within(await screen.findByRole('row', { name: /9 of Cannulation/ }))
  await userEvent.click(row.getByRole('button', { name: 'Show entries' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Performances' }))
  expect(dialog.getByText('More on one day than is usual: Ayesha Khan')).toBeTruthy()
  expect(router.state.location.search).toBe('?tab=hints&modal=hint-many-a-day&id=92')
  await userEvent.click(await dialog.findByRole('button', { name: /^View / }))
  expect(pathsTo(calls, logEntries.list).at(-1)).toMatch(/ids=92(?:,|%2C)90/)
  expect(open).toHaveBeenCalledWith('view', 91)
  expect(dialog.queryByRole('columnheader', { name: 'Student' })).toBeNull()
})

test('a hint about signatures names the students of its entries', async () => {
  college()
  renderPage(<HintsPanel onOpen={open} />, '/?modal=hint-many-a-minute&id=94')
  const dialog = within(await screen.findByRole('dialog', { name: 'Performances' }))
  expect(dialog.getByText('Signed within one minute: Dr. Sana Mirza')).toBeTruthy()
  expect(await dialog.findByRole('columnheader', { name: 'Student' })).toBeTruthy()
})

test('is narrowed by kind, place and days, all kept in the address', async () => {
  const calls = college()
  const { router } = renderPage(<HintsPanel onOpen={open} />, '/?page=3')
  await userEvent.click(await screen.findByRole('button', { name: /Filters/ }))
  await screen.findByRole('option', { name: department().name })
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Signed within one minute')
  await userEvent.selectOptions(screen.getByLabelText('Department'), department().name)
  await userEvent.selectOptions(screen.getByLabelText('Batch'), batch().name)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Group' }), group().name)
  await userEvent.type(screen.getByLabelText('Performed from'), '2026-10-01')
  await userEvent.type(screen.getByLabelText('Performed to'), '2026-10-31')
  const asked = `kind=many-a-minute&department_id=${department().id}&batch_id=${batch().id}&group_id=${group().id}&from=2026-10-01&to=2026-10-31`
  expect(router.state.location.search).toBe(`?${asked}`)
  const last = new URLSearchParams(pathsTo(calls, logbook.plausibility).at(-1)?.split('?')[1])
  expect(Object.fromEntries(last)).toMatchObject(Object.fromEntries(new URLSearchParams(asked)))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(router.state.location.search).toBe('')
})

test('days that are refused say so, and no hints too', async () => {
  college([])
  served([logbook.plausibility, refuse(422, 'Validation failed', { to: ['At most 366 days at once'] })])
  const first = renderPage(<HintsPanel onOpen={open} />, '/?from=2020-01-01&to=2026-01-01')
  expect((await screen.findByRole('alert')).textContent).toContain('At most 366 days at once')
  first.unmount()
  college([])
  renderPage(<HintsPanel onOpen={open} />)
  expect(await screen.findByText('No hints')).toBeTruthy()
})

test('a head is offered no department', async () => {
  signedIn(['hod'])
  const calls = college()
  served([staff.currentUser, { data: staffMember() }])
  renderPage(<HintsPanel onOpen={open} />)
  await screen.findByRole('table', { name: 'Hints' })
  expect(screen.queryByLabelText('Department')).toBeNull()
  expect(pathsTo(calls, logbook.plausibility)[0]).toContain(`department_id=${department().id}`)
})
