import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type AssessmentSummary,
  assessmentFigures,
  type WeightedTotal,
} from '../../../shared/contract/assessment-figures.ts'
import { assessments } from '../../../shared/contract/assessments.ts'
import {
  ayesha,
  beginAnew,
  bilal,
  celina,
  changed,
  college,
  dawood,
  LISTED,
  midterm,
  open,
  ospe,
  resultOf,
  row,
  rows,
  SHOWN,
  server,
} from '../../testing/marks.tsx'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { signedIn } from '../../testing/page.tsx'

beginAnew()

const summary: AssessmentSummary = {
  students: 3,
  marked: 2,
  absent: 0,
  total_marks: 20,
  passing_marks: 10,
  mean: 10.3,
  median: 10.3,
  lowest: 8,
  highest: 12.6,
  passed: 1,
  pass_rate: 50,
  steps: Array.from({ length: 10 }, (_, step) => ({
    from: step * 2,
    to: step * 2 + 2,
    count: step === 4 || step === 6 ? 1 : 0,
  })),
}

const total = (student: WeightedTotal['student'], points: number, missing = 0): WeightedTotal => ({
  student,
  rows: [
    {
      assessment: { id: 61, name: 'Midterm', type: 'theory' },
      marks: missing ? null : 12,
      is_absent: false,
      total_marks: 20,
      weightage: 30,
      points,
    },
  ],
  points,
  out_of: 30,
  percent: points / 0.3,
  missing,
  absent: 0,
})

test('whoever oversees sees what the marks come to, with the histogram’s table, and the sheets', async () => {
  signedIn(['principal'])
  server()
  const calls = served(
    [assessmentFigures.summary, { data: summary }],
    [
      assessments.roster,
      pageOf([
        row(ayesha, resultOf(ayesha, 8)),
        row(bilal, resultOf(bilal, 12.6, { remarks: 'Good' })),
        row(celina),
        row(dawood, resultOf(dawood, 3)),
        row({ ...dawood, id: 5, name: 'Farid', status: 'on_leave' }),
      ]),
    ],
    [assessmentFigures.exportResults, () => new Response('roll,marks')],
  )
  open(LISTED)
  await userEvent.click(await screen.findByRole('button', { name: 'Results summary of Midterm' }))
  const dialog = await screen.findByRole('dialog', { name: 'Results Summary' })
  expect(await within(dialog).findByText('2 of 3')).toBeTruthy()
  expect(within(dialog).getByText('50.00% (1 of 2)')).toBeTruthy()
  const spread = within(dialog).getByRole('table', { name: 'How the marks are spread' })
  const steps = within(spread).getAllByRole('row').slice(1)
  expect(steps).toHaveLength(10)
  expect(steps[4]?.textContent).toBe('8.00 to below 10.001')
  expect(steps[9]?.textContent).toBe('18.00 to 20.000')
  const results = await rows('Results of the assessment')
  expect(results[1]?.textContent).toBe('بلالMBBS-2200212.60Good')
  expect(results[2]?.textContent).toBe('CelinaMBBS-22003——')
  expect(results[3]?.textContent).toContain('Transferred')
  expect(results).toHaveLength(4)
  expect(within(results[2] as HTMLElement).queryByRole('button')).toBeNull()
  const board = within(within(dialog).getByRole('group', { name: 'For the notice board' }))
  await userEvent.click(board.getByRole('button', { name: 'Export' }))
  await userEvent.click(await board.findByRole('menuitem', { name: /PDF/ }))
  expect(await screen.findByText(/^Exported results-midterm-group-a-notice-\d{4}-\d\d-\d\d\.pdf$/)).toBeTruthy()
  expect(pathsTo(calls, assessmentFigures.exportResults)).toEqual(['/api/assessments/61/export/pdf?sheet=notice'])
})

test('who may not give marks sees the history of one, too', async () => {
  signedIn(['principal'])
  college.history = [changed()]
  server()
  served(
    [assessmentFigures.summary, { data: summary }],
    [assessments.roster, pageOf([row(ayesha, resultOf(ayesha, 8))])],
  )
  open(`${LISTED}&modal=summary&id=61`)
  await userEvent.click(await screen.findByRole('button', { name: 'History of the marks of Ayesha' }))
  const dialog = await screen.findByRole('dialog', { name: 'History of Marks' })
  expect(await within(dialog).findByText('Marks: 7.00 → 8.00')).toBeTruthy()
  expect(dialog.textContent).toContain('MBBS-22001 Ayesha')
})

