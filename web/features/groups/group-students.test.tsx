import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type GroupCandidate, groups, studentGroups } from '../../../shared/contract/groups.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { candidate, group } from '../../testing/records.ts'
import { GroupStudentsModal } from './GroupStudentsModal.tsx'
import { NO_TICKS, ticked } from './rules.ts'

const groupA = group({ batch: { id: 1, name: 'MBBS 2023' } })
const student = (id: number, name: string, of: GroupCandidate['group'], more: Partial<GroupCandidate> = {}) =>
  candidate({ id, name, roll_no: `MBBS-2200${id}`, group: of, ...more })
const inA = { id: 7, name: 'Group A' }
const inB = { id: 8, name: 'Group B' }
const roster = [
  student(1, 'Ayesha', inA),
  student(2, 'Bilal', inA, { status: 'on_leave' }),
  student(3, 'Celina', inB),
  student(4, 'داؤد', null),
  student(5, 'Ehsan', null),
]

let students: readonly GroupCandidate[]
let version: string

const server = () =>
  served(
    [groups.read, () => ({ data: { ...groupA, updated_at: version } })],
    [groups.candidates, () => pageOf([...students])],
    [studentGroups.assign, { data: groupA }],
  )
const onClose = vi.fn()
const open = () => renderPage(<GroupStudentsModal id={7} onClose={onClose} />, '/?modal=students&id=7')
const shown = async () => within(await screen.findByRole('dialog', { name: 'Group - Group A' }))
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name })
const tick = (name: string | RegExp) => userEvent.click(box(name))
const rowOf = (name: string) => screen.getByText(name).closest('li') as HTMLElement
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const save = () => press('Save Changes')

beforeEach(() => {
  signedIn()
  students = roster
  version = '2026-01-02T03:04:05.678Z'
  onClose.mockClear()
})

test('shows batch, department, how many of the batch are in, and where each student is', async () => {
  const calls = server()
  open()
  const dialog = await shown()
  // The group first: its version must not be newer than the list.
  expect(calls.map(({ path }) => path)).toEqual(['/api/groups/7', '/api/groups/7/students?page=1&per_page=500'])
  for (const text of ['MBBS 2023', 'Medicine', 'Students in Group', '2/5']) expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.getAllByRole('checkbox').map((one) => (one as HTMLInputElement).checked)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(within(rowOf('Ayesha')).getByText('In Group')).toBeTruthy()
  expect(within(rowOf('Ayesha')).getByText('MBBS-22001')).toBeTruthy()
  expect(within(rowOf('Ayesha')).queryByText('Active')).toBeNull()
  expect(within(rowOf('Bilal')).getByText('On Leave')).toBeTruthy()
  expect(within(rowOf('Celina')).getByText('Group B')).toBeTruthy()
  expect(rowOf('Ehsan').textContent).toBe('Ehsan MBBS-22005')
})

