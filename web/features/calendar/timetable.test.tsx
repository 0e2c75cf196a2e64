import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { calendar, type TimetableSession } from '../../../shared/contract/calendar.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { pageOf, pathsTo, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { posting } from '../../testing/postings.ts'
import { department, group, staffMember } from '../../testing/records.ts'
import { TimetablePage } from './TimetablePage.tsx'
import { weekOf } from './timetable.rules.ts'

const session = (changes: Partial<TimetableSession> = {}): TimetableSession => ({
  id: 1,
  activity_date: '2026-03-03',
  start_time: '09:00',
  end_time: '11:00',
  status: 'pending',
  department: { id: 3, name: 'Medicine' },
  batch: { id: 4, name: 'MBBS 2023' },
  group: { id: 5, name: 'Group A' },
  staff: { id: 6, name: 'Dr Amina' },
  ...changes,
})
const task = {
  id: 8,
  name: 'Case history',
  end_date: '2026-03-05',
  department: 'Surgery',
  is_handed_in: false,
  skill_id: null,
}

let calls: SentCall[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-03T05:00:00Z') })
  calls = served(
    [staff.currentUser, { data: staffMember() }],
    [staff.list, pageOf([staffMember({ id: 9, name: 'Dr Bilal' })])],
    [departments.list, pageOf([])],
    [groups.list, pageOf([group()])],
    [postings.list, pageOf([posting()])],
    [
      calendar.days,
      {
        data: {
          sessions: [
            session(),
            session({ id: 2, activity_date: '2026-03-04', start_time: '20:00', end_time: '08:00' }),
          ],
          tasks: [task],
          postings: [posting()],
        },
      },
    ],
  )
  return () => vi.useRealTimers()
})

const dayNamed = (name: RegExp) => within(screen.getByRole('heading', { level: 2, name }).closest('li') as HTMLElement)

test.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s begins on Monday %s', (day, monday) => {
  const week = weekOf(day)
  expect([week[0], week.length, week.includes(day)]).toEqual([monday, 7, true])
})

test('a student has the posting of the week, and a teacher the group', async () => {
  signedIn(['student'])
  const { unmount } = renderPage(<TimetablePage />)
  const own = within(await screen.findByRole('list', { name: 'Postings of this week' }))
  expect(own.getByText('Medicine, Ward 3')).toBeTruthy()
  unmount()
  signedIn(['faculty'])
  renderPage(<TimetablePage />)
  const theirs = within(await screen.findByRole('list', { name: 'Postings of this week' }))
  expect(theirs.getByText('Group A, Ward 3')).toBeTruthy()
})

test('a student has the own week with sessions and last days; a night duty stands on both days', async () => {
  signedIn(['student'])
  renderPage(<TimetablePage />)
  await screen.findByText('09:00 to 11:00')
  expect(pathsTo(calls, calendar.days)).toEqual(['/api/calendar/days?from=2026-03-01&to=2026-03-08'])
  expect(dayNamed(/^Tuesday/).getByText('Medicine')).toBeTruthy()
  expect(dayNamed(/^Tuesday/).getByText('Dr Amina')).toBeTruthy()
  expect(dayNamed(/^Wednesday/).getByText('20:00 to 08:00 (next day)')).toBeTruthy()
  expect(dayNamed(/^Thursday/).getByText('until 08:00, from the day before')).toBeTruthy()
  expect(
    dayNamed(/^Thursday/)
      .getByRole('link', { name: 'Case history' })
      .getAttribute('href'),
  ).toBe('/tasks?modal=submit&id=8')
  expect(dayNamed(/^Monday/).getByText('Nothing planned')).toBeTruthy()
})

test('a teacher goes from a due session to its register, and to none of a day to come', async () => {
  signedIn(['faculty'])
  renderPage(<TimetablePage />)
  const due = await screen.findByRole('link', { name: 'Group A' })
  expect(due.getAttribute('href')).toContain('modal=take&id=1')
  expect(screen.getAllByText('Group A')).toHaveLength(3)
})

test('sessions at the same hours are told, with what else is there; not cancelled ones, and not in a ward', async () => {
  signedIn(['hod'])
  const other = session({ id: 3, start_time: '10:30', end_time: '12:00', group: { id: 7, name: 'Group C' } })
  const gone = session({ id: 4, status: 'cancelled', group: { id: 8, name: 'Group D' } })
  served([calendar.days, { data: { sessions: [session(), other, gone], tasks: [], postings: [] } }])
  const { unmount } = renderPage(<TimetablePage />)
  await screen.findByText('10:30 to 12:00')
  const told = () => screen.queryAllByText(/^At the same hours as/).map(({ textContent }) => textContent)
  expect(told()).toEqual(['At the same hours as Group C', 'At the same hours as Group A'])
  expect(screen.queryByText('Dr Amina')).toBeNull()
  unmount()
  renderPage(<TimetablePage />, '/timetable?ward=Ward+3')
  await screen.findByText('10:30 to 12:00')
  expect(told()).toEqual([])
  expect(screen.getAllByText('Dr Amina')).toHaveLength(3)
})

