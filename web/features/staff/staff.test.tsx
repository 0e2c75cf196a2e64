import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Staff, staff } from '../../../shared/contract/staff.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, staffMember } from '../../testing/records.ts'
import { StaffPage } from './StaffPage.tsx'

const medicine = department({ id: 1 })
const person = (id: number, name: string, held: string[], more: Partial<Staff> = {}) =>
  staffMember({
    id,
    name,
    user_id: id + 100,
    user: { id: id + 100, email: `${name.split(' ').at(-1)?.toLowerCase()}@college.test`, roles: held },
    department: medicine,
    ...more,
  })
const people = [
  person(1, 'Dr. Hina Head', ['hod']),
  person(2, 'Dr. Farooq Faculty', ['faculty'], { never_signed_in: true }),
  person(3, 'Kiran Clerk', ['clerk'], { status: 'on_leave' }),
  person(4, 'Nadia New', []),
]

/** Serves the staff to a person who has no staff record. */
const college = (rows: Staff[] = people) =>
  served([staff.list, pageOf(rows)], [staff.currentUser, refuse(404, 'Staff member not found')])
const ownDepartment = (type: Staff['department']['type']) =>
  served([staff.currentUser, { data: person(1, 'Dr. Hina Head', ['hod'], { department: { ...medicine, type } }) }])

const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { level: 2, name })).closest('li')
  if (!card) throw new Error(`${name} stands in no card`)
  return within(card)
}
const buttonsOf = async (name: string) =>
  (await cardOf(name)).getAllByRole('button').map((button) => button.getAttribute('aria-label'))
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => signedIn())
afterEach(() => {
  vi.restoreAllMocks()
})

