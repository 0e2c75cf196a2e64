import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { students } from '../../../shared/contract/students.ts'
import { pageOf, pathsTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, inBatch, student } from '../../testing/records.ts'
import { StudentsPage } from './StudentsPage.tsx'

const ali = student({ never_signed_in: true })
const college = () =>
  served(
    [batches.list, pageOf([batch()])],
    [students.list, pageOf([ali, student({ id: 12, name: 'Bilal', batch: null })])],
    [studentBatches.listByBatch, pageOf([inBatch(ali)])],
  )
const choices = () =>
  within(screen.getByLabelText('Show'))
    .getAllByRole('option')
    .map((one) => one.textContent)

test('who never signed in, of every batch, each with the batch; cleared, a batch is asked for', async () => {
  signedIn(['student-affair'])
  const calls = college()
  const { router } = renderPage(<StudentsPage />, '/?only=never-signed-in')
  expect(within(await screen.findByRole('row', { name: /Ali Raza/ })).getByText('MBBS 2024')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Bilal/ })).getByText('Without a batch')).toBeTruthy()
  expect(pathsTo(calls, students.list)).toEqual(['/api/students?page=1&per_page=200&only=never-signed-in'])
  expect(screen.queryByRole('button', { name: 'Initial passwords' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filter' }))
  expect(screen.getByText('Select a Batch')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('who of a batch is without a group: student affairs are led to its groups, a clerk looks', async () => {
  signedIn(['student-affair'])
  const calls = college()
  const { unmount } = renderPage(<StudentsPage />, '/?batch=5&only=unplaced')
  expect((await screen.findByRole('link', { name: 'Groups of the Batch' })).getAttribute('href')).toBe(
    '/groups?batch=5',
  )
  expect(pathsTo(calls, students.list)).toEqual(['/api/students?page=1&per_page=200&only=unplaced&batch_id=5'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear Show' }))
  await screen.findByRole('row', { name: /Ali Raza/ })
  expect(pathsTo(calls, studentBatches.listByBatch)).toHaveLength(1)
  unmount()

  signedIn(['clerk'])
  renderPage(<StudentsPage />, '/?batch=5&only=unplaced')
  expect(await screen.findByRole('row', { name: /Ali Raza/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Groups of the Batch' })).toBeNull()
  expect(choices()).toEqual(['All students', 'Without batch or group'])
})