test('the bounds of the spread are not rounded, and there is none where all marks are out of 0', async () => {
  server()
  const steps = summary.steps.map(({ count }, step) => ({
    from: (step * 1275) / 1000,
    to: ((step + 1) * 1275) / 1000,
    count,
  }))
  served(
    [assessmentFigures.summary, { data: { ...summary, total_marks: 12.75, steps } }],
    [assessments.roster, pageOf([])],
  )
  const { unmount } = open(`${LISTED}&modal=summary&id=61`)
  const spread = within(await screen.findByRole('table', { name: 'How the marks are spread' }))
  expect(spread.getByRole('row', { name: /^3\.825 to below 5\.100/ })).toBeTruthy()
  unmount()
  const none = summary.steps.map(({ count }) => ({ from: 0, to: 0, count }))
  served([assessmentFigures.summary, { data: { ...summary, total_marks: 0, steps: none } }])
  open(`${LISTED}&modal=summary&id=61`)
  expect(await screen.findByText('2 of 3')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'How the marks are spread' })).toBeNull()
})

test('without marks there are no figures, and a failure is told', async () => {
  server()
  served([assessmentFigures.summary, { data: { ...summary, marked: 0 } }])
  const { unmount } = open(`${LISTED}&modal=summary&id=61`)
  expect(await screen.findByText('No results yet')).toBeTruthy()
  unmount()
  served([assessmentFigures.summary, refuse(500)])
  open(`${LISTED}&modal=summary&id=61`)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch assessment results')
})

test('the weighted total of each student opens its rows and the rule', async () => {
  server()
  served([assessmentFigures.totals, pageOf([total(ayesha, 18), total(bilal, 0, 1)])])
  open(SHOWN)
  await userEvent.click(await screen.findByRole('button', { name: 'Weighted Totals' }))
  const [first, second] = await rows('Weighted totals of the group')
  expect(first?.textContent).toContain('AyeshaMBBS-2200118.00 of 30.00 (60.00%)0')
  expect(second?.textContent).toContain('0.00 of 30.00 (0.00%)1')
  await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'How is this counted?' }))
  const dialog = await screen.findByRole('dialog', { name: 'How is this counted?' })
  expect(dialog.textContent).toContain('marks / total marks × weightage')
  expect(within(dialog).getAllByRole('row')[1]?.textContent).toBe('MidtermTheoryNo marks: 030.000.00')
  expect(dialog.textContent).toContain('Weighted total: 0.00 of 30.00')
})

test('the weighted totals say of which group they are, are searched, and are of its members of a day', async () => {
  server()
  const many = Array.from({ length: 13 }, (_, nth) => ({ ...ayesha, id: 20 + nth, roll_no: `MBBS-30${10 + nth}` }))
  const calls = served([assessmentFigures.totals, pageOf([...many, bilal].map((one) => total(one, 18)))])
  open(`${SHOWN}&modal=totals`)
  expect(await screen.findByText('Group A · MBBS 2023 · Medicine')).toBeTruthy()
  expect(await rows('Weighted totals of the group')).toHaveLength(14)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search students' }), '22002')
  expect(await screen.findByText('1 of 14 students')).toBeTruthy()
  expect(await rows('Weighted totals of the group')).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Members of the day'), { target: { value: '2026-03-02' } })
  await waitFor(() => expect(pathsTo(calls, assessmentFigures.totals).at(-1)).toContain('day=2026-03-02'))
})

test('without a weightage there are no totals', async () => {
  server()
  served([assessmentFigures.totals, pageOf([{ ...total(ayesha, 0), rows: [], out_of: 0, percent: null }])])
  open(`${SHOWN}&modal=totals`)
  expect(await screen.findByText('No weighted totals')).toBeTruthy()
})

test('students have neither', async () => {
  signedIn(['student'])
  server()
  open(LISTED)
  await rows('Assessments of the group')
  for (const { name } of [midterm, ospe])
    expect(screen.queryByRole('button', { name: `Results summary of ${name}` })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Weighted Totals' })).toBeNull()
})
