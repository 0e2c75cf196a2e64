import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '../../../shared/contract/audit.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { postings } from '../../../shared/contract/postings.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { toasts } from '../../core/toasts.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { posting } from '../../testing/postings.ts'
import { batch, department, group } from '../../testing/records.ts'
import { PostingsPage } from './PostingsPage.tsx'

const MEDICINE = { id: 3, name: 'Medicine' }
const SURGERY = { id: 4, name: 'Surgery' }
const GROUPS = [
  group({ id: 5, name: 'Group A', batch_id: 4, department_id: 3, department: MEDICINE }),
  group({ id: 6, name: 'GROUP A', batch_id: 4, department_id: 4, department: SURGERY }),
  group({ id: 7, name: 'Group B', batch_id: 4, department_id: 3, department: MEDICINE }),
]
const ADDRESS = '/postings?batch=4&from=2026-01-05'

beforeEach(() => {
  served(
    [postings.list, pageOf([posting({ clashes: [{ students: 2, department: SURGERY }] })])],
    [postings.read, { data: posting() }],
    [groups.list, pageOf(GROUPS)],
    [batches.list, pageOf([batch({ id: 4, name: 'MBBS 2022' })])],
    [departments.list, pageOf([department(MEDICINE), department(SURGERY)])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [audit.list, pageOf([])],
    [postings.create, { data: posting() }],
    [postings.rotate, { data: [posting()] }],
    [postings.preview, { data: [] }],
  )
})

const SAID = 'Group A: Medicine, 5 Jan 2026 to 1 Feb 2026, Ward 3, 2 students also in Surgery'

test('the plan says each posting in words, in the grid and in the list, and a clerk changes none', async () => {
  signedIn(['clerk'])
  renderPage(<PostingsPage />, ADDRESS)
  expect(await screen.findByRole('button', { name: SAID })).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /Group A/ }))
  for (const text of ['Medicine', '5 Jan 2026 to 1 Feb 2026', 'Ward 3', '2 students also in Surgery'])
    expect(row.getByText(text)).toBeTruthy()
  for (const name of ['Add', 'Rotate', 'Edit Group A: Medicine'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the form offers the departments that have a group of the chosen name', async () => {
  signedIn(['admin'])
  const calls = served()
  renderPage(<PostingsPage />, ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Group' }), 'Group A')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Department' }), 'Surgery')
  fireEvent.change(dialog.getByLabelText(/First day/), { target: { value: '2026-03-02' } })
  fireEvent.change(dialog.getByLabelText(/Last day/), { target: { value: '2026-03-01' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Last day must be on or after the first day')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/Last day/), { target: { value: '2026-03-29' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesTo(calls, postings.create)).toHaveLength(1))
  expect(bodiesTo(calls, postings.create)[0]).toMatchObject({
    group_id: 6,
    first_day: '2026-03-02',
    last_day: '2026-03-29',
    ward: '',
  })
})

test('a drag over weeks opens the form with its row and days', async () => {
  signedIn(['admin'])
  renderPage(<PostingsPage />, ADDRESS)
  const plan = await screen.findByRole('region', { name: 'Plan by weeks' })
  const weeks = [...plan.querySelectorAll<HTMLElement>('[data-plannable]')].at(-1)
  if (!weeks) throw new Error('no row')
  weeks.getBoundingClientRect = () => ({ left: 0, width: 160 }) as DOMRect
  fireEvent.pointerDown(weeks, { clientX: 45, button: 0 })
  fireEvent.pointerMove(weeks, { clientX: 25 })
  fireEvent.pointerUp(weeks, { clientX: 25 })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Group' }).value).toBe('Group B')
  // The only department of this name is chosen.
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Department' }).value).toBe('7')
  expect(dialog.getByLabelText<HTMLInputElement>(/First day/).value).toBe('2026-01-19')
  expect(dialog.getByLabelText<HTMLInputElement>(/Last day/).value).toBe('2026-02-08')
})

test('a posting that is moved sideways opens the form with its new days; a press and a key open it as it is', async () => {
  signedIn(['admin'])
  const calls = served(
    [postings.preview, { data: [{ students: 25, department: SURGERY }] }],
    [postings.update, { data: posting() }],
  )
  renderPage(<PostingsPage />, ADDRESS)
  const bar = await screen.findByRole('button', { name: SAID })
  const weeks = bar.parentElement
  if (!weeks) throw new Error('no row')
  weeks.getBoundingClientRect = () => ({ left: 0, width: 160 }) as DOMRect
  const move = (to: number) => {
    fireEvent.pointerDown(bar, { clientX: 5, button: 0 })
    fireEvent.pointerMove(bar, { clientX: to })
    fireEvent.pointerUp(bar, { clientX: to })
    fireEvent.click(bar, { detail: 1 })
  }
  move(24)
  const edited = async () => within(await screen.findByRole('dialog', { name: 'Edit Posting' }))
  let dialog = await edited()
  expect((await dialog.findByLabelText<HTMLInputElement>(/First day/)).value).toBe('2026-01-19')
  expect(dialog.getByLabelText<HTMLInputElement>(/Last day/).value).toBe('2026-02-15')
  expect(await dialog.findByText(/25 students also in Surgery/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(bodiesTo(calls, postings.update)).toEqual([])
  for (const open of [() => move(8), () => fireEvent.click(bar)]) {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    open()
    dialog = await edited()
    expect((await dialog.findByLabelText<HTMLInputElement>(/First day/)).value).toBe('2026-01-05')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  move(-5)
  dialog = await edited()
  expect((await dialog.findByLabelText<HTMLInputElement>(/First day/)).value).toBe('2025-12-29')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesTo(calls, postings.update)).toHaveLength(1))
  expect(bodiesTo(calls, postings.update)[0]).toMatchObject({ first_day: '2025-12-29', last_day: '2026-01-25' })
})

test('a rotation is shown before it is made, in the order of the ticks', async () => {
  signedIn(['admin'])
  const planned = {
    name: 'Group A',
    department: SURGERY,
    group_id: 6,
    first_day: '2026-03-02',
    last_day: '2026-03-29',
    problem: null,
    clashes: [],
  }
  const calls = served([
    postings.previewRotation,
    { data: [planned, { ...planned, name: 'Group B', group_id: null, problem: 'Surgery has no group “Group B”' }] },
  ])
  renderPage(<PostingsPage />, `${ADDRESS}&modal=rotate`)
  const dialog = within(await screen.findByRole('dialog', { name: /Rotate/ }))
  // A group of a single department goes nowhere by itself.
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Group B' }).checked).toBe(false)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Group B' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Surgery' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Medicine' }))
  expect(dialog.getByText('Order: Surgery → Medicine')).toBeTruthy()
  expect(await dialog.findByText('2 postings, 1 can’t be made, so none will be')).toBeTruthy()
  expect(dialog.getByText('Surgery has no group “Group B”')).toBeTruthy()
  const create = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Create postings' })
  expect(create().disabled).toBe(true)
  expect(dialog.getByRole('link', { name: 'Add “Group B” to Surgery' }).getAttribute('href')).toBe(
    '/groups?batch=4&department_id=4&modal=add',
  )
  served([postings.previewRotation, { data: [planned] }])
  await userEvent.click(dialog.getByRole('button', { name: 'Leave out Group B' }))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Group B' }).checked).toBe(false)
  await waitFor(() => expect(create().disabled).toBe(false))
  await userEvent.click(create())
  await waitFor(() => expect(bodiesTo(calls, postings.rotate)).toHaveLength(1))
  expect(bodiesTo(calls, postings.rotate)[0]).toMatchObject({ group_ids: [5], department_ids: [4, 3], weeks: 4 })
})

test('clashes are said before a posting is saved, and again after it', async () => {
  signedIn(['admin'])
  const clashes = [{ students: 25, department: SURGERY }]
  const calls = served([postings.preview, { data: clashes }], [postings.create, { data: posting({ clashes }) }])
  renderPage(<PostingsPage />, `${ADDRESS}&department_id=3&modal=add`)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Group' }), 'Group A')
  fireEvent.change(dialog.getByLabelText(/First day/), { target: { value: '2026-03-02' } })
  fireEvent.change(dialog.getByLabelText(/Last day/), { target: { value: '2026-03-29' } })
  expect(await dialog.findByText(/25 students also in Surgery/)).toBeTruthy()
  expect(bodiesTo(calls, postings.preview)).toEqual([{ group_id: 5, first_day: '2026-03-02', last_day: '2026-03-29' }])
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(toasts.get().map(({ message }) => message)).toEqual([
      'Group A: Medicine: 25 students also in Surgery',
      'Posting created successfully!',
    ]),
  )
})
