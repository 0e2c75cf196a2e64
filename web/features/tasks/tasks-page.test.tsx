import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLogin } from '../../core/login.ts'
import { answer, network, renderPage, signedIn } from '../../testing/page.tsx'
import { TasksPage } from './TasksPage.tsx'

const task = {
  id: 5,
  name: 'Case report',
  type: null,
  detail: null,
  label: null,
  total_marks: 20,
  passing_marks: null,
  start_date: null,
  end_date: null,
  description: null,
  department_id: 3,
  department: { id: 3, name: 'Medicine' },
  group_ids: [7],
  groups: [{ id: 7, name: 'Group A', batch: { id: 1, name: 'MBBS 2023' } }],
  status: 'active',
  task_type: 'single',
  submission_count: 2,
  graded_count: 0,
  submission: null,
  created_at: '',
  updated_at: 'v1',
}
const listed = (...data: unknown[]) => answer(200, { data, meta: { page: 1, per_page: 50, total: data.length } })

/** The tasks of a group, and how the server answers to a deletion. */
function college(onDelete: () => Response) {
  return network(({ method, path }) => {
    if (method === 'DELETE') return onDelete()
    if (path.startsWith('/api/tasks/5')) return answer(200, { data: task })
    if (path.startsWith('/api/tasks')) return listed(task)
    return path.startsWith('/api/groups') ? listed(task.groups[0]) : listed({ id: 3, name: 'Medicine' })
  })
}
const ADDRESS = '/?department_id=3&group_id=7'

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

test('deleting names the task and asks; one that stays says why, by its name', async () => {
  const calls = college(() => answer(409, { message: 'Task has 2 submissions.' }))
  renderPage(<TasksPage />, ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Case report' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Delete task' }))
  expect(asked.getByText('Case report')).toBeTruthy()
  expect(asked.getByText('Are you sure you want to delete this task?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Case report: Task has 2 submissions.')
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/api/tasks/5'])
})

test('a deleted one is told, and who says no has deleted nothing', async () => {
  const calls = college(() => answer(200, { message: 'Deleted' }))
  renderPage(<TasksPage />, ADDRESS)
  const press = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Case report' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete task' }))
    await userEvent.click(asked.getByRole('button', { name }))
  }
  await press('Cancel')
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await press('Delete')
  expect(await screen.findByText('Task deleted successfully!')).toBeTruthy()
})

test('who may not change a task and opens such an address reads it', async () => {
  signedIn(['principal'])
  college(() => answer(403, {}))
  renderPage(<TasksPage />, `${ADDRESS}&modal=edit&id=5`)
  const shown = within(await screen.findByRole('dialog', { name: 'View Task' }))
  expect(await shown.findByText('Case report')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(shown.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
