import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assessmentFigures } from '../../../shared/contract/assessment-figures.ts'
import { assessmentResults } from '../../../shared/contract/assessment-results.ts'
import { assessments } from '../../../shared/contract/assessments.ts'
import {
  ayesha,
  beginAnew,
  bilal,
  celina,
  changed,
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
  resultOf,
  row,
  rows,
  save,
  server,
  totals,
  V1,
  V2,
} from '../../testing/marks.tsx'
import { pageOf, refuse, served } from '../../testing/network.ts'
import { typedMarks } from './absent.rules.ts'

beginAnew()

const toggle = (name: string) => screen.findByRole('button', { name })
const evaluated = { ...midterm, status: 'evaluated' as const }
const absent = (one: typeof ayesha, changes = {}) => resultOf(one, null, { status: 'absent', ...changes })

test('an A is Absent, counted apart, and posted as that', async () => {
  college.assessments = [evaluated]
  const calls = server()
  openResults()
  await give('Ayesha', 'a')
  expect((await marks('Ayesha')).value).toBe('Absent')
  await give('بلال', '8')
  expect(totals()).toContain('Entered1Left1Absent1Mean8.00')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toEqual([
      { student_id: 1, marks: null, remarks: null, status: 'absent', updated_at: null },
      { student_id: 2, marks: 8, remarks: null, status: 'submitted', updated_at: null },
    ]),
  )
})

test('who is absent is not missing, and the button of the row takes it back', async () => {
  college.roster = [row(ayesha, absent(ayesha)), row(bilal, resultOf(bilal, 7)), row(celina)]
  const calls = server()
  openResults()
  expect((await marks('Ayesha')).value).toBe('Absent')
  expect((await toggle('Absent for Ayesha')).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(await toggle('Absent for بلال'))
  expect((await marks('بلال')).value).toBe('Absent')
  expect(screen.getByText('was 7.00')).toBeTruthy()
  await userEvent.click(await toggle('Absent for بلال'))
  expect((await marks('بلال')).value).toBe('7')
  await userEvent.click(await toggle('Absent for Ayesha'))
  expect((await marks('Ayesha')).value).toBe('')
  expect(screen.getByText('was Absent')).toBeTruthy()
  await userEvent.click(await toggle('Absent for Celina'))
  await save()
  const asked = await screen.findByRole('dialog', { name: 'Save results?' })
  expect(asked.textContent).toContain('1 student has no marks yet.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toEqual([
      { student_id: 1, marks: null, remarks: null, status: 'submitted', updated_at: V1 },
      { student_id: 3, marks: null, remarks: null, status: 'absent', updated_at: null },
    ]),
  )
})

test('in all assessments of a student the button names the assessment, and a reload keeps it', async () => {
  server()
  const { unmount } = openStudent()
  await userEvent.click(await toggle('Absent in OSPE'))
  unmount()
  const calls = server()
  openStudent()
  expect((await marks('OSPE')).value).toBe('Absent')
  await save()
  await waitFor(() =>
    expect(posted(calls)[0]?.results).toMatchObject([{ assessment_id: ospe.id, marks: null, status: 'absent' }]),
  )
})

test('a sheet’s words for it are pasted as Absent', async () => {
  server()
  openResults()
  await userEvent.click(await marks('Ayesha'))
  await userEvent.paste('Abs\nabsent\nA')
  const dialog = await screen.findByRole('dialog', { name: 'Paste marks' })
  expect(within(dialog).getAllByText('Absent')).toHaveLength(3)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fill in 3 values' }))
  expect((await marks('بلال')).value).toBe('Absent')
  expect(totals()).toContain('Entered0Left0Absent3')
})

test.each([
  ['a', '', 'Absent'],
  ['A', '12', 'Absent'],
  ['AB', '', 'Absent'],
  ['abs.', '', 'Absent'],
  ['Absentb', 'Absent', 'Absent'],
  ['Absent7', 'Absent', '7'],
  ['Absen', 'Absent', ''],
  ['', 'Absent', ''],
  ['12.25', 'Absent', '12.25'],
  ['abc', '', 'abc'],
  ['7a', '7', '7a'],
])('%j over %j is %j', (next, before, text) => {
  expect(typedMarks(next, before)).toBe(text)
})

test('the word is typed on without harm', async () => {
  server()
  openResults()
  await give('Celina', 'absent')
  expect((await marks('Celina')).value).toBe('Absent')
  await userEvent.type(await marks('Celina'), '{Backspace}9', { initialSelectionStart: 6 })
  expect((await marks('Celina')).value).toBe('9')
})

test('two versions, of which one is absent, are both shown as words', async () => {
  college.assessments = [evaluated]
  college.roster = [row(ayesha, resultOf(ayesha, 4)), row(bilal)]
  const calls = server()
  served([assessmentResults.create, refuse(409, 'This record was changed by someone else. Reload and try again.')])
  openResults()
  await give('Ayesha', '9')
  college.roster = [row(ayesha, absent(ayesha, { updated_at: V2 })), row(bilal)]
  await save()
  const [shown] = await rows('Marks that differ')
  expect(shown?.textContent).toContain('9.00')
  expect(shown?.textContent).toContain('Absent')
  server()
  await userEvent.click(screen.getByRole('button', { name: 'Keep theirs' }))
  await waitFor(async () => expect((await marks('Ayesha')).value).toBe('Absent'))
  expect(posted(calls)).toHaveLength(1)
})

test('figures, rows and history say Absent', async () => {
  college.history = [
    changed({ marks: { from: 8, to: null }, status: { from: 'submitted', to: 'absent' } }),
    changed({ id: 2, marks: null, status: { from: null, to: 'absent' } }),
  ]
  college.roster = [row(ayesha, absent(ayesha)), row(bilal, resultOf(bilal, 8))]
  server()
  const none = { passing_marks: 10, mean: null, median: null, lowest: null, highest: null, passed: 0, pass_rate: null }
  const summary = { students: 2, marked: 0, absent: 1, total_marks: 20, ...none, steps: [] }
  served([assessmentFigures.summary, { data: summary }], [assessments.roster, () => pageOf(college.roster)])
  open(`${LISTED}&modal=summary&id=61`)
  const [first] = await rows('Results of the assessment')
  expect(first?.textContent).toContain('Absent')
  expect(screen.getByText('Absent', { selector: 'dt' }).nextSibling?.textContent).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'History of the marks of Ayesha' }))
  expect(await screen.findByText('Marks: 8.00 → Absent')).toBeTruthy()
  expect(screen.getByText('Marks: – → Absent')).toBeTruthy()
})

test('the list says how many were absent', async () => {
  college.assessments = [{ ...evaluated, marked_count: 12, absent_count: 3 }]
  server()
  open(LISTED)
  const [first] = await rows('Assessments of the group')
  expect(first?.textContent).toContain('12 marked, 3 absent')
})
