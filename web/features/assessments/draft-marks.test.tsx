import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { clearLogin } from '../../core/login.ts'
import { forgetOthers } from '../../offline/forgetting.ts'
import {
  ayesha,
  beginAnew,
  bilal,
  celina,
  college,
  give,
  kept,
  LISTED,
  marks,
  midterm,
  open,
  openResults,
  openStudent,
  posted,
  remarks,
  resultOf,
  row,
  SHOWN,
  save,
  server,
  V2,
} from '../../testing/marks.tsx'
import { HELD, held, refuse, served, UNREACHED } from '../../testing/network.ts'
import { signedIn } from '../../testing/page.tsx'

beginAnew()

test('what was typed is there after a reload, and goes once the server has it', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  const calls = server()
  const { unmount } = openResults()
  await give('Celina', '15.25')
  await userEvent.type(await remarks('Celina'), 'Good')
  unmount()
  openResults()
  expect((await marks('Celina')).value).toBe('15.25')
  expect((await remarks('Celina')).value).toBe('Good')
  expect(within(screen.getByRole('dialog')).getByText('Not saved yet')).toBeTruthy()
  await save()
  await waitFor(() => expect(posted(calls)).toHaveLength(1))
  await waitFor(() => expect(kept()).toEqual([]))
})

test('a save that fails loses nothing, and keeps the person in the dialog', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  server()
  served([assessmentResults.create, UNREACHED])
  openResults()
  await give('Celina', '15')
  await save()
  expect(await screen.findByText(/^The server cannot be reached/)).toBeTruthy()
  expect((await marks('Celina')).value).toBe('15')
  expect(kept()).toHaveLength(1)
  served([
    assessmentResults.create,
    refuse(422, 'x', { 'results.0.student_id': ['Celina is not an active student of this group'] }),
  ])
  await save()
  expect(await screen.findByText('Celina is not an active student of this group')).toBeTruthy()
  expect(kept()).toHaveLength(1)
})

test('who goes back while a save is under way is not sent further back when it ends', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  server()
  served([assessmentResults.create, HELD])
  const { router } = open(LISTED)
  await userEvent.click(await screen.findByRole('button', { name: 'Update Results' }))
  await give('Celina', '7')
  await save()
  const sent = await held(assessmentResults.create)
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  sent.answer({ data: [] })
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/assessment')
  expect(kept()).toEqual([])
})

test('what another tab types while a save is under way stays on the device', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  server()
  served([assessmentResults.create, HELD])
  openResults()
  await give('Ayesha', '11')
  await give('Celina', '7')
  await save()
  const sent = await held(assessmentResults.create)
  const [key, text] = kept()[0] as [string, string]
  localStorage.setItem(key, text.replace('"marks":"7"', '"marks":"17"'))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  sent.answer({ data: [] })
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  const { value } = JSON.parse(kept()[0]?.[1] ?? '{}').value
  expect(Object.values(value.lines)).toEqual([expect.objectContaining({ marks: '17' })])
})

test('what is typed back to what is stored is no draft', async () => {
  college.roster = [row(ayesha, resultOf(ayesha, 8))]
  server()
  const { unmount } = openResults()
  await give('Ayesha', '9')
  expect(kept()).toHaveLength(1)
  await give('Ayesha', '8.00')
  expect((await marks('Ayesha')).value).toBe('8.00')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  expect(screen.queryByText('Not saved yet')).toBeNull()
  unmount()
  expect(kept()).toEqual([])
})

test('the device keeps ids and no names, for the person alone', async () => {
  server()
  const { unmount } = openStudent()
  await give('Midterm', '9')
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(JSON.stringify(kept())).not.toContain('Ayesha')
  unmount()
  clearLogin()
  await forgetOthers()
  expect(kept()).toHaveLength(1)
  signedIn(['faculty'], 'another')
  open()
  expect(await screen.findByRole('button', { name: 'Open One student of Group A' })).toBeTruthy()
})

test('the screen lists what was begun: it is opened, or given up after a question', async () => {
  server()
  const { unmount } = openStudent()
  await give('Midterm', '9')
  unmount()
  const { router } = open('/assessment')
  await userEvent.click(await screen.findByRole('button', { name: 'Open One student of Group A' }))
  expect((await marks('Midterm')).value).toBe('9')
  expect(router.state.location.search).toContain('group_id=7')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const asked = await screen.findByRole('dialog', { name: 'Discard marks?' })
  await userEvent.click(within(asked).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(kept()).toEqual([]))
  expect((await marks('Midterm')).value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Marks kept on this device' })).toBeNull())
})

test('where the stored results cannot be had a draft over them is no conflict, and it is kept', async () => {
  const stored = { ...resultOf(ayesha, 10), assessment_id: midterm.id }
  college.results = [stored]
  const calls = server()
  const { unmount } = openStudent()
  await give('Midterm', '9')
  unmount()
  served([assessmentResults.listByStudentAndGroup, refuse(500)])
  openStudent()
  expect((await marks('Midterm')).value).toBe('9')
  expect(screen.getByText(/^The stored results could not be loaded/)).toBeTruthy()
  await save()
  await waitFor(() => expect(posted(calls)).toMatchObject([{ results: [{ marks: 9, updated_at: stored.updated_at }] }]))
})

test('what is stored as it was typed needs no choice: only the answer was lost', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  server()
  served([
    assessmentResults.create,
    () => {
      college.roster = [row(ayesha, resultOf(ayesha, 11, { updated_at: V2 })), row(bilal), row(celina)]
      return refuse(409, 'This record was changed by someone else. Reload and try again.')
    },
  ])
  openResults()
  await give('Ayesha', '11')
  await save()
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  expect(kept()).toEqual([])
})

test('the dialog of a student is opened only with a group', async () => {
  server()
  open(SHOWN)
  await screen.findAllByRole('button', { name: 'Mark Assessments' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
