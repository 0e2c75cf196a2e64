import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { type GroupMatrix, logbook } from '../../../shared/contract/logbook.ts'
import { logbookExports } from '../../../shared/contract/logbook-exports.ts'
import { staff } from '../../../shared/contract/staff.ts'
import * as downloads from '../../core/downloads.ts'
import { logEntry } from '../../testing/logbook.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, refOf, staffMember } from '../../testing/records.ts'
import { MatrixPanel } from './MatrixPanel.tsx'

const column = (task_id: number, name: string, required: number, changes: object = {}) => ({
  task_id,
  skill: { id: task_id + 100, name, code: null },
  name,
  required,
  start_date: null,
  end_date: '2026-12-12',
  posting_end: null,
  is_half_over: true,
  ...changes,
})
const cell = (task_id: number, counted: number, changes: object = {}) => ({
  task_id,
  counted,
  logged: 0,
  returned: 0,
  is_behind: false,
  ...changes,
})
const person = (id: number, name: string) => ({ id, name, roll_no: `R-${id}`, status: 'active' as const })

const matrix = (changes: Partial<GroupMatrix> = {}): GroupMatrix => ({
  group: { ...refOf(group()), batch: refOf(batch()), department: refOf(department()) },
  skills: [
    column(1, 'Cannulation', 15),
    column(2, 'Lumbar puncture', 2, { end_date: null, posting_end: '2026-12-18' }),
  ],
  students: [
    { student: person(11, 'Ayesha Khan'), cells: [cell(1, 7, { is_behind: true, logged: 2 }), cell(2, 3)] },
    { student: person(12, 'محمد عثمان'), cells: [cell(1, 9, { returned: 1 }), cell(2, 0)] },
  ],
  ...changes,
})

const college = (answer: GroupMatrix = matrix()) =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group()])],
    [logbook.ofGroup, { data: answer }],
    [logEntries.list, pageOf([logEntry()])],
  )

const CHOSEN = `/?of_department=${department().id}&batch_id=${batch().id}&group_id=${group().id}`
const open = vi.fn()

beforeEach(() => {
  open.mockClear()
  signedIn(['principal'])
})

test('the students by requirements, with who is behind in words', async () => {
  college()
  renderPage(<MatrixPanel onOpen={open} />, CHOSEN)
  const table = within(await screen.findByRole('table', { name: 'Students by requirements' }))
  expect(screen.getByText('2 students by 2 requirements, 1 behind')).toBeTruthy()
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Student',
    'Cannulationby 12 Dec 20260 of 2 done',
    'Lumbar punctureuntil 18 Dec 2026, end of the posting1 of 2 done',
  ])
  expect(table.getByRole('button', { name: 'Ayesha Khan, Cannulation: 7 of 15, behind, 2 to be signed' })).toBeTruthy()
  expect(table.getByRole('button', { name: 'Ayesha Khan, Lumbar puncture: 3 of 2, done' })).toBeTruthy()
  expect(table.getByRole('button', { name: 'محمد عثمان, Cannulation: 9 of 15, 1 returned' })).toBeTruthy()
  const [first] = table.getAllByRole('rowheader')
  expect(first?.textContent).toBe('Ayesha KhanR-119 of 17 in all')
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/students/11')
})

test('a figure opens its performances, and one of them the whole entry', async () => {
  const calls = college()
  const { router } = renderPage(<MatrixPanel onOpen={open} />, CHOSEN)
  await userEvent.click(await screen.findByRole('button', { name: /^Ayesha Khan, Cannulation/ }))
  expect(router.state.location.search).toContain('modal=cell-1&id=11')
  const dialog = within(await screen.findByRole('dialog', { name: 'Performances' }))
  expect(dialog.getByText('Cannulation, Ayesha Khan')).toBeTruthy()
  await dialog.findByRole('table', { name: 'Performances' })
  expect(pathsTo(calls, logEntries.list).at(-1)).toContain('student_id=11&skill_id=101')
  await userEvent.click(dialog.getByRole('button', { name: /^View / }))
  expect(open).toHaveBeenCalledWith('view', logEntry().id)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['PDF', 'pdf'],
  ['CSV', 'csv'],
  ['Excel (XLSX)', 'xlsx'],
])('the group is exported as %s', async (word, format) => {
  const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)
  college()
  const calls = served([logbookExports.ofGroup, () => new Response('x')])
  renderPage(<MatrixPanel onOpen={open} />, CHOSEN)
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: word }))
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(pathsTo(calls, logbookExports.ofGroup)).toEqual([`/api/logbook/group/${group().id}/export/${format}`])
  expect(saved.mock.calls[0]?.[1]).toMatch(new RegExp(`^logbook-group-${group().id}-[-0-9]+[.]${format}$`))
  saved.mockRestore()
})

test('is chosen by department, batch and group, all kept in the address', async () => {
  college()
  const { router } = renderPage(<MatrixPanel onOpen={open} />, '/?tab=groups')
  expect(await screen.findByText('Select a Group')).toBeTruthy()
  await screen.findByRole('option', { name: department().name })
  await userEvent.selectOptions(screen.getByLabelText('Department'), department().name)
  await userEvent.selectOptions(screen.getByLabelText('Batch'), batch().name)
  await screen.findByRole('option', { name: group().name })
  await userEvent.selectOptions(screen.getByLabelText('Group'), group().name)
  expect(await screen.findByRole('table', { name: 'Students by requirements' })).toBeTruthy()
  expect(router.state.location.search).toBe(`?tab=groups&${CHOSEN.slice(2)}`)
})

test('staff of a department see its groups without a choice of it', async () => {
  signedIn(['hod'])
  const calls = college()
  served([staff.currentUser, { data: staffMember() }])
  renderPage(<MatrixPanel onOpen={open} />, CHOSEN.replace(/of_department=\d+/, 'of_department=999'))
  expect(await screen.findByRole('table', { name: 'Students by requirements' })).toBeTruthy()
  expect(pathsTo(calls, groups.list)).toEqual([expect.stringContaining(`department_id=${department().id}&`)])
})

test.each([
  ['nothing required', { skills: [] }, 'Nothing is asked of this group yet'],
  ['no students', { students: [] }, 'No students in this group'],
])('%s', async (_, changes, text) => {
  college(matrix(changes))
  renderPage(<MatrixPanel onOpen={open} />, CHOSEN)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a group that is not offered is none, and a failure has Retry', async () => {
  const calls = college()
  renderPage(<MatrixPanel onOpen={open} />, CHOSEN.replace(/group_id=\d+/, 'group_id=999'))
  expect(await screen.findByText('Select a Group')).toBeTruthy()
  expect(pathsTo(calls, logbook.ofGroup)).toEqual([])
  served([logbook.ofGroup, refuse(500)])
  renderPage(<MatrixPanel onOpen={open} />, CHOSEN)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch the logbook')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
