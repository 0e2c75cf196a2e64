import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import {
  ayesha,
  beginAnew,
  bilal,
  celina,
  changed,
  college,
  dawood,
  give,
  kept,
  LISTED,
  marks,
  midterm,
  open,
  openResults,
  openStudent,
  ospe,
  posted,
  resultOf,
  row,
  rows,
  save,
  server,
  totals,
  V1,
  V2,
} from '../../testing/marks.tsx'
import { refuse, served, UNREACHED } from '../../testing/network.ts'

beginAnew()

const CRITERIA = [
  { name: 'Washes hands', marks: 0.5 },
  { name: 'Explains', marks: 2 },
]
const station = { ...midterm, status: 'evaluated' as const, criteria: CRITERIA, total_marks: 2.5 }
const given = (one: typeof ayesha, criteria_marks: (number | null)[], sum: number | null, changes = {}) =>
  resultOf(one, sum, { criteria_marks, ...changes })

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog', { name: 'Checklist' })
const field = async (name: RegExp) => within(await dialog()).getByRole<HTMLInputElement>('textbox', { name })
const sum = async () => within(await dialog()).getByLabelText('Sum so far').textContent

test('taps and typed marks add up, go on to the next student, and are posted with the sum', async () => {
  college.assessments = [station]
  college.roster = [row(ayesha), row(dawood), row(bilal), row(celina)]
  const calls = server()
  openResults()
  await press('Checklist for Ayesha')
  expect((await dialog()).textContent).toContain('Ayesha')
  await press('Full for Washes hands')
  expect(await sum()).toBe('Criteria1 of 2Sum0.50 of 2.50')
  expect((await screen.findByRole('button', { name: 'Full for Washes hands' })).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await userEvent.type(await field(/Explains/), '1,25')
  expect(await sum()).toContain('2 of 2Sum1.75')
  // Dawood has left, and is passed over.
  await press('Next student')
  expect((await dialog()).textContent).toContain('بلال')
  expect((await field(/Explains/)).value).toBe('')
  await press('None for Explains')
  await press('Next student')
  expect(screen.getByRole('button', { name: 'Next student' })).toHaveProperty('disabled', true)
  await press('Previous student')
  expect((await field(/Explains/)).value).toBe('0')
  await press('Previous student')
  expect((await dialog()).textContent).toContain('Ayesha')
  await press('Done')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Checklist' })).toBeNull())
  expect((await marks('Ayesha')).value).toBe('1.75')
  expect((await marks('Ayesha')).readOnly).toBe(true)
  expect((await marks('بلال')).value).toBe('')
  expect(totals()).toContain('Entered1Left2')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toEqual([
      { student_id: 1, marks: 1.75, criteria_marks: [0.5, 1.25], remarks: null, status: 'submitted', updated_at: null },
      { student_id: 2, marks: null, criteria_marks: [null, 0], remarks: null, status: 'submitted', updated_at: null },
    ]),
  )
})

test('Enter goes through the criteria, and what does not fit is told there and on the row, and not saved', async () => {
  college.assessments = [station]
  const calls = server()
  openResults()
  await press('Checklist for Ayesha')
  await userEvent.click(await field(/Washes hands/))
  await userEvent.keyboard('0.7{Enter}')
  expect(document.activeElement).toBe(await field(/Explains/))
  expect(screen.getAllByText('Marks for “Washes hands” must be at most 0.50')).toHaveLength(2)
  await press('Done')
  expect((await marks('Ayesha')).getAttribute('aria-invalid')).toBe('true')
  await save()
  expect(await screen.findByText('One line cannot be saved as it is.')).toBeTruthy()
  expect(posted(calls)).toEqual([])
})

test('what was tapped survives a failed save and a reload', async () => {
  college.assessments = [station]
  server()
  served([assessmentResults.create, UNREACHED])
  const { unmount } = openResults()
  await press('Checklist for Celina')
  await press('Full for Washes hands')
  await press('Full for Explains')
  await press('Done')
  await save()
  expect(await screen.findByText(/^The server cannot be reached/)).toBeTruthy()
  unmount()
  const calls = server()
  // The address tells whose checklist was open at the reload.
  open(`${LISTED}&modal=results&id=61&checklist=3`)
  expect((await dialog()).textContent).toContain('Celina')
  await press('Done')
  expect((await marks('Celina')).value).toBe('2.5')
  await save()
  await waitFor(() => expect(posted(calls)[0]?.results[0]).toMatchObject({ marks: 2.5, criteria_marks: [0.5, 2] }))
  await waitFor(() => expect(kept()).toEqual([]))
})

