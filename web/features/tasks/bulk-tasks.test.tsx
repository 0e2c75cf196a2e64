import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, pageOf, refuse, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, group } from '../../testing/records.ts'
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
