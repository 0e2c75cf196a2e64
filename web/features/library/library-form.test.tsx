import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { libraries } from '../../../shared/contract/libraries.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { libraryEntry } from '../../testing/library.ts'
import { bodiesTo, HELD, held, pageOf, refuse, sentTo, served, UNREACHED } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, staffMember } from '../../testing/records.ts'
import { LibraryPage } from './LibraryPage.tsx'

// The page loads it later; importing it here spares each test the wait.
await import('./LibraryForm.tsx')

const MB = 1024 * 1024
const AGAIN = 'Choose the file again.'
const handbook = libraryEntry({ type: 'Handbook', updated_at: 'v1' })
const hostel = department({ id: 4, name: 'Hostel', type: 'non-academic' })

const college = () =>
  served(
    [libraries.list, pageOf([handbook])],
    [libraries.types, pageOf([{ type: 'Handbook', count: 1 }])],
    [libraries.read, { data: handbook }],
    [libraries.create, HELD],
    [departments.list, pageOf([department(), hostel])],
    [batches.list, pageOf([batch()])],
    [staff.currentUser, { data: staffMember({ department: hostel }) }],
    [audit.list, pageOf([])],
  )

function file(name: string, size: number, type = ''): File {
  const made = new File(['x'], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}

async function open(modal: string, name: string) {
  const shown = renderPage(<LibraryPage />, `/library?modal=${modal}&id=50`)
  const title = await screen.findByLabelText(/^Title/)
  const dialog = within(await screen.findByRole('dialog', { name }))
  const choose = (one: File, label: RegExp = /^File$|^Another file$/) =>
    userEvent.upload(dialog.getByLabelText(label), one, { applyAccept: false })
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...shown, title, dialog, choose, save }
}
const add = () => open('add', 'Add New Library Entry')
const edit = () => open('edit', 'Edit Library Entry')
const formOf = (body: unknown) => Object.fromEntries(body as FormData)

beforeEach(() => {
  college()
  signedIn()
})

test('asks for title, department and file', async () => {
  const { dialog, save } = await add()
  await save()
  for (const text of ['Title is required', 'Department is required', 'Filename is required'])
    expect(dialog.getByText(text)).toBeTruthy()
  expect(sentTo(served(), libraries.create)).toHaveLength(0)
})

test('a file over 50 MB, and one without a byte, are refused with an alert', async () => {
  const { dialog, choose, save } = await add()
  await choose(file('film.mp4', 50 * MB + 1))
  const alert = (text: string) => dialog.getByText(text).closest('[role="alert"]')
  expect(alert('File "film.mp4" is too large. Maximum size is 50MB.')).toBeTruthy()
  await choose(file('empty.txt', 0))
  expect(alert('File "empty.txt" is empty. Choose a file with something in it.')).toBeTruthy()
  expect(dialog.queryByRole('list', { name: 'Chosen file' })).toBeNull()
  await save()
  expect(dialog.queryByText('Filename is required')).toBeNull()
  expect(dialog.getByText('Title is required')).toBeTruthy()
  await choose(file('film.mp4', 50 * MB))
  expect(dialog.getByRole('list', { name: 'Chosen file' }).textContent).toBe('film.mp4 50 MB')
  expect(dialog.getByText('Any kind, at most 50 MB')).toBeTruthy()
})

