import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, pageOf, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, group } from '../../testing/records.ts'
import { skill } from '../../testing/skills.ts'
import { BulkTasksModal } from './BulkTasksModal.tsx'

const onClose = vi.fn()
let calls: SentCall[]

beforeEach(() => {
  onClose.mockClear()
  signedIn(['hod'])
  calls = served(
    [departments.list, pageOf([department()])],
    [groups.list, pageOf([group()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [tasks.create, { data: [] }],
    [skills.list, pageOf([skill(), skill({ id: 8, name: 'Suturing', usual_count: null })])],
  )
})

const open = () => renderPage(<BulkTasksModal chosen={{ departmentId: 3, groupId: 7 }} onClose={onClose} />)

const row = (place: number) => within(screen.getByRole('group', { name: `Task ${place}` }))

test('keeps only the digits of a frequency while it is typed', async () => {
  open()
  const frequency = row(1).getByLabelText(/^Frequency/)
  await userEvent.type(frequency, '1a2 -3.')
  expect(frequency).toHaveProperty('value', '123')
})

test('adds rows from the last one, removes any, and keeps one', async () => {
  open()
  expect(screen.queryByRole('button', { name: /^Remove task/ })).toBeNull()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'First')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  expect(row(1).queryByRole('button', { name: 'Add row' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await userEvent.type(row(2).getByLabelText(/^Task name/), 'Second')
  await userEvent.click(screen.getByRole('button', { name: 'Remove task 1' }))
  expect(row(1).getByLabelText(/^Task name/)).toHaveProperty('value', 'Second')
  expect(screen.queryByRole('group', { name: 'Task 2' })).toBeNull()
})

test('says under each row what it lacks, and sends nothing', async () => {
  open()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'First')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await userEvent.type(row(2).getByLabelText(/^Frequency/), '4')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await row(1).findByText('Frequency is required')).toBeTruthy()
  expect(row(1).queryByText('Task name is required')).toBeNull()
  expect(row(2).getByText('Task name is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(row(1).getByLabelText(/^Frequency/)))
  expect(bodiesTo(calls, tasks.create)).toEqual([])
})

test('sends names and frequencies in the same order', async () => {
  open()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'First')
  await userEvent.type(row(1).getByLabelText(/^Frequency/), '5')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await userEvent.type(row(2).getByLabelText(/^Task name/), 'Second')
  await userEvent.type(row(2).getByLabelText(/^Frequency/), '10')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodiesTo(calls, tasks.create)).toEqual([
    { department_id: 3, group_id: [7], name: ['First', 'Second'], detail: ['5', '10'] },
  ])
})

const chooseSkill = async (place: number, name: string) =>
  userEvent.selectOptions(row(place).getByLabelText('Skill'), await row(place).findByRole('option', { name }))

test('a chosen skill fills what is empty, and is sent in the place of its row', async () => {
  open()
  await userEvent.type(row(1).getByLabelText(/^Task name/), 'Glucose by stick')
  await userEvent.type(row(1).getByLabelText(/^Frequency/), '5')
  await userEvent.click(row(1).getByRole('button', { name: 'Add row' }))
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText(/^Task name/)))
  await chooseSkill(2, 'Venous cannulation')
  expect(row(2).getByLabelText(/^Task name/)).toHaveProperty('value', 'Venous cannulation')
  expect(row(2).getByLabelText(/^Frequency/)).toHaveProperty('value', '10')
  // Typed figures stay.
  await userEvent.clear(row(2).getByLabelText(/^Frequency/))
  await userEvent.type(row(2).getByLabelText(/^Frequency/), '3')
  await chooseSkill(2, 'Suturing')
  await chooseSkill(2, 'Venous cannulation')
  expect(row(2).getByLabelText(/^Frequency/)).toHaveProperty('value', '3')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodiesTo(calls, tasks.create)).toEqual([
    {
      department_id: 3,
      group_id: [7],
      name: ['Glucose by stick', 'Venous cannulation'],
      detail: ['5', '3'],
      skill_id: [null, 6],
    },
  ])
})

test('skills of another department are no choice any more', async () => {
  served([departments.list, pageOf([department(), department({ id: 4, name: 'Surgery' })])])
  open()
  await chooseSkill(1, 'Venous cannulation')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /^Department/ }), 'Surgery')
  expect(row(1).getByLabelText('Skill')).toHaveProperty('value', '')
})
