import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import {
  beginAnew,
  college,
  give,
  LISTED,
  marks,
  midterm,
  open,
  openResults,
  openStudent,
  ospe,
  posted,
  rows,
  SHOWN,
  save,
  server,
} from '../../testing/marks.tsx'
import { served, UNREACHED } from '../../testing/network.ts'

beginAnew()

const NOT_SAVED = 'Not saved yet: the marks are kept on this device.'

test('a save that fails is told beside its button, which has the focus again', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  server()
  served([assessmentResults.create, UNREACHED])
  openResults()
  await give('Celina', '15')
  await save()
  const failure = await screen.findByText(/^The server cannot be reached/)
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button.parentElement?.contains(failure)).toBe(true)
  expect(document.activeElement).toBe(button)
})

test('a line that is not right gets the focus each time', async () => {
  server()
  openResults()
  await give('Celina', '21')
  for (const _ of [1, 2]) {
    await userEvent.click(await marks('Ayesha'))
    await save()
    expect(document.activeElement).toBe(await marks('Celina'))
  }
})

test.each<[Assessment['status'], string | undefined]>([
  ['active', undefined],
  ['evaluated', undefined],
  ['approved', 'This assessment is approved. Saving makes it evaluated: it has to be approved anew.'],
  ['rejected', 'This assessment is rejected. Saving makes it evaluated: its students will see their results.'],
  ['inactive', 'This assessment is inactive. Saving makes it evaluated: its students will see their results.'],
])('what saving does to one that is %s is said before', async (status, text) => {
  college.assessments = [{ ...midterm, status }]
  const calls = server()
  openResults()
  await give('Celina', '15')
  expect(screen.queryByText(/Saving makes it evaluated/)?.textContent).toBe(text)
  await save()
  // Only a first marking asks about students without marks.
  if (status === 'active') await userEvent.click(await screen.findByRole('button', { name: 'Go on marking' }))
  else await waitFor(() => expect(posted(calls)).toHaveLength(1))
})

test('of the assessments of one student it is said at the line that is typed', async () => {
  college.assessments = [midterm, { ...ospe, status: 'approved' }]
  server()
  openStudent()
  await give('Midterm', '15')
  expect(screen.queryByText(/Saving makes it evaluated/)).toBeNull()
  await give('OSPE', '15')
  expect(
    screen.getByText(/^This assessment is approved. Saving makes it evaluated once everybody has marks/),
  ).toBeTruthy()
})

test('marks that are left without saving are told, and marked in the list', async () => {
  server()
  open(`${LISTED}&modal=results&id=61`)
  await give('Celina', '15')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText(NOT_SAVED)).toBeTruthy()
  const [first, second] = await rows('Assessments of the group')
  expect(within(first as HTMLElement).getByText('Not saved yet')).toBeTruthy()
  expect(within(second as HTMLElement).queryByText('Not saved yet')).toBeNull()
})

test('of a student too; what was saved or not typed is not told', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  server()
  const { router } = open(`${SHOWN}&modal=mark&id=1`)
  await give('Midterm', '15')
  await router.navigate(SHOWN)
  expect(await screen.findByText(NOT_SAVED)).toBeTruthy()
  const [ayesha] = await rows('Students of the group')
  expect(within(ayesha as HTMLElement).getByText('Not saved yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }))
  await router.navigate(`${SHOWN}&modal=mark&id=1`)
  await marks('Midterm')
  await save()
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  await router.navigate(`${SHOWN}&modal=mark&id=2`)
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByText(NOT_SAVED)).toBeNull()
})
