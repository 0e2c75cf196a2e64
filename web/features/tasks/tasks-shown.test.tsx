import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { task } from '../../testing/work.ts'
import { TaskForm } from './TaskForm.tsx'
import { TaskFacts, TaskPanel } from './TaskPanel.tsx'
import { TasksTable } from './TasksTable.tsx'

const single = task({ id: 5, name: 'Case report', detail: '10 pages', total_marks: 20, passing_marks: null })
const bulk = task({ ...single, id: 6, name: 'Cannulation', detail: '10', task_type: 'bulk' })

test.each(['student', 'faculty'])('the list tells a %s that the number of a bulk task is its frequency', (role) => {
  renderPage(<TasksTable tasks={[single, bulk]} roles={[role]} onAction={vi.fn()} />)
  const row = (name: RegExp) => within(screen.getByRole('row', { name }))
  expect(row(/Cannulation/).getByText('Frequency 10')).toBeTruthy()
  expect(row(/Case report/).getByText('10 pages')).toBeTruthy()
})

test('a detail and a label of the same words are two lines', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderPage(<TasksTable tasks={[{ ...single, label: '10 pages' }]} roles={['faculty']} onAction={vi.fn()} />)
  expect(screen.getAllByText('10 pages')).toHaveLength(2)
  expect(complain).not.toHaveBeenCalled()
})

test('so do the task as a student hands it in, and the task to read', () => {
  renderPage(
    <>
      <TaskFacts task={bulk} />
      <TaskPanel task={bulk} />
    </>,
  )
  expect(screen.getByText('Frequency 10 · Total marks 20')).toBeTruthy()
  expect(screen.getByText('Frequency').nextElementSibling?.textContent).toBe('10')
  expect(screen.queryByText('Detail')).toBeNull()
})

test('a bulk task without its number is told without it; another keeps its detail', () => {
  renderPage(
    <>
      <TaskFacts task={{ ...bulk, detail: null }} />
      <TaskPanel task={single} />
    </>,
  )
  expect(screen.getByText('Total marks 20')).toBeTruthy()
  expect(screen.getByText('Detail').nextElementSibling?.textContent).toBe('10 pages')
})

test('its form asks for the frequency', () => {
  signedIn(['hod'])
  served(
    [departments.list, pageOf([])],
    [groups.list, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [skills.list, pageOf([])],
  )
  renderPage(<TaskForm record={bulk} chosen={{ departmentId: 3, groupId: undefined }} onClose={vi.fn()} />)
  expect(screen.getByLabelText('Frequency')).toHaveProperty('value', '10')
})

test('a list of several departments says each task’s, and one word tells a student the state', () => {
  const overdue = task({ id: 6, name: 'Old report', end_date: '2020-01-02', submission_count: null })
  renderPage(<TasksTable tasks={[overdue]} roles={['student']} ofSeveral onAction={vi.fn()} />)
  const row = within(screen.getByRole('row', { name: /Old report/ }))
  expect(row.getByText(overdue.department.name)).toBeTruthy()
  expect(row.getByText('Overdue')).toBeTruthy()
  expect(row.queryByText('Active')).toBeNull()
})

test('to staff a task that is over stays active, and a list of one department does not repeat it', () => {
  const over = task({ id: 6, name: 'Old report', end_date: '2020-01-02', submission_count: 3, graded_count: 1 })
  renderPage(<TasksTable tasks={[over]} roles={['faculty']} onAction={vi.fn()} />)
  const row = within(screen.getByRole('row', { name: /Old report/ }))
  expect(row.getByText('Active')).toBeTruthy()
  expect(row.queryByText(over.department.name)).toBeNull()
})