test('stored marks are shown, changed, and cleared for marks by hand', async () => {
  college.assessments = [station]
  college.roster = [row(ayesha, given(ayesha, [0.5, 1], 1.5)), row(bilal, given(bilal, [0.5, null], null))]
  const calls = server()
  openResults()
  expect((await marks('Ayesha')).value).toBe('1.5')
  await press('Checklist for Ayesha')
  expect((await field(/Explains/)).value).toBe('1')
  // Typed back, nothing has changed.
  await userEvent.clear(await field(/Explains/))
  await userEvent.type(await field(/Explains/), '1')
  expect(screen.queryByText('Not saved yet')).toBeNull()
  await press('Clear all')
  await press('Done')
  await give('Ayesha', '2')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toEqual([
      { student_id: 1, marks: 2, criteria_marks: null, remarks: null, status: 'submitted', updated_at: V1 },
    ]),
  )
})

test('an absence hides the checklist’s sum, and taken back shows it again', async () => {
  college.assessments = [station]
  college.roster = [row(ayesha, given(ayesha, [0.5, 1], 1.5)), row(bilal)]
  const calls = server()
  openResults()
  await press('Absent for Ayesha')
  expect((await marks('Ayesha')).value).toBe('Absent')
  await press('Absent for Ayesha')
  expect((await marks('Ayesha')).value).toBe('1.5')
  await press('Absent for Ayesha')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toEqual([
      { student_id: 1, marks: null, criteria_marks: null, remarks: null, status: 'absent', updated_at: V1 },
    ]),
  )
})

test('a pasted column takes the place of the checklist', async () => {
  college.assessments = [station]
  college.roster = [row(ayesha, given(ayesha, [0.5, 1], 1.5)), row(bilal)]
  const calls = server()
  openResults()
  await userEvent.click(await marks('Ayesha'))
  await userEvent.paste('2\n1')
  await press('Fill in 2 values')
  expect((await marks('Ayesha')).value).toBe('2')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toMatchObject([
      { marks: 2, criteria_marks: null },
      { marks: 1, criteria_marks: null },
    ]),
  )
})

test('marks for the same criteria by two people are a conflict, with the criteria of the one that is taken', async () => {
  college.assessments = [station]
  college.roster = [row(ayesha, given(ayesha, [0.5, null], null)), row(bilal)]
  const calls = server()
  served([assessmentResults.create, refuse(409, 'This record was changed by someone else. Reload and try again.')])
  openResults()
  await press('Checklist 1 of 2 for Ayesha')
  await press('Full for Explains')
  await press('Done')
  college.roster = [row(ayesha, given(ayesha, [0, 1], 1, { updated_at: V2 })), row(bilal)]
  await save()
  const [shown] = await rows('Marks that differ')
  expect(shown?.textContent).toContain('2.50')
  server()
  await press('Use mine and save')
  await waitFor(() =>
    expect(posted(calls).at(-1)?.results).toMatchObject([{ marks: 2.5, criteria_marks: [0.5, 2], updated_at: V2 }]),
  )
})

test('one student’s checklists, and assessments without any', async () => {
  college.assessments = [station, ospe, { ...station, id: 63, name: 'Station 2' }]
  const calls = server()
  openStudent()
  await press('Checklist of Midterm')
  expect(screen.queryByRole('button', { name: 'Checklist of OSPE' })).toBeNull()
  await press('Full for Washes hands')
  await press('Next assessment')
  expect((await dialog()).textContent).toContain('Station 2')
  await press('Done')
  await give('OSPE', '5')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toEqual([
      expect.objectContaining({ assessment_id: 61, marks: null, criteria_marks: [0.5, null] }),
      { student_id: 1, assessment_id: 62, marks: 5, remarks: null, status: 'submitted', updated_at: null },
    ]),
  )
})

test('the history says which criteria have changed', async () => {
  college.assessments = [station]
  college.roster = [row(ayesha, given(ayesha, [0.5, 1], 1.5))]
  college.history = [
    changed({ marks: { from: null, to: 1.5 }, criteria_marks: { from: [0.5, null], to: [0.5, 1] } }),
    changed({ id: 2, marks: null, criteria_marks: { from: null, to: [0.5, null] } }),
  ]
  server()
  openResults()
  await press('History of the marks of Ayesha')
  expect(await screen.findByText('Criteria: 2: – → 1.00')).toBeTruthy()
  expect(screen.getByText('Criteria: 1: – → 0.50')).toBeTruthy()
})
