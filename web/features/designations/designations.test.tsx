import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { designations } from '../../../shared/contract/designations.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { designation } from '../../testing/records.ts'
import { DesignationsPage } from './DesignationsPage.tsx'

const professor = designation({ staff_count: 12 })
const dialog = (name: string) => screen.findByRole('dialog', { name })

beforeEach(() => {
  signedIn()
  served([designations.list, pageOf([professor])], [designations.read, { data: professor }])
})

test('shows each designation with its staff; who is no administrator sees no buttons', async () => {
  signedIn(['hod'])
  renderPage(<DesignationsPage />, '/?modal=add')
  const row = await screen.findByRole('row', { name: /Professor/ })
  expect(within(row).getByText('12')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Designations' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the search is asked of the server, and what is not found says so without offering to add', async () => {
  const calls = served([designations.list, ({ query }) => (query.q ? pageOf([]) : pageOf([professor], 150))])
  const { router } = renderPage(<DesignationsPage />, '/?page=2')
  await screen.findByRole('row', { name: /Professor/ })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search designations' }), 'xyz')
  expect(await screen.findByText('No designations found')).toBeTruthy()
  expect(calls.at(-1)?.path).toBe('/api/designations?q=xyz&page=1&per_page=100')
  expect(router.state.location.search).toBe('?q=xyz')
  expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(1)
})

test('an empty college is invited to add the first one', async () => {
  served([designations.list, pageOf([])])
  renderPage(<DesignationsPage />)
  expect(await screen.findByText('No designations found')).toBeTruthy()
  expect(screen.getByText('Start by adding your first designation')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add' })).toBeTruthy()
})

test('a list of more than one page is gone through', async () => {
  const calls = served([designations.list, pageOf([professor], 150)])
  renderPage(<DesignationsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/designations?page=2&per_page=100'))
})

test('a missing name is told under its field; nothing is sent', async () => {
  const calls = served()
  renderPage(<DesignationsPage />, '/?modal=add')
  await userEvent.click(within(await dialog('Add New Designation')).getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Designation name is required')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  expect(pathsTo(calls, designations.create)).toEqual([])
})

test('a name that is taken stands under its field', async () => {
  const errors = { name: ['A designation with this name already exists'] }
  served([designations.create, refuse(422, 'Invalid', errors)])
  renderPage(<DesignationsPage />, '/?modal=add')
  await userEvent.type(within(await dialog('Add New Designation')).getByRole('textbox', { name: 'Name' }), 'professor')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A designation with this name already exists')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
})

test('renaming sends the version that was read, closes the dialog and says so', async () => {
  const calls = served([designations.update, { data: professor }])
  renderPage(<DesignationsPage />, '/?modal=edit&id=4')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Emeritus')
  expect(await dialog('Edit Designation')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'History' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Designation updated successfully!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesTo(calls, designations.update)).toEqual([
    { name: 'Professor Emeritus', updated_at: '2026-01-02T03:04:05.678Z' },
  ])
})

test('after a change by someone else, discarding shows theirs, and the next save holds', async () => {
  let stored = professor
  const calls = served(
    [designations.read, () => ({ data: stored })],
    [
      designations.update,
      ({ body }) => {
        if (body.updated_at !== '2026-01-02T03:04:05.678Z') return { data: stored }
        stored = { ...professor, name: 'Full Professor', updated_at: 'v2' }
        return refuse(409, CHANGED_MEANWHILE)
      },
    ],
  )
  renderPage(<DesignationsPage />, '/?modal=edit&id=4')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' A')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name).toHaveProperty('value', 'Full Professor'))
  await userEvent.type(name, ' B')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Designation updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, designations.update).at(-1)).toEqual({ name: 'Full Professor B', updated_at: 'v2' })
})

test('deleting asks, and a designation in use says why it stays', async () => {
  const message = 'Designation has 12 staff members. Give them another designation first.'
  const calls = served([designations.remove, refuse(409, message)])
  renderPage(<DesignationsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Professor' }))
  const asked = within(await dialog('Delete designation'))
  expect(asked.getByText('Are you sure you want to delete this designation?')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(pathsTo(calls, designations.remove)).toEqual(['/api/designations/4'])
})
