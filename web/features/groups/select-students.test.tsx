import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type GroupCandidate, groups, studentGroups } from '../../../shared/contract/groups.ts'
import { bodiesTo, HELD, held, pageOf, pathsTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { candidate, group } from '../../testing/records.ts'
import { GroupStudentsModal } from './GroupStudentsModal.tsx'
import { limitText } from './rules.ts'

const groupA = group({ batch: { id: 1, name: 'MBBS 2023' } })
const inA = { id: 7, name: 'Group A' }
const inB = { id: 8, name: 'Group B' }
const student = (id: number, of: GroupCandidate['group'], more: Partial<GroupCandidate> = {}) =>
  candidate({ id, name: `Student ${id}`, roll_no: `MBBS-2200${id}`, group: of, ...more })
const roster = [
  student(1, inA),
  student(2, null),
  student(3, inB),
  student(4, null, { status: 'graduated' }),
  student(5, null),
  student(6, inA, { status: 'graduated' }),
  student(7, null, { roll_no: null }),
]

const onClose = vi.fn()

async function open() {
  const calls = served(
    [groups.read, { data: groupA }],
    [groups.candidates, pageOf([...roster])],
    [studentGroups.assign, { data: groupA }],
  )
  renderPage(<GroupStudentsModal id={7} onClose={onClose} />, '/?modal=students&id=7')
  await screen.findByRole('dialog', { name: 'Group - Group A' })
  return calls
}

const box = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`^Student ${id}\\b`) })
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .flatMap((one) => (one.checked ? Number(/\d+/.exec(one.labels?.[0]?.textContent ?? '')?.[0]) : []))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

async function withShift(pressed: Element): Promise<void> {
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(pressed)
  await user.keyboard('{/Shift}')
}

beforeEach(() => {
  signedIn()
  onClose.mockClear()
})

test('all are selected and unselected by one press, without those who have left and may not join', async () => {
  const calls = await open()
  await press('Select all 6')
  expect(ticked()).toEqual([1, 2, 3, 5, 6, 7])
  expect(said()).toContain('3 added, 1 moved from another group')
  await press('Unselect all 6')
  expect(ticked()).toEqual([])
  // A member who has left could not join again after a save; until then the tick can be given back.
  expect(box(6)).toHaveProperty('disabled', false)
  await press('Select all 6')
  await press('Save Changes')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodiesTo(calls, studentGroups.assign)).toMatchObject([{ student_ids: [1, 6, 2, 3, 5, 7] }])
})

test('after a search all are those that are shown', async () => {
  await open()
  await userEvent.type(screen.getByLabelText('Search students'), '22005')
  await userEvent.click(await screen.findByRole('button', { name: 'Select all 1' }))
  await userEvent.clear(screen.getByLabelText('Search students'))
  await screen.findByRole('button', { name: 'Select all 6' })
  expect(ticked()).toEqual([1, 5, 6])
  await userEvent.type(screen.getByLabelText('Search students'), '22004')
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /elect all/ })).toBeNull()
})

test('a press with Shift takes all in between into the state of the first one', async () => {
  await open()
  await userEvent.click(box(2))
  await withShift(box(7))
  expect(ticked()).toEqual([1, 2, 3, 5, 6, 7])
  expect(document.activeElement).toBe(box(7))
  await userEvent.click(box(5))
  // The name is pressed, and upwards.
  await withShift(screen.getByText('Student 2'))
  expect(ticked()).toEqual([1, 6, 7])
  expect(document.activeElement).toBe(box(2))
})

test('a press with Shift is one like any other without a first one, or where the first one is not shown', async () => {
  await open()
  await withShift(box(5))
  expect(ticked()).toEqual([1, 5, 6])
  await userEvent.type(screen.getByLabelText('Search students'), '22001')
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  await withShift(box(1))
  expect(ticked()).toEqual([])
  expect(said()).toContain('1 added, 1 removed')
})

test('Shift and the space bar select a range, while a save is under way nothing does', async () => {
  await open()
  served([studentGroups.assign, HELD])
  box(1).focus()
  await userEvent.keyboard('[Space][Space]')
  box(5).focus()
  await userEvent.keyboard('{Shift>}[Space]{/Shift}')
  expect(ticked()).toEqual([1, 2, 3, 5, 6])
  // The next press on it is without Shift, also after a step back by Shift and Tab.
  await userEvent.click(box(1))
  await userEvent.click(box(5))
  expect(ticked()).toEqual([2, 3, 6])
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await userEvent.click(box(2))
  await userEvent.click(box(5))
  expect(ticked()).toEqual([3, 5, 6])
  await press('Save Changes')
  await screen.findByRole('button', { name: 'Saving...' })
  await withShift(screen.getByText('Student 7'))
  expect(ticked()).toEqual([3, 5, 6])
  ;(await held(studentGroups.assign)).answer({ data: groupA })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('pasted roll numbers are selected, and what is not is named with its reason', async () => {
  const calls = await open()
  await userEvent.type(screen.getByLabelText('Search students'), '22001')
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  await press('Paste roll numbers')
  const field = screen.getByLabelText('Roll numbers')
  expect(document.activeElement).toBe(field)
  await userEvent.paste('mbbs-22001\nＭＢＢＳ-２２００２\t"MBBS-22003";MBBS-22004, MBBS-29999  29905\r\nMBBS-22002')
  // Everybody is shown again.
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(7))
  expect(ticked()).toEqual([1, 2, 3, 6])
  for (const text of [
    '4 of 6 roll numbers found, 3 selected',
    'Not in MBBS 2023: MBBS-29999, 29905',
    'Left the college, so cannot join: MBBS-22004',
    'Already in another group, from which they move: MBBS-22003 (Group B)',
  ])
    expect(screen.getByText(text).closest('[role="status"]')).toBeTruthy()
  await userEvent.click(box(3))
  expect(screen.getByText('4 of 6 roll numbers found, 2 selected')).toBeTruthy()
  expect(pathsTo(calls, studentGroups.assign)).toEqual([])
  await press('Save Changes')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodiesTo(calls, studentGroups.assign)).toMatchObject([{ student_ids: [1, 6, 2] }])
})

test('roll numbers are found however they are parted, and in a row that was copied as one text', async () => {
  await open()
  await press('Paste roll numbers')
  await userEvent.paste('MBBS 22002\nMBBS–22003\nStudent Five MBBS-22005 Year\nNobody MBBS-29998')
  expect(ticked()).toEqual([1, 2, 3, 5, 6])
  expect(screen.getByText('3 of 4 roll numbers found, 3 selected')).toBeTruthy()
  expect(screen.getByText('Not in MBBS 2023: MBBS-29998')).toBeTruthy()
})

test('typed roll numbers wait for their button', async () => {
  await open()
  await press('Paste roll numbers')
  await userEvent.type(screen.getByLabelText('Roll numbers'), 'MBBS-22005{Enter}')
  expect(ticked()).toEqual([1, 6])
  await press('Select these')
  expect(ticked()).toEqual([1, 5, 6])
  expect(screen.getByText('1 of 1 roll number found, 1 selected')).toBeTruthy()
  await press('Paste roll numbers')
  expect(screen.queryByLabelText('Roll numbers')).toBeNull()
})

test('who may not change groups selects nobody', async () => {
  signedIn(['faculty'])
  await open()
  expect(within(screen.getByRole('dialog')).getByText('Student 5')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Select all|Paste roll numbers/ })).toBeNull()
})

test('a group that would be too large says by how many', () => {
  expect(limitText(2000)).toBe(false)
  expect(limitText(2003)).toBe('A group has at most 2000 students: unselect 3')
})