test('ticks are counted and told before they are saved, then sent as the whole list with the version', async () => {
  const calls = server()
  open()
  const dialog = await shown()
  expect(dialog.getByText('No changes')).toBeTruthy()
  await tick(/Bilal/)
  await tick(/Celina/)
  await tick(/داؤد/)
  await tick(/Ehsan/)
  expect(within(rowOf('Celina')).getByText('moves from Group B')).toBeTruthy()
  expect(within(rowOf('Bilal')).queryByText('In Group')).toBeNull()
  expect(dialog.getByText('4/5')).toBeTruthy()
  expect(dialog.getByText('2 added, 1 removed, 1 moved from another group')).toBeTruthy()
  await tick(/Ehsan/)
  expect(dialog.getByText('1 added, 1 removed, 1 moved from another group')).toBeTruthy()
  const before = calls.length
  await save()
  expect(await screen.findByText('Students assigned successfully!')).toBeTruthy()
  expect(bodiesTo(calls, studentGroups.assign)).toEqual([
    { group_id: 7, student_ids: [1, 3, 4], updated_at: '2026-01-02T03:04:05.678Z' },
  ])
  expect(onClose).toHaveBeenCalledOnce()
  // The form's record is read again while it is still on the screen.
  expect(calls.slice(before + 1).map(({ path }) => path)).toContain('/api/groups/7')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('saving says that it is, and takes no more ticks meanwhile', async () => {
  server()
  served([studentGroups.assign, HELD])
  open()
  await shown()
  await tick(/Ehsan/)
  await save()
  expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true)
  await tick(/Celina/)
  expect(box(/Celina/)).toHaveProperty('checked', false)
  ;(await held(studentGroups.assign)).answer({ data: groupA })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('searches name and roll number, and Enter there saves nothing', async () => {
  const calls = server()
  open()
  await shown()
  await userEvent.type(screen.getByLabelText('Search students'), '22003{Enter}')
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  expect(box(/Celina/)).toBeTruthy()
  await tick(/Celina/)
  await userEvent.clear(screen.getByLabelText('Search students'))
  await userEvent.type(screen.getByLabelText('Search students'), 'nobody')
  expect(await screen.findByText('No students found matching your search')).toBeTruthy()
  expect(screen.getByText('3/5')).toBeTruthy()
  expect(pathsTo(calls, studentGroups.assign)).toEqual([])
})

test('after a change by someone else Reload brings the new list and keeps the ticks that still mean something', async () => {
  const calls = server()
  served([
    studentGroups.assign,
    () => (version === '2026-01-02T03:04:05.678Z' ? refuse(409, CHANGED_MEANWHILE) : { data: groupA }),
  ])
  open()
  await shown()
  await tick(/Bilal/)
  await tick(/Celina/)
  await tick(/Ehsan/)
  await save()
  expect((await screen.findByText(CHANGED_MEANWHILE)).closest('[role="alert"]')).toBeTruthy()
  version = 'v2'
  // Meanwhile Celina joined this group, Ehsan left the batch, and the Urdu-named student joined.
  students = [...roster.slice(0, 2), student(3, 'Celina', inA), student(4, 'داؤد', inA)]
  await press('Reload')
  expect(await screen.findByText('3/4')).toBeTruthy()
  expect(screen.queryByText(CHANGED_MEANWHILE)).toBeNull()
  expect(screen.getByText('1 removed')).toBeTruthy()
  await save()
  await screen.findByText('Students assigned successfully!')
  expect(bodiesTo(calls, studentGroups.assign).at(-1)).toEqual({
    group_id: 7,
    student_ids: [1, 3, 4],
    updated_at: 'v2',
  })
})

test('Refresh reads again at once when nothing is ticked, and asks before ticks are lost', async () => {
  const calls = server()
  open()
  await shown()
  students = [...roster, student(6, 'Farah', inA)]
  await press('Refresh')
  expect(await screen.findByText('3/6')).toBeTruthy()
  await tick(/Ehsan/)
  await press('Refresh')
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  const before = calls.length
  await press('Keep editing')
  expect(box(/Ehsan/)).toHaveProperty('checked', true)
  expect(calls).toHaveLength(before)
  await press('Refresh')
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  await press('Discard')
  await waitFor(() => expect(box(/Ehsan/)).toHaveProperty('checked', false))
  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
})

test('unsaved ticks are back after a reload', async () => {
  server()
  const first = open()
  await shown()
  await tick(/Ehsan/)
  first.unmount()
  open()
  await shown()
  expect(screen.getByText('Restored what you typed.')).toBeTruthy()
  expect(box(/Ehsan/)).toHaveProperty('checked', true)
  await press('Start over')
  expect(box(/Ehsan/)).toHaveProperty('checked', false)
})

test('who may not change groups only reads: no boxes, no Save', async () => {
  signedIn(['faculty'])
  server()
  open()
  const dialog = await shown()
  expect(dialog.getByText('2/5')).toBeTruthy()
  expect(dialog.getByText('Celina')).toBeTruthy()
  expect(dialog.queryByRole('checkbox')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Save Changes' })).toBeNull()
  students = [...roster, student(6, 'Farah', null)]
  await press('Refresh')
  expect(await dialog.findByText('2/6')).toBeTruthy()
})

test('students that cannot be read are told with Retry', async () => {
  let failing = true
  server()
  served([groups.candidates, () => (failing ? refuse(500) : pageOf([...students]))])
  open()
  expect(await screen.findByText('Failed to fetch students for this group')).toBeTruthy()
  failing = false
  await press('Retry')
  expect((await shown()).getByText('2/5')).toBeTruthy()
})

test('a click among five hundred students draws one row again', async () => {
  const drawn: string[] = []
  vi.resetModules()
  vi.doMock('../../ui/PersonName.tsx', () => ({
    PersonName: ({ name }: { name: string }) => {
      drawn.push(name)
      return <span>{name}</span>
    },
  }))
  students = Array.from({ length: 500 }, (_, at) => ({ ...student(1, `Student ${at}`, null), id: at + 1 }))
  server()
  const fresh = await import('./GroupStudentsModal.tsx')
  renderPage(<fresh.GroupStudentsModal id={7} onClose={onClose} />, '/?modal=students&id=7')
  const boxes = (await shown()).getAllByRole('checkbox', { hidden: true })
  expect(boxes).toHaveLength(500)
  drawn.length = 0
  boxes[250]?.click()
  await screen.findByText('1/500')
  expect(drawn).toEqual(['Student 250'])
  vi.doUnmock('../../ui/PersonName.tsx')
})

test('ticks that came true, and those of who left, count for nothing', () => {
  const now = ticked(roster, 7, { added: [1, 4, 99], removed: [2, 3, 98] })
  expect([...now.checked]).toEqual([1, 4])
  expect(now).toMatchObject({ added: 1, moved: 0, removed: 1 })
  expect([...ticked(roster, 7, NO_TICKS).checked]).toEqual([1, 2])
})

test('who is added may be a member since an earlier day', async () => {
  const calls = server()
  open()
  await shown()
  await tick(/داؤد/)
  await userEvent.type(screen.getByLabelText('Members since'), '2026-01-05')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodiesTo(calls, studentGroups.assign)).toMatchObject([{ student_ids: [1, 2, 4], since: '2026-01-05' }])
})
