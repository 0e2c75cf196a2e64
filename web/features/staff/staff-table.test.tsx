import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Staff, staff } from '../../../shared/contract/staff.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { staffMember } from '../../testing/records.ts'
import { StaffPage } from './StaffPage.tsx'

const person = (id: number, name: string, held: string[], more: Partial<Staff> = {}) =>
  staffMember({
    id,
    name,
    user_id: id + 100,
    user: { id: id + 100, email: `p${id}@college.test`, roles: held },
    ...more,
  })
const people = [
  person(1, 'Dr. Hina Head', ['hod', 'faculty'], { phone: '+923001234567' }),
  person(2, 'Kiran Clerk', ['clerk'], { phone: null, status: 'on_leave', never_signed_in: true }),
  person(3, 'Nadia New', []),
]

const college = () => served([staff.list, pageOf(people)])
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)
const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

beforeEach(() => {
  signedIn()
  served([staff.currentUser, refuse(404, 'Staff member not found')])
})

test('the list is cards, and a table once that is chosen, without asking the server again', async () => {
  const calls = served([staff.list, pageOf(people, 250)])
  const { router } = renderPage(<StaffPage />, '/?page=2')
  expect(await screen.findByRole('heading', { name: 'Nadia New' })).toBeTruthy()
  expect([isPressed('Cards'), isPressed('Table')]).toEqual(['true', 'false'])

  await userEvent.click(within(screen.getByRole('group', { name: 'Layout' })).getByRole('button', { name: 'Table' }))
  expect([isPressed('Cards'), isPressed('Table')]).toEqual(['false', 'true'])
  expect(screen.queryByRole('heading', { name: 'Nadia New' })).toBeNull()
  expect(screen.getByRole('table', { name: 'Staff' })).toBeTruthy()
  expect(router.state.location.search).toBe('?page=2&tab=table')

  await userEvent.click(screen.getByRole('button', { name: 'Cards' }))
  expect(await screen.findByRole('heading', { name: 'Nadia New' })).toBeTruthy()
  expect(router.state.location.search).toBe('?page=2')
  expect(pathsTo(calls, staff.list)).toHaveLength(1)
})

test('a row tells what a card tells and the phone, roles as people say them', async () => {
  college()
  renderPage(<StaffPage />, '/?tab=table')
  expect(cellsOf(await rowOf('Dr. Hina Head')).slice(0, -1)).toEqual([
    'Dr. Hina Head',
    'Professor',
    'Medicine',
    'Head of department, Faculty',
    '+923001234567',
    'p1@college.test',
    'Active',
  ])
  const kiran = cellsOf(await rowOf('Kiran Clerk'))
  expect(kiran.slice(3, -1)).toEqual(['Clerk', '—', 'p2@college.test', 'On LeaveNever signed in'])
  expect(cellsOf(await rowOf('Nadia New'))[3]).toBe('No role assigned')
})

test('a row has the actions of its card', async () => {
  signedIn(['clerk'])
  college()
  const { router } = renderPage(<StaffPage />, '/?tab=table')
  const buttonsOf = async (name: string) =>
    within(await rowOf(name))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
  expect(await buttonsOf('Dr. Hina Head')).toEqual(['View Dr. Hina Head'])
  expect(await buttonsOf('Nadia New')).toEqual(['View Nadia New', 'Edit Nadia New', 'Delete Nadia New'])
  served([staff.read, { data: people[0] as Staff }])
  await userEvent.click(screen.getByRole('button', { name: 'View Dr. Hina Head' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=table&modal=view&id=1'))
})

test('the search serves the table too, and showing all keeps it', async () => {
  college()
  const calls = served([staff.list, ({ query }) => pageOf(query.q === 'xyz' ? [] : people)])
  const { router } = renderPage(<StaffPage />, '/?tab=table')
  await rowOf('Nadia New')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search staff' }), 'xyz')
  expect(await screen.findByText('No staff found matching your search')).toBeTruthy()
  expect(calls.at(-1)?.path).toBe('/api/staff?q=xyz&page=1&per_page=100')
  await userEvent.click(screen.getByRole('button', { name: 'Show all staff' }))
  await rowOf('Nadia New')
  expect(router.state.location.search).toBe('?tab=table')
})

test('a student compares names, designations and departments', async () => {
  signedIn(['student'])
  const rows = people.map(({ id, name, department, designation }) => ({ id, name, department, designation }))
  served([staff.list, pageOf(rows)])
  renderPage(<StaffPage />, '/?tab=table')
  expect(cellsOf(await rowOf('Nadia New'))).toEqual(['Nadia New', 'Professor', 'Medicine', ''])
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['Name', 'Designation', 'Department', 'Actions'])
})