test('an entry is sent with its file in one call; how far it is stands there, and Cancel keeps everything', async () => {
  const { dialog, title, choose, save } = await add()
  await userEvent.type(title, 'وارڈ کی ہدایات')
  await userEvent.selectOptions(dialog.getByLabelText('Department'), 'Hostel')
  await userEvent.selectOptions(dialog.getByLabelText('Batch'), 'MBBS 2024')
  await userEvent.selectOptions(dialog.getByLabelText('Year'), '2nd Year')
  await userEvent.type(dialog.getByLabelText('Type'), 'Handbook')
  await choose(file('ward.pdf', 20 * MB, 'application/pdf'))
  await save()
  const first = await held(libraries.create)
  first.tellSent(0.4)
  expect(await dialog.findByText('40%')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await dialog.findByRole('button', { name: 'Save' })
  expect(first.signal?.aborted).toBe(true)
  expect(title).toHaveProperty('value', 'وارڈ کی ہدایات')
  expect(dialog.getByRole('list', { name: 'Chosen file' }).textContent).toBe('ward.pdf 20 MB')
  await save()
  const second = await held(libraries.create)
  expect(formOf(bodiesTo(served(), libraries.create)[1])).toEqual({
    title: 'وارڈ کی ہدایات',
    detail: '',
    type: 'Handbook',
    description: '',
    batch_id: '5',
    department_id: '4',
    year: '2nd Year',
    file: expect.objectContaining({ name: 'ward.pdf' }),
  })
  const keys = sentTo(served(), libraries.create).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  second.answer({ data: libraryEntry() })
  expect(await screen.findByText('Library entry created successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what the server refuses stands in one line and with its field; a failure without words has its own', async () => {
  const { dialog, title, choose, save } = await add()
  await userEvent.type(title, 'Film')
  await userEvent.selectOptions(dialog.getByLabelText('Department'), 'Hostel')
  await choose(file('film.mp4', MB))
  await save()
  const refused = { file: ['File "film.mp4" cannot be sent.'], title: ['Title is taken'] }
  ;(await held(libraries.create)).answer(refuse(422, 'The given data was invalid.', refused))
  expect(
    await dialog.findByText('Validation error: file: File "film.mp4" cannot be sent.; title: Title is taken'),
  ).toBeTruthy()
  expect(dialog.getByText('File "film.mp4" cannot be sent.')).toBeTruthy()
  await save()
  ;(await held(libraries.create)).answer(refuse(500))
  expect(await dialog.findByText('Failed to create library entry')).toBeTruthy()
  await save()
  ;(await held(libraries.create)).answer(UNREACHED)
  expect(await dialog.findByText('The server cannot be reached. Check the connection and try again.')).toBeTruthy()
})

test('staff of an academic department add to their own one', async () => {
  served([staff.currentUser, { data: staffMember({ department: department() }) }])
  signedIn(['faculty'])
  const { dialog, title, choose, save } = await add()
  const picker = dialog.getByLabelText('Department')
  expect(picker).toHaveProperty('disabled', true)
  await userEvent.type(title, 'Film')
  await choose(file('film.mp4', MB))
  await save()
  await held(libraries.create)
  expect(formOf(bodiesTo(served(), libraries.create)[0])).toMatchObject({ department_id: '3', batch_id: '', year: '' })
})

test('what was typed is back after a reload; the file has to be chosen again', async () => {
  const first = await add()
  await userEvent.type(first.title, 'Half a title')
  await first.choose(file('film.mp4', MB))
  first.unmount()
  const second = await add()
  expect(second.title).toHaveProperty('value', 'Half a title')
  expect(second.dialog.getByText('Restored what you typed.')).toBeTruthy()
  expect(second.dialog.getByText(AGAIN)).toBeTruthy()
  await userEvent.type(second.title, '!')
  second.unmount()
  const { dialog, choose } = await add()
  await choose(file('film.mp4', MB))
  expect(dialog.queryByText(AGAIN)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove film.mp4' }))
  expect(dialog.queryByText(AGAIN)).toBeNull()
})

test('a file that was chosen before a reload and nothing else is asked for again, until the form is left', async () => {
  const first = await edit()
  await first.choose(file('film.mp4', MB))
  first.unmount()
  const { dialog, unmount } = await edit()
  expect(dialog.getByText(AGAIN)).toBeTruthy()
  expect(dialog.queryByText('Restored what you typed.')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  unmount()
  expect((await edit()).dialog.queryByText(AGAIN)).toBeNull()
})

test('a chosen file is not thrown away without a question', async () => {
  const { choose } = await add()
  await choose(file('film.mp4', MB))
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('dialog', { name: 'Discard changes?' })
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an entry is changed as it was read, and its file stays', async () => {
  const calls = served([libraries.update, { data: handbook }])
  const { dialog, title, save } = await edit()
  expect(dialog.getByLabelText('Type')).toHaveProperty('value', 'Handbook')
  expect(dialog.getByRole('list', { name: 'Present file' }).textContent).toBe('handbook.pdf 1.5 KB')
  await userEvent.clear(title)
  await userEvent.type(title, 'Manual')
  await userEvent.selectOptions(dialog.getByLabelText('Batch'), 'Every batch')
  await save()
  expect(await screen.findByText('Library entry updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, libraries.update)).toEqual([
    {
      title: 'Manual',
      detail: '',
      type: 'Handbook',
      description: '',
      batch_id: null,
      department_id: 3,
      year: '',
      updated_at: 'v1',
    },
  ])
})

test('another file goes along with the text in one call', async () => {
  const calls = served([libraries.replaceFile, HELD])
  const { dialog, title, choose, save } = await edit()
  await userEvent.type(title, ' 2026')
  await choose(file('new.pdf', MB))
  expect(dialog.getByRole('list', { name: 'Present file' }).textContent).toBe('handbook.pdf will be removed')
  await save()
  const sent = await held(libraries.replaceFile)
  expect(sent.body).toMatchObject({ title: 'Ward handbook 2026', department_id: 3, batch_id: 5, updated_at: 'v1' })
  expect(sent.files.map(({ name }) => name)).toEqual(['new.pdf'])
  sent.tellSent(1)
  expect(await dialog.findByText('Checking the files...')).toBeTruthy()
  sent.answer({ data: handbook })
  expect(await screen.findByText('Library entry updated successfully!')).toBeTruthy()
  expect(sentTo(calls, libraries.update)).toHaveLength(0)
})

test('somebody else’s change is told, and Reload opens what is stored', async () => {
  served([libraries.update, refuse(409, CHANGED_MEANWHILE)])
  const { title, dialog, save } = await edit()
  await userEvent.type(title, '!')
  await save()
  expect(await dialog.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  served([libraries.read, { data: libraryEntry({ title: 'Theirs', updated_at: 'v2' }) }])
  await userEvent.click(dialog.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Theirs'))
})

test('a change that fails without words has its own', async () => {
  served([libraries.update, refuse(500)])
  const { title, dialog, save } = await edit()
  await userEvent.type(title, '!')
  await save()
  expect(await dialog.findByText('Failed to update library entry')).toBeTruthy()
})
