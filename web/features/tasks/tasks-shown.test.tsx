import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Task } from '../../../shared/contract/tasks.ts'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { TaskForm } from './TaskForm.tsx'
import { TaskFacts, TaskPanel } from './TaskPanel.tsx'
import { TasksTable } from './TasksTable.tsx'

const single: Task = {
  id: 5,
  name: 'Case report',
  type: null,
  detail: '10 pages',
  label: null,
  total_marks: 20,
  passing_marks: null,
  start_date: null,
  end_date: null,
  description: null,
  department_id: 3,
  department: { id: 3, name: 'Medicine' },
  group_id: null,
  group_ids: [],
  group: null,
  groups: [],
  status: 'active',
  task_type: 'single',
  submission_count: null,
  graded_count: null,
  submission: null,
  created_at: '',
  updated_at: 'v1',
}
const bulk: Task = { ...single, id: 6, name: 'Cannulation', detail: '10', task_type: 'bulk' }

afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

test.each(['student', 'faculty'])('the list tells a %s that the number of a bulk task is its frequency', (role) => {
  renderPage(<TasksTable tasks={[single, bulk]} roles={[role]} onAction={vi.fn()} />)
  const row = (name: RegExp) => within(screen.getByRole('row', { name }))
  expect(row(/Cannulation/).getByText('Frequency 10')).toBeTruthy()
  expect(row(/Case report/).getByText('10 pages')).toBeTruthy()
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
  network(() => answer(200, { data: [], meta: { page: 1, per_page: 500, total: 0 } }))
  renderPage(<TaskForm record={bulk} chosen={{ departmentId: 3, groupId: undefined }} onClose={vi.fn()} />)
  expect(screen.getByLabelText('Frequency')).toHaveProperty('value', '10')
})
