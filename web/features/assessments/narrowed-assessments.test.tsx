import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessments } from '../../../shared/contract/assessments.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group } from '../../testing/records.ts'
import { assessment } from '../../testing/work.ts'
import { AssessmentsPage } from './AssessmentsPage.tsx'

const college = () =>
  served(
    [assessments.list, pageOf([assessment({ name: 'Viva', status: 'active' })])],
    [groups.list, pageOf([group()])],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

test('those without results of every group, each with its group, are shown and taken away again', async () => {
  signedIn(['faculty'])
  const calls = college()
  const { router } = renderPage(<AssessmentsPage />, '/?only=unmarked')
  const row = within(await screen.findByRole('row', { name: /Viva/ }))
  expect(row.getByText('Group A')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(pathsTo(calls, assessments.list)).toEqual(['/api/assessments?only=unmarked&page=1&per_page=100'])
  expect(screen.getByText('1 assessment, the longest waiting first')).toBeTruthy()
  expect(screen.getByText('Show: Without results for over 7 days')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Show' }))
  expect(await screen.findByText('Select All Required Fields')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('who gives no marks is not offered it', async () => {
  signedIn(['principal'])
  const calls = college()
  renderPage(<AssessmentsPage />, '/?only=unmarked')
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  expect(screen.queryByLabelText('Show')).toBeNull()
  expect(pathsTo(calls, assessments.list)).toEqual([])
})