// The server takes days from 1800 to 2999, and the timetable asks for the night before the week.
test.each([
  '2026-02-31',
  '1800-01-01',
  '2999-12-31',
])('with %s, which is told, stands the week of today', async (day) => {
  signedIn(['student'])
  renderPage(<TimetablePage />, `/timetable?day=${day}`)
  await screen.findByText('2 Mar 2026 to 8 Mar 2026')
  const told = () => screen.queryByText(/^The address asks for a day that no timetable has/)?.textContent
  expect(told()).toContain(day)
  await screen.findByText('09:00 to 11:00')
  expect(pathsTo(calls, calendar.days)).toEqual(['/api/calendar/days?from=2026-03-01&to=2026-03-08'])
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Later' }))
  await screen.findByText('9 Mar 2026 to 15 Mar 2026')
  expect(told()).toBeUndefined()
  expect(pathsTo(calls, calendar.days).at(-1)).toBe('/api/calendar/days?from=2026-03-08&to=2026-03-15')
})

test.each([
  [false, '/logbook?modal=log&id=6', null],
  [true, '/logbook', 'Completed'],
])('the last day of a number of performances leads to the logbook; done: %s', async (is_handed_in, href, word) => {
  signedIn(['student'])
  served([calendar.days, { data: { sessions: [], tasks: [{ ...task, is_handed_in, skill_id: 6 }], postings: [] } }])
  renderPage(<TimetablePage />)
  expect((await screen.findByRole('link', { name: 'Case history' })).getAttribute('href')).toBe(href)
  expect(screen.queryByText('Completed')?.textContent ?? null).toBe(word)
  expect(screen.queryByText('Submitted')).toBeNull()
})

const EMPTY = { data: { sessions: [], tasks: [], postings: [] } }
const heading = () => screen.getByText(/2 Mar 2026 to 8 Mar 2026$/).textContent
const blanks = () =>
  ['Group', 'Ward'].map((label) => within(screen.getByLabelText(label)).getAllByRole('option')[0]?.textContent)

test.each([
  ['ward=Nowhere', 'No group is posted to this ward in this week: Nowhere.', 'Nowhere, 2 Mar 2026 to 8 Mar 2026'],
  ['group_id=999', 'The department has no such group at work: 999.', '2 Mar 2026 to 8 Mar 2026'],
])('%s is told, once it is known that there is none', async (asked, told, line) => {
  signedIn(['hod'])
  served([calendar.days, EMPTY], [groups.read, refuse(404, 'Record not found.')])
  renderPage(<TimetablePage />, `/timetable?${asked}`)
  expect((await screen.findByRole('status', { description: told })).textContent).toBe(told)
  expect(heading()).toBe(line)
})

test.each([
  ['group_id=77', 'Evening Round (MBBS 2023), 2 Mar 2026 to 8 Mar 2026'],
  ['staff_id=88', 'Dr Zara, 2 Mar 2026 to 8 Mar 2026'],
])('%s is named with an empty week and without a department too', async (asked, line) => {
  signedIn(['admin'])
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [calendar.days, EMPTY],
    [groups.read, { data: group({ id: 77, name: 'Evening Round', batch: { id: 4, name: 'MBBS 2023' } }) }],
    [staff.read, { data: staffMember({ id: 88, name: 'Dr Zara' }) }],
  )
  renderPage(<TimetablePage />, `/timetable?${asked}`)
  await waitFor(() => expect(heading()).toBe(line))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a group that is no longer active is named by what its week has, and a group goes before a ward', async () => {
  signedIn(['hod'])
  renderPage(<TimetablePage />, '/timetable?group_id=5&ward=Ward+3')
  await screen.findByText('09:00 to 11:00')
  expect(heading()).toBe('Group A (MBBS 2023), 2 Mar 2026 to 8 Mar 2026')
  expect(screen.getByLabelText<HTMLSelectElement>('Group').selectedOptions[0]?.textContent).toBe('Group A (MBBS 2023)')
  expect(screen.queryByRole('status')).toBeNull()
  expect(pathsTo(calls, calendar.days).at(-1)).toMatch(/group_id=5$/)
})

const fieldsOf = () =>
  screen
    .getAllByRole('combobox')
    .map((field) => [
      (field as HTMLSelectElement).labels[0]?.textContent,
      (field as HTMLSelectElement).options[0]?.textContent,
    ])

