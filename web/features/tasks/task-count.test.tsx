import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/page.tsx'
import { task } from '../../testing/work.ts'
import { TaskFacts, TaskPanel } from './TaskPanel.tsx'
import { TasksTable } from './TasksTable.tsx'

const bulk = task({
  name: 'Cannulation',
  detail: '15',
  task_type: 'bulk',
  end_date: '2020-01-02',
  submission_count: null,
  skill: { id: 5, name: 'Venous cannulation' },
  required_count: 15,
  logbook: { counted: 7, logged: 2 },
})
const handedIn = { id: 3, status: 'submitted', marks: null, is_late: false } as const
const show = (changes: Parameters<typeof task>[0] = {}, role = 'student') => {
  renderPage(<TasksTable tasks={[{ ...bulk, ...changes }]} roles={[role]} onAction={vi.fn()} />)
  return within(screen.getByRole('row', { name: /Cannulation/ }))
}

test('a student sees how many performances count, and logs the next one from the row', () => {
  const row = show({ submission: handedIn })
  expect(row.getByText('7 of 15 · 2 to be signed')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Log one' }).getAttribute('href')).toBe('/logbook?modal=log&id=5')
  // Work alone does not end it.
  expect(row.getByText('Overdue')).toBeTruthy()
  expect(row.getByRole('button', { name: 'View My Submission' })).toBeTruthy()
})

test('a task whose number is reached is not overdue, and nothing to be signed is not told', () => {
  const row = show({ logbook: { counted: 15, logged: 0 } })
  expect(row.getByText('15 of 15')).toBeTruthy()
  expect(row.queryByText('Overdue')).toBeNull()
  expect(row.getByRole('button', { name: 'Submit Task' })).toBeTruthy()
})

test.each([
  ['a closed task', { status: 'inactive' }, 'student', '7 of 15\u00a0· 2 to be signed'],
  ['a frequency without a number', { required_count: null, logbook: null }, 'student', null],
  ['staff, for whom nothing is counted', { logbook: null, submission_count: 4 }, 'hod', null],
] as const)('of %s no performance is logged', (_, changes, role, count) => {
  const row = show(changes, role)
  expect(row.queryByRole('link', { name: 'Log one' })).toBeNull()
  expect(row.queryByText(/ of 15/)?.textContent ?? null).toBe(count)
})

test('the task to hand in and its panel tell the same count', () => {
  renderPage(
    <>
      <TaskFacts task={bulk} />
      <TaskPanel task={bulk} />
    </>,
  )
  expect(screen.getAllByText('7 of 15 · 2 to be signed')).toHaveLength(2)
  // It says of the PDF that it will be late.
  expect(screen.getByText('Overdue: it will be marked late')).toBeTruthy()
})
