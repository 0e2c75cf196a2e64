import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, group } from '../../testing/records.ts'
import { task } from '../../testing/work.ts'
import { TasksPage } from './TasksPage.tsx'

const old = task({ id: 5, name: 'Case report', groups: [group()], waiting: { count: 3, since: '2026-11-02' } })
const college = () =>
  served(
    [tasks.list, pageOf([old])],
    [tasks.listByGroup, pageOf([old])],
    [tasks.read, { data: old }],
    [submissions.roster, pageOf([])],
    [groups.list, pageOf([group()])],
    [departments.list, pageOf([department()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
const openFilters = () => userEvent.click(screen.getByRole('button', { name: 'Filters' }))
const choices = () =>
  within(screen.getByLabelText('Show'))
    .getAllByRole('option')
    .map((one) => one.textContent)

test('of what has waited long each task says how many of all that are to be graded', async () => {
  signedIn(['principal'])
  college()
  const long = { ...old, submission_count: 9, graded_count: 2 }
  served([tasks.list, pageOf([long])])
  renderPage(<TasksPage />, '/?only=ungraded-long')
  const row = within(await screen.findByRole('row', { name: /Case report/ }))
  expect(row.getByText('3 of 7 to grade for over 14 days, oldest of 2 Nov 2026')).toBeTruthy()
})

test('of every group what is to be graded, how much and since when; it is shown and taken away again', async () => {
  signedIn(['faculty'])
  const calls = college()
  const { router } = renderPage(<TasksPage />, '/?only=ungraded')
  const row = within(await screen.findByRole('row', { name: /Case report/ }))
  expect(row.getByText('3 to grade, oldest of 2 Nov 2026')).toBeTruthy()
  expect(screen.getByText('Show: With work to grade')).toBeTruthy()
  expect(pathsTo(calls, tasks.list)).toEqual(['/api/tasks?only=ungraded&page=1&per_page=50'])
  await userEvent.click(row.getByRole('button', { name: /View Submissions/ }))
  const shown = within(await screen.findByRole('dialog', { name: 'View Student Submissions' }))
  expect((await shown.findByRole('button', { name: /Not graded/ })).getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await openFilters()
  await userEvent.click(screen.getByRole('button', { name: 'Clear Show' }))
  expect(await screen.findByText('Select a Department')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('a department of the address is kept to, and nothing left offers the way back', async () => {
  signedIn(['principal'])
  college()
  const calls = served([tasks.list, pageOf([])])
  renderPage(<TasksPage />, '/?department_id=3&only=ungraded-long')
  expect(await screen.findByText('No tasks found')).toBeTruthy()
  await waitFor(() =>
    expect(pathsTo(calls, tasks.list)).toEqual(['/api/tasks?department_id=3&only=ungraded-long&page=1&per_page=50']),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show all tasks' }))
  expect(await screen.findByText('Select a Group')).toBeTruthy()
})

test.each([
  ['faculty', ['All tasks of a group', 'With work to grade', 'With work ungraded for over 14 days']],
  ['student', ['All tasks of a group', 'To hand in']],
])('%s chooses of what is theirs', async (role, expected) => {
  signedIn([role])
  college()
  renderPage(<TasksPage />)
  await openFilters()
  expect(choices()).toEqual(expected)
})

test('who may not look at submissions is offered nothing, and asks for nothing by such an address', async () => {
  signedIn(['student-affair'])
  const calls = college()
  renderPage(<TasksPage />, '/?only=ungraded')
  await openFilters()
  expect(screen.queryByLabelText('Show')).toBeNull()
  expect(screen.getByText('Select a Department')).toBeTruthy()
  expect(pathsTo(calls, tasks.list)).toEqual([])
})
