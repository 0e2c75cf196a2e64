import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, group } from '../../testing/records.ts'
import { task } from '../../testing/work.ts'
import { TasksPage } from './TasksPage.tsx'

const groupA = group()
const caseReport = task({ id: 5, name: 'Case report', groups: [groupA], submission_count: 2 })
const ADDRESS = '/?department_id=3&group_id=7'

beforeEach(() => {
  signedIn()
  served(
    [tasks.read, { data: caseReport }],
    [tasks.listByGroup, pageOf([caseReport])],
    [groups.list, pageOf([groupA])],
    [departments.list, pageOf([department()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
})

test('deleting names the task and asks; one that stays says why, by its name', async () => {
  const message = 'Task has 2 submissions. Set it inactive instead.'
  const calls = served([tasks.remove, refuse(409, message)])
  renderPage(<TasksPage />, ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Case report' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Delete task' }))
  expect(asked.getByText('Case report')).toBeTruthy()
  expect(asked.getByText('Are you sure you want to delete this task?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(`Case report: ${message}`)
  expect(pathsTo(calls, tasks.remove)).toEqual(['/api/tasks/5'])
})

test('a deleted one is told, and who says no has deleted nothing', async () => {
  const calls = served([tasks.remove, { message: 'Task deleted' }])
  renderPage(<TasksPage />, ADDRESS)
  const press = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Case report' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete task' }))
    await userEvent.click(asked.getByRole('button', { name }))
  }
  await press('Cancel')
  expect(pathsTo(calls, tasks.remove)).toEqual([])
  await press('Delete')
  expect(await screen.findByText('Task deleted successfully!')).toBeTruthy()
})

test('who may not change a task and opens such an address reads it', async () => {
  signedIn(['principal'])
  renderPage(<TasksPage />, `${ADDRESS}&modal=edit&id=5`)
  const shown = within(await screen.findByRole('dialog', { name: 'View Task' }))
  expect(await shown.findByText('Case report')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(shown.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('criteria make the total of a new task', async () => {
  const calls = served([tasks.create, { data: caseReport }])
  renderPage(<TasksPage />, `${ADDRESS}&modal=add`)
  const form = within(await screen.findByRole('dialog', { name: 'Add New Task' }))
  await userEvent.type(form.getByLabelText('Task Name'), 'Rubric')
  await userEvent.type(form.getByLabelText('Total Marks'), '99')
  await userEvent.click(form.getByRole('button', { name: 'New criterion' }))
  await userEvent.type(form.getByLabelText('Criterion 1'), 'History')
  await userEvent.type(form.getByLabelText('Greatest marks of criterion 1'), '4')
  expect(form.getByLabelText('Total Marks')).toMatchObject({ value: '4', readOnly: true })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Task created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, tasks.create)).toMatchObject([
    { name: 'Rubric', total_marks: null, criteria: [{ name: 'History', marks: '4' }] },
  ])
})

test('criteria with marks of students are fixed but for their names, and bulk tasks have none', async () => {
  const criteria = [{ name: 'History', marks: 4 }]
  const calls = served(
    [tasks.read, { data: { ...caseReport, criteria, total_marks: 4, passing_marks: 2, criteria_count: 1 } }],
    [tasks.update, { data: caseReport }],
  )
  const { unmount } = renderPage(<TasksPage />, `${ADDRESS}&modal=edit&id=5`)
  expect(await screen.findByText(/^Students have marks for these criteria/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New criterion' })).toBeNull()
  await userEvent.type(screen.getByLabelText('Criterion 1'), ' taking')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Task updated successfully!')
  expect(bodiesTo(calls, tasks.update)).toMatchObject([{ criteria: [{ name: 'History taking', marks: '4' }] }])
  unmount()
  served([tasks.read, { data: { ...caseReport, task_type: 'bulk' } }], [skills.list, pageOf([])])
  renderPage(<TasksPage />, `${ADDRESS}&modal=edit&id=5`)
  await screen.findByLabelText('Frequency')
  expect(screen.queryByRole('button', { name: 'New criterion' })).toBeNull()
})
