import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/page.tsx'
import { studentTask } from '../../testing/work.ts'
import { tasksThat } from './rules.ts'
import { TasksTable } from './TasksTable.tsx'

const asked = studentTask({ name: 'Cannulation', task_type: 'bulk', end_date: '2020-01-31', required_count: 15 })
const work = {
  id: 4,
  status: 'submitted',
  marks: null,
  is_late: false,
  date_time: '2020-01-30T08:00:00Z',
  faculty_remarks: null,
} as const

const row = () => within(screen.getByRole('row', { name: /Cannulation/ }))

test('a task that asks for a number is overdue while too little counts, whatever is handed in', () => {
  const task = { ...asked, counted: 7, submission: work }
  renderPage(<TasksTable tasks={[task]} reader="staff" />)
  expect(row().getByText('7 of 15 counted')).toBeTruthy()
  expect(row().getByText('Submitted')).toBeTruthy()
  expect(row().getByText('Overdue')).toBeTruthy()
  expect(tasksThat('overdue', [task])).toEqual([task])
  expect(tasksThat('handed_in', [task])).toEqual([task])
})

test('it is completed once enough counts, also without work', () => {
  const task = { ...asked, counted: 16 }
  renderPage(<TasksTable tasks={[task]} reader="student" />)
  expect(row().getByText('16 of 15 counted')).toBeTruthy()
  expect(row().getByText('Completed')).toBeTruthy()
  for (const word of ['Overdue', 'Not Submitted']) expect(row().queryByText(word)).toBeNull()
  expect(tasksThat('overdue', [task])).toEqual([])
})

test('before its last day it is neither overdue nor said to lack work', () => {
  renderPage(<TasksTable tasks={[{ ...asked, end_date: null, counted: 0 }]} reader="staff" />)
  expect(row().getByText('0 of 15 counted')).toBeTruthy()
  for (const word of ['Overdue', 'Not Submitted', 'Completed']) expect(row().queryByText(word)).toBeNull()
})
