import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, group } from '../../testing/records.ts'
import { skill } from '../../testing/skills.ts'
import { task } from '../../testing/work.ts'
import { TaskForm } from './TaskForm.tsx'
import { TaskPanel } from './TaskPanel.tsx'

const bulk = task({
  name: 'Cannulation',
  detail: '15',
  task_type: 'bulk',
  groups: [group()],
  skill: { id: 5, name: 'Old cannulation' },
  required_count: 15,
})

beforeEach(() => {
  signedIn(['admin'])
})

const openForm = (record = bulk) => {
  const onClose = vi.fn()
  const calls = served(
    [departments.list, pageOf([department(), department({ id: 4, name: 'Surgery' })])],
    [groups.list, pageOf([group()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [audit.list, pageOf([])],
    // The stored one is not active any more.
    [skills.list, pageOf([skill()])],
    [tasks.update, { data: record }],
  )
  renderPage(<TaskForm record={record} chosen={{ departmentId: 3, groupId: undefined }} onClose={onClose} />)
  return { calls, onClose }
}

test('a bulk task keeps its skill, or asks for another of the department', async () => {
  const { calls, onClose } = openForm()
  const select = screen.getByLabelText<HTMLSelectElement>('Skill')
  expect(select.selectedOptions[0]?.textContent).toBe('Old cannulation')
  await userEvent.selectOptions(select, await screen.findByRole('option', { name: 'Venous cannulation' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodiesTo(calls, tasks.update)).toMatchObject([{ skill_id: 6, detail: '15' }])
})

test('moved to another department it takes the skill of its name there, unless one is chosen', async () => {
  openForm()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /^Department/ }), 'Surgery')
  const select = screen.getByLabelText<HTMLSelectElement>('Skill')
  expect(select.selectedOptions[0]?.textContent).toBe('Made from the name')
  expect(screen.queryByRole('option', { name: 'Old cannulation' })).toBeNull()
})

test('a single task asks for no skill', async () => {
  const { calls, onClose } = openForm(task({ groups: [group()] }))
  expect(screen.queryByLabelText('Skill')).toBeNull()
  await userEvent.type(screen.getByLabelText(/^Task Name/), ' 2')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodiesTo(calls, tasks.update)[0]).not.toHaveProperty('skill_id')
})

test('the panel of a bulk task says which skill it asks for, and how often', () => {
  renderPage(<TaskPanel task={bulk} />)
  expect(screen.getByText('Skill').nextElementSibling?.textContent).toBe('Old cannulation')
  expect(screen.getByText('Asked for').nextElementSibling?.textContent).toBe('15 times')
})