test('a card tells name, email, department, designation, role and status', async () => {
  college()
  renderPage(<StaffPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Staff' })).toBeTruthy()
  const farooq = await cardOf('Dr. Farooq Faculty')
  for (const text of ['faculty@college.test', 'Medicine', 'Professor', 'faculty', 'Active', 'Never signed in'])
    expect(farooq.getByText(text)).toBeTruthy()
  expect((await cardOf('Nadia New')).getByText('No role assigned')).toBeTruthy()
  const kiran = await cardOf('Kiran Clerk')
  expect(kiran.getByText('On Leave')).toBeTruthy()
  expect(kiran.queryByText('Never signed in')).toBeNull()
})

test('somebody who holds several roles shows them all', async () => {
  college([person(5, 'Dr. Two', ['hod', 'faculty'])])
  renderPage(<StaffPage />)
  const card = await cardOf('Dr. Two')
  expect(card.getByText('hod, faculty')).toBeTruthy()
  expect(card.getByText('Head of department')).toBeTruthy()
})

test('an administrator edits and deletes anybody, but does not delete themselves', async () => {
  college([...people, person(6, 'Ayesha Khan', ['admin'], { user_id: 7 })])
  renderPage(<StaffPage />)
  for (const name of ['Dr. Hina Head', 'Nadia New'])
    expect(await buttonsOf(name)).toEqual([`View ${name}`, `Edit ${name}`, `Delete ${name}`])
  expect(await buttonsOf('Ayesha Khan')).toEqual(['View Ayesha Khan', 'Edit Ayesha Khan'])
})

test.each(['principal', 'faculty', 'student-affair'])('%s only looks', async (role) => {
  signedIn([role])
  college()
  renderPage(<StaffPage />, '/?modal=add')
  for (const { name } of people) expect(await buttonsOf(name)).toEqual([`View ${name}`])
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Designations' }).getAttribute('href')).toBe('/designations')
  expect(screen.getByRole('link', { name: 'Roles' }).getAttribute('href')).toBe('/roles')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a head of department edits faculty and those without a role, nobody else', async () => {
  signedIn(['hod'])
  college()
  ownDepartment('academic')
  renderPage(<StaffPage />)
  expect(await buttonsOf('Dr. Farooq Faculty')).toContain('Edit Dr. Farooq Faculty')
  expect(await buttonsOf('Nadia New')).toContain('Delete Nadia New')
  expect(await buttonsOf('Dr. Hina Head')).toEqual(['View Dr. Hina Head'])
  expect(await buttonsOf('Kiran Clerk')).toEqual(['View Kiran Clerk'])
  expect(screen.getByRole('button', { name: 'Add' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/staff/import')
})

test('a clerk edits faculty and clerks, not a head of department', async () => {
  signedIn(['clerk'])
  college()
  renderPage(<StaffPage />)
  expect(await buttonsOf('Dr. Farooq Faculty')).toContain('Edit Dr. Farooq Faculty')
  expect(await buttonsOf('Kiran Clerk')).toContain('Delete Kiran Clerk')
  expect(await buttonsOf('Dr. Hina Head')).toEqual(['View Dr. Hina Head'])
})

test('a student sees names, departments and designations', async () => {
  signedIn(['student'])
  const rows = people.map(({ id, name, department, designation }) => ({ id, name, department, designation }))
  const calls = served([staff.list, pageOf(rows)])
  renderPage(<StaffPage />)
  const hina = await cardOf('Dr. Hina Head')
  expect(hina.getByText('Medicine')).toBeTruthy()
  expect(hina.queryByText('No role assigned')).toBeNull()
  expect(await buttonsOf('Dr. Hina Head')).toEqual(['View Dr. Hina Head'])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(calls.map(({ path }) => path)).toEqual(['/api/staff?page=1&per_page=100'])
})

test('staff of an academic department are told that they see only their own', async () => {
  signedIn(['faculty'])
  college()
  ownDepartment('academic')
  renderPage(<StaffPage />)
  expect(await screen.findByText('You can only see the staff of your own department: Medicine.')).toBeTruthy()
})

test('staff of another department are not', async () => {
  signedIn(['clerk'])
  college()
  const calls = ownDepartment('non-academic')
  renderPage(<StaffPage />)
  await cardOf('Dr. Hina Head')
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/staff/current-user'))
  expect(screen.queryByText(/your own department/)).toBeNull()
})

test('the search is asked of the server and kept in the address', async () => {
  college()
  const calls = served([staff.list, ({ query }) => pageOf(query.q === 'xyz' ? [] : people)])
  const { router } = renderPage(<StaffPage />, '/?page=2')
  await cardOf('Dr. Hina Head')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search staff' }), 'xyz')
  expect(await screen.findByText('No staff found matching your search')).toBeTruthy()
  expect(calls.at(-1)?.path).toBe('/api/staff?q=xyz&page=1&per_page=100')
  expect(router.state.location.search).toBe('?q=xyz')
  expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(1)
})

test('a shared address shows the same search and page', async () => {
  college()
  const calls = served([staff.list, pageOf(people, 250)])
  renderPage(<StaffPage />, '/?q=prof&page=2')
  await cardOf('Dr. Hina Head')
  expect(screen.getByRole('searchbox', { name: 'Search staff' })).toHaveProperty('value', 'prof')
  expect(calls.map(({ path }) => path)).toContain('/api/staff?q=prof&page=2&per_page=100')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/staff?q=prof&page=3&per_page=100'))
})

test.each([
  ['admin', 1],
  ['principal', 0],
] as const)('nobody there yet: %s is offered Add, counted %i times', async (role, times) => {
  signedIn([role])
  college([])
  renderPage(<StaffPage />)
  expect(await screen.findByText('No staff found')).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: 'Add' })).toHaveLength(times)
})

test('a list that fails shows the red banner, and Retry brings it', async () => {
  let failing = true
  college()
  served([staff.list, () => (failing ? refuse(500, 'The database is away.') : pageOf(people))])
  renderPage(<StaffPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.')
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await cardOf('Nadia New')).toBeTruthy()
})

test('deleting asks, and the banner says why somebody stays', async () => {
  const message = 'Staff member has created 3 tasks. Set the status to inactive instead.'
  college()
  const calls = served([staff.remove, refuse(409, message)])
  renderPage(<StaffPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Kiran Clerk' }))
  const asked = within(await dialog('Delete staff member'))
  expect(asked.getByText('Are you sure you want to delete this staff member?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, staff.remove)).toEqual(['/api/staff/3'])
})

test('a deletion that went well is told, and the list is read again', async () => {
  let rows = people
  college()
  served(
    [staff.list, () => pageOf(rows)],
    [
      staff.remove,
      () => {
        rows = people.slice(0, 2)
        return { message: 'Staff member deleted' }
      },
    ],
  )
  renderPage(<StaffPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Kiran Clerk' }))
  await userEvent.click(within(await dialog('Delete staff member')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Staff member deleted successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Kiran Clerk' })).toBeNull())
})

test('the export keeps to the search', async () => {
  const saved = vi.fn(() => 'blob:staff')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  college()
  const calls = served([staff.export, () => new Response('Name')])
  renderPage(<StaffPage />, '/?q=prof')
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(calls.at(-1)?.path).toBe('/api/staff/export?q=prof&format=csv')
})

test('who may change staff narrows them to who never signed in, and back', async () => {
  const calls = college()
  const { router } = renderPage(<StaffPage />, '/?only=never-signed-in')
  await cardOf('Dr. Farooq Faculty')
  expect(pathsTo(calls, staff.list)).toEqual(['/api/staff?only=never-signed-in&page=1&per_page=100'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear Show' }))
  await cardOf('Dr. Hina Head')
  expect(router.state.location.search).toBe('')
})

test('to others such an address is the whole list', async () => {
  signedIn(['principal'])
  const calls = college()
  renderPage(<StaffPage />, '/?only=never-signed-in')
  await cardOf('Dr. Hina Head')
  expect(screen.queryByLabelText('Show')).toBeNull()
  expect(pathsTo(calls, staff.list)).toEqual(['/api/staff?page=1&per_page=100'])
})
