import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { groups } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { tasks } from '../../shared/contract/tasks.ts'
import { TaskForm } from '../features/tasks/TaskForm.tsx'
import { pageOf, pathsTo, refuse, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { department } from '../testing/records.ts'

beforeEach(() => signedIn())

/** Opens the form of a new task, with the server's refusal. */
async function open(onPost = () => refuse(500, 'No')) {
  const calls = served(
    [tasks.create, onPost],
    [departments.list, pageOf([department()])],
    [groups.list, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
  renderPage(<TaskForm record={undefined} chosen={{ departmentId: 3, groupId: undefined }} onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Task' }))
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  return { dialog, field, sent: () => pathsTo(calls, tasks.create).length }
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const focusIsOn = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

test('the focus goes to the first bad field, and to the next one once that is mended', async () => {
  const { field, sent } = await open()
  await userEvent.type(field('Total Marks'), 'many')
  await userEvent.type(field('Passing Marks'), 'some')
  await save()
  await focusIsOn(field('Task Name'))
  await userEvent.type(field('Task Name'), 'History')
  await save()
  await focusIsOn(field('Total Marks'))
  expect(sent()).toBe(0)
})

test('it stays where somebody types, though another field is still bad', async () => {
  const { field } = await open()
  await userEvent.type(field('Total Marks'), 'many')
  await save()
  await focusIsOn(field('Task Name'))
  await userEvent.click(field('Total Marks'))
  await userEvent.keyboard('2')
  // This field's error is gone from the form, and the name's is not.
  expect(field('Task Name').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Total Marks'))
  expect(field('Total Marks').value).toBe('many2')
})

test('it goes to the field that the server refuses', async () => {
  const errors = { passing_marks: ['Passing marks are too many.'], detail: ['Too long.'] }
  const { field } = await open(() => refuse(422, 'Please check the fields.', errors))
  await userEvent.type(field('Task Name'), 'History')
  await save()
  await focusIsOn(field('Detail'))
})

test('where no field is bad it stays in the dialog, on what went wrong', async () => {
  const { dialog, field } = await open(() => {
    // A browser takes the focus from a button that is disabled while the save is pending.
    const pressed = document.activeElement
    if (pressed instanceof HTMLElement) pressed.blur()
    return refuse(503, 'The server is busy. Please try again in a moment.')
  })
  await userEvent.type(field('Task Name'), 'History')
  await save()
  const problem = await dialog.findByText('The server is busy. Please try again in a moment.')
  await waitFor(() => {
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(problem)).toBe(true)
  })
})
