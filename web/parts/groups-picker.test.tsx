import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { groups as contract } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { tasks } from '../../shared/contract/tasks.ts'
import { TaskForm } from '../features/tasks/TaskForm.tsx'
import { pageOf, refuse, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { department, group } from '../testing/records.ts'
import { GroupsPicker } from './GroupsPicker.tsx'

beforeEach(() => {
  signedIn()
  served(
    [tasks.create, refuse(422, 'Please check the fields.', { group_ids: ['Group A was removed.'] })],
    [departments.list, pageOf([department()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [contract.list, pageOf([group({ batch: { id: 1, name: 'MBBS 2023' } })])],
  )
})

const groups = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Groups' })
const option = () => screen.queryByRole('option', { name: 'Group A (MBBS 2023)' })
const ready = () => waitFor(() => expect(groups().disabled).toBe(false))

test('the list opens for who asks for it: with a click, an arrow key, or what is searched', async () => {
  for (const ask of [
    () => userEvent.click(groups()),
    () => userEvent.keyboard('{ArrowDown}'),
    () => userEvent.keyboard('gro'),
  ]) {
    const shown = renderPage(<GroupsPicker departmentId={3} />)
    await ready()
    await userEvent.tab()
    expect(document.activeElement).toBe(groups())
    expect(option()).toBeNull()
    await ask()
    await waitFor(() => expect(option()).not.toBeNull())
    shown.unmount()
  }
})

test('after a refusal the focus comes back, and no list lies over the buttons', async () => {
  renderPage(<TaskForm record={undefined} chosen={{ departmentId: 3, groupId: 7 }} onClose={() => undefined} />)
  await screen.findByText('Group A (MBBS 2023)')
  await userEvent.type(screen.getByRole('textbox', { name: 'Task Name' }), 'History')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Group A was removed.')).not.toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(groups()))
  expect(groups().getAttribute('aria-expanded')).not.toBe('true')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('without a department there is nothing to choose from', () => {
  renderPage(<GroupsPicker departmentId={undefined} />)
  expect([groups().disabled, groups().placeholder]).toEqual([true, 'Choose a department first'])
})