test.each(['admin', 'principal'])('a %s, who has no own week, chooses whose is shown', async (role) => {
  signedIn([role])
  served([staff.currentUser, refuse(404, 'Record not found.')], [departments.list, pageOf([department({ id: 3 })])])
  renderPage(<TimetablePage />)
  await screen.findByText('Choose a group, a teacher or a ward')
  expect(pathsTo(calls, calendar.days)).toEqual([])
  await screen.findByRole('option', { name: 'Ward 3' })
  expect(fieldsOf()).toEqual([
    ['Department', 'Choose a department'],
    ['Group', 'Choose a department first'],
    ['Teacher', 'Choose a department first'],
    ['Ward', 'No ward'],
  ])
  await userEvent.selectOptions(screen.getByLabelText('Department'), '3')
  await userEvent.selectOptions(
    screen.getByLabelText('Teacher'),
    await screen.findByRole('option', { name: 'Dr Bilal' }),
  )
  await waitFor(() => expect(pathsTo(calls, calendar.days).at(-1)).toMatch(/staff_id=9$/))
  await waitFor(() => expect(heading()).toBe('Dr Bilal, 2 Mar 2026 to 8 Mar 2026'))
  await userEvent.selectOptions(screen.getByLabelText('Ward'), 'Ward 3')
  await waitFor(() => expect(pathsTo(calls, calendar.days).at(-1)).toMatch(/ward=Ward\+3$/))
  await userEvent.selectOptions(screen.getByLabelText('Ward'), '')
  await screen.findByText('Choose a group, a teacher or a ward')
})

test('a head chooses a teacher of the department, and a teacher no other; one who is not there is told', async () => {
  signedIn(['hod'])
  served([calendar.days, EMPTY], [staff.read, refuse(404, 'Record not found.')])
  const { unmount } = renderPage(<TimetablePage />, '/timetable?staff_id=999')
  const told = 'The department has no such teacher at work: 999.'
  expect((await screen.findByRole('status', { description: told })).textContent).toBe(told)
  expect(fieldsOf().map(([label]) => label)).toEqual(['Group', 'Teacher', 'Ward'])
  const teacher = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Teacher' })
  await waitFor(() => expect(teacher.selectedOptions[0]?.textContent).toBe('Not found'))
  await userEvent.selectOptions(teacher, 'My own week')
  await waitFor(() => expect(screen.queryByText(told)).toBeNull())
  expect(screen.queryByText('Not found')).toBeNull()
  unmount()
  signedIn(['faculty'])
  renderPage(<TimetablePage />, '/timetable?staff_id=9')
  await screen.findByLabelText('Ward')
  expect(screen.queryByLabelText('Teacher')).toBeNull()
  expect(pathsTo(calls, calendar.days).at(-1)).not.toContain('staff_id')
})

test.each([
  ['group_id', 'There is no such group: 999.'],
  ['staff_id', 'There is no such teacher: 999.'],
])('%s of nobody is told without a department too, and no week is drawn', async (name, told) => {
  signedIn(['admin'])
  served([staff.currentUser, refuse(404, 'Record not found.')], [calendar.days, refuse(404, 'Record not found.')])
  renderPage(<TimetablePage />, `/timetable?${name}=999`)
  expect((await screen.findByRole('status', { description: told })).textContent).toBe(told)
  await screen.findByText('Choose a group, a teacher or a ward')
  expect(screen.queryByText('Nothing planned')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('staff choose a group or a ward in the place of the own week, and print it; students have neither', async () => {
  signedIn(['hod'])
  const { unmount } = renderPage(<TimetablePage />)
  await screen.findByText('09:00 to 11:00')
  await userEvent.selectOptions(screen.getByLabelText('Ward'), await screen.findByRole('option', { name: 'Ward 3' }))
  await waitFor(() => expect(pathsTo(calls, calendar.days).at(-1)).toContain('&ward=Ward+3'))
  expect(heading()).toBe('Ward 3, 2 Mar 2026 to 8 Mar 2026')
  expect(blanks()).toEqual(['No group', 'My own week'])
  const named = group().name
  await userEvent.selectOptions(
    screen.getByLabelText('Group'),
    await screen.findByRole('option', { name: new RegExp(named) }),
  )
  await waitFor(() => expect(pathsTo(calls, calendar.days).at(-1)).toMatch(/group_id=\d+$/))
  expect(heading()).toBe('Group A (MBBS 2024), 2 Mar 2026 to 8 Mar 2026')
  expect(blanks()).toEqual(['My own week', 'No ward'])
  expect(screen.getByLabelText('Group').closest('[data-screen]')).not.toBeNull()
  const print = vi.spyOn(window, 'print').mockReturnValue()
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  unmount()
  signedIn(['student'])
  renderPage(<TimetablePage />, '/?ward=Ward+3&group_id=5')
  await screen.findByText('09:00 to 11:00')
  expect(screen.queryByLabelText('Ward')).toBeNull()
  expect(pathsTo(calls, calendar.days).at(-1)).not.toContain('ward')
})
