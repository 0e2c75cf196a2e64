import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { pageOf, served } from '../../testing/network.ts'
import { signedIn } from '../../testing/page.tsx'
import { inMedicine, lists, open, server, session } from '../../testing/sessions.tsx'

const openFilters = () => userEvent.click(screen.getByRole('button', { name: 'Filters' }))

test('the registers not taken of every group, each with its group, are shown and taken away again', async () => {
  signedIn(['clerk'])
  const calls = server([session])
  const { router } = open('/attendance?only=not-taken')
  const row = within(await screen.findByRole('row', { name: /Take Attendance/ }))
  expect(row.getByText('Group A')).toBeTruthy()
  expect(row.getByText('Medicine')).toBeTruthy()
  expect(screen.getByText('Show: Registers not taken')).toBeTruthy()
  expect(lists(calls)).toEqual(['/api/attendance-sessions?only=not-taken&page=1&per_page=50'])
  // The row has the one primary action.
  expect(screen.getByRole('button', { name: 'Fetch Attendance Sessions' }).dataset.variant).toBe('default')
  await userEvent.click(row.getByRole('button', { name: 'Take Attendance' }))
  expect(await screen.findByRole('dialog', { name: 'Take Attendance' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await openFilters()
  expect(screen.getByLabelText('Department')).toHaveProperty('required', false)
  await userEvent.click(screen.getByRole('button', { name: 'Clear Show' }))
  expect(await screen.findByText('Select All Required Fields')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('the own registers are of the own department; when none is left, that is said', async () => {
  signedIn(['faculty'])
  server()
  const calls = served([attendanceSessions.list, pageOf([])])
  inMedicine()
  open('/attendance?only=mine')
  expect(await screen.findByText('No register is missing')).toBeTruthy()
  expect(lists(calls)).toEqual(['/api/attendance-sessions?department_id=3&only=mine&page=1&per_page=50'])
})
