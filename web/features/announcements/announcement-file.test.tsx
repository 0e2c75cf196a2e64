import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { announcements } from '../../../shared/contract/announcements.ts'
import { audit } from '../../../shared/contract/audit.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { announcement } from '../../testing/announcements.ts'
import { bodiesTo, HELD, held, pageOf, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department } from '../../testing/records.ts'
import { AnnouncementsPage } from './AnnouncementsPage.tsx'

const MB = 1024 * 1024
const roster = { name: 'roster.pdf', size: 2048, type: 'application/pdf', sha256: '00' }
const withFile = announcement({ roles: ['student'], file: roster, updated_at: 'v1' })

beforeEach(() => {
  served(
    [announcements.list, pageOf([withFile])],
    [announcements.read, { data: withFile }],
    [announcements.markRead, { data: withFile }],
    [announcements.create, HELD],
    [announcements.replaceFile, HELD],
    [departments.list, pageOf([department()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [audit.list, pageOf([])],
    [batches.list, pageOf([batch()])],
  )
  signedIn(['principal'])
})

function file(name: string, size: number): File {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}

async function open(modal: 'add' | 'edit', name: string) {
  const shown = renderPage(<AnnouncementsPage />, `/announcements?modal=${modal}&id=7`)
  const dialog = within(await screen.findByRole('dialog', { name }))
  const type = async (label: RegExp, text: string) => {
    const field = await dialog.findByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  const choose = async (one: File) =>
    userEvent.upload(await dialog.findByLabelText(/^File$|^Another file$/), one, { applyAccept: false })
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...shown, dialog, type, choose, save }
}
const add = () => open('add', 'Add New Announcement')
const edit = () => open('edit', 'Edit Announcement')
const formOf = (body: unknown) => Object.fromEntries(body as FormData)

test('is sent with the announcement in one call; a failure keeps it and what was typed', async () => {
  const { dialog, type, choose, save } = await add()
  expect(dialog.getByText('Any kind, at most 10 MB')).toBeTruthy()
  await type(/^Title/, 'روسٹر')
  await type(/^Text/, 'x')
  for (const role of ['Student', 'Head of department']) await userEvent.click(dialog.getByLabelText(role))
  await choose(file('film.mp4', 10 * MB + 1))
  expect(dialog.getByText('File "film.mp4" is too large. Maximum size is 10MB.').closest('[role=alert]')).toBeTruthy()
  await choose(file('roster.pdf', MB))
  await save()
  ;(await held(announcements.create)).answer(refuse(500))
  expect(await dialog.findByText('Failed to create announcement')).toBeTruthy()
  expect(dialog.getByLabelText(/^Title/)).toHaveProperty('value', 'روسٹر')
  expect(dialog.getByRole('list', { name: 'Chosen file' }).textContent).toBe('roster.pdf 1 MB')
  await save()
  const second = await held(announcements.create)
  expect(formOf(bodiesTo(served(), announcements.create)[1])).toEqual({
    title: 'روسٹر',
    text: 'x',
    roles: 'student,hod',
    department_id: '',
    batch_id: '',
    group_id: '',
    last_day: '',
    file: expect.objectContaining({ name: 'roster.pdf' }),
  })
  const [first, again] = sentTo(served(), announcements.create).map(({ headers }) => headers['idempotency-key'])
  expect([typeof first, again]).toEqual(['string', first])
  second.answer({ data: withFile })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what was typed is back after a reload; the file has to be chosen again', async () => {
  const first = await add()
  await first.type(/^Title/, 'Half')
  await first.choose(file('roster.pdf', MB))
  first.unmount()
  const { dialog } = await add()
  expect(await dialog.findByLabelText(/^Title/)).toHaveProperty('value', 'Half')
  expect(dialog.getByText('Choose the file again.')).toBeTruthy()
})

test('another one goes along with the texts, to every department as they say', async () => {
  const { dialog, choose, save } = await edit()
  expect((await dialog.findByRole('list', { name: 'Present file' })).textContent).toBe('roster.pdf 2 KB')
  await choose(file('new.pdf', MB))
  expect(dialog.getByRole('list', { name: 'Present file' }).textContent).toBe('roster.pdf will be removed')
  await save()
  const sent = await held(announcements.replaceFile)
  expect(formOf(bodiesTo(served(), announcements.replaceFile)[0])).toEqual({
    title: 'Ward round at 8',
    text: 'In ward 3.\nBring your log.',
    roles: 'student',
    department_id: '',
    batch_id: '',
    group_id: '',
    last_day: '',
    updated_at: 'v1',
    file: expect.objectContaining({ name: 'new.pdf' }),
  })
  sent.answer({ data: withFile })
  expect(await screen.findByText('Announcement updated successfully!')).toBeTruthy()
})

test.each([
  ['stays when the texts alone change', false],
  ['is taken away', true],
])('it %s', async (_, isRemoved) => {
  const calls = served([announcements.update, { data: withFile }])
  const { dialog, type, save } = await edit()
  await type(/^Title/, 'At 9')
  if (isRemoved) await userEvent.click(dialog.getByRole('button', { name: 'Remove roster.pdf' }))
  await save()
  await waitFor(() => expect(bodiesTo(calls, announcements.update)).toHaveLength(1))
  expect(bodiesTo(calls, announcements.update)[0]).toEqual({
    title: 'At 9',
    text: 'In ward 3.\nBring your log.',
    roles: ['student'],
    department_id: null,
    batch_id: null,
    group_id: null,
    last_day: '',
    updated_at: 'v1',
    remove_file: isRemoved,
  })
})

test('a reader opens a PDF and keeps it; another kind is only kept', async () => {
  signedIn(['student'])
  const { unmount } = renderPage(<AnnouncementsPage />, '/announcements?modal=view&id=7')
  expect(await screen.findByRole('button', { name: 'Open roster.pdf in a new tab' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download roster.pdf' })).toBeTruthy()
  unmount()
  const page = announcement({ file: { ...roster, name: 'page.html', type: 'text/html' } })
  served([announcements.read, { data: page }])
  renderPage(<AnnouncementsPage />, '/announcements?modal=view&id=7')
  expect(await screen.findByRole('button', { name: 'Download page.html' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Open page/ })).toBeNull()
})
