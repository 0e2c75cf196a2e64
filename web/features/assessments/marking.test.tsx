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
  dawood,
  give,
  marks,
  midterm,
  openResults,
  openStudent,
  ospe,
  posted,
  remarks,
  resultOf,
  row,
  save,
  server,
  totals,
  V1,
} from '../../testing/marks.tsx'
import { pathsTo, refuse, served } from '../../testing/network.ts'

beginAnew()

test('Enter and the arrows go through the column, and the totals are in view', async () => {
  server()
  openResults()
  expect(await screen.findByRole('dialog', { name: 'Enter Results' })).toBeTruthy()
  await userEvent.click(await marks('Ayesha'))
  await userEvent.keyboard('12.5{Enter}0.1{ArrowDown}0.2')
  expect(totals()).toContain('Entered3Left0Mean4.27')
  expect(document.activeElement).toBe(await marks('Celina'))
  await userEvent.keyboard('{ArrowUp}{Shift>}{Enter}{/Shift}')
  expect(document.activeElement).toBe(await marks('Ayesha'))
  await userEvent.click(await remarks('Ayesha'))
  await userEvent.keyboard('Well done{Enter}')
  expect(document.activeElement).toBe(await remarks('بلال'))
})

test('what was entered is posted with the version that was read, empty ones as null', async () => {
  college.roster = [row(ayesha, resultOf(ayesha, 8, { remarks: 'Late' })), row(bilal), row(celina)]
  const calls = server()
  openResults()
  expect((await marks('Ayesha')).value).toBe('8')
  // A click selects the whole text, so that the next key replaces it.
  await userEvent.click(await marks('Ayesha'))
  await userEvent.keyboard('7')
  expect((await marks('Ayesha')).value).toBe('7')
  await userEvent.clear(await marks('Ayesha'))
  await userEvent.clear(await remarks('Ayesha'))
  await give('بلال', '12.50')
  await save()
  const asked = await screen.findByRole('dialog', { name: 'Save results?' })
  expect(asked.textContent).toContain('2 students have no marks yet.')
  await userEvent.click(within(asked).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Assessment results saved successfully!')).toBeTruthy()
  expect(posted(calls)).toEqual([
    {
      assessment_id: 61,
      submission_type: 'assessment',
      results: [
        { student_id: 1, marks: null, remarks: null, status: 'submitted', updated_at: V1 },
        { student_id: 2, marks: 12.5, remarks: null, status: 'submitted', updated_at: null },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an evaluated assessment is updated without a question', async () => {
  college.assessments = [{ ...midterm, status: 'evaluated' }]
  const calls = server()
  openResults()
  expect(await screen.findByRole('dialog', { name: 'Update Results' })).toBeTruthy()
  await give('Celina', '7')
  await save()
  await waitFor(() => expect(posted(calls)).toHaveLength(1))
})

test.each([
  ['20.01', 'Marks must be at most 20'],
  ['1.005', 'Marks must have at most two decimals'],
  ['-1', 'Marks must be at least 0'],
  ['Abcent', 'Marks must be a number'],
])('%s is marked at once, and not saved', async (typed, text) => {
  const calls = server()
  openResults()
  await give('بلال', typed)
  expect(await screen.findByText(text)).toBeTruthy()
  const field = await marks('بلال')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text)
  expect(totals()).toContain('Not right1')
  await userEvent.click(await marks('Ayesha'))
  await save()
  expect(await screen.findByText('One line cannot be saved as it is.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(posted(calls)).toEqual([])
})

test('who left the group is shown and not marked; one who left with typed marks is told', async () => {
  college.roster = [row(ayesha), row(dawood, resultOf(dawood, 15))]
  server()
  const { unmount } = openResults()
  await give('Ayesha', '9')
  expect(screen.getByText('15.00')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Marks of Dawood' })).toBeNull()
  expect(totals()).toContain('Entered1Left0')
  unmount()
  college.roster = [row(bilal)]
  openResults()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Marks were typed for one who can no longer be marked',
  )
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a group without students, students and an assessment that cannot be had', async () => {
  college.roster = []
  server()
  const { unmount } = openResults()
  expect(await screen.findByText('No Students Found')).toBeTruthy()
  unmount()
  served([assessments.roster, refuse(500)])
  const second = openResults()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch students for this group')
  second.unmount()
  served([assessments.read, refuse(404, 'Record not found.')])
  openResults()
  expect(await screen.findByText('Failed to load assessment data')).toBeTruthy()
})

test('all assessments of a student, theory and practical apart', async () => {
  college.results = [{ ...resultOf(ayesha, 10), assessment_id: midterm.id }]
  const calls = server()
  openStudent()
  expect(await screen.findByRole('dialog', { name: 'Mark Assessments' })).toBeTruthy()
  const theory = await screen.findByRole('list', { name: 'Theory' })
  expect(within(theory).getByText('Midterm')).toBeTruthy()
  expect(within(theory).getByText('out of 20.00')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Practical' })).getByText('out of 100.00')).toBeTruthy()
  expect((await marks('Midterm')).value).toBe('10')
  await give('OSPE', '75')
  // With different totals the only mean is that of the shares.
  expect(totals()).toContain('Entered2Left0Mean62.5%')
  await save()
  await waitFor(() =>
    expect(posted(calls)).toEqual([
      {
        assessment_id: null,
        submission_type: 'student',
        results: [
          { student_id: 1, assessment_id: ospe.id, marks: 75, remarks: null, status: 'submitted', updated_at: null },
        ],
      },
    ]),
  )
})

test('what is out of 0 is no share of anything', async () => {
  college.assessments = [{ ...midterm, total_marks: 0 }, ospe]
  server()
  openStudent()
  await give('Midterm', '0')
  expect(totals()).toContain('Entered1Left1Mean–')
  await give('OSPE', '75')
  expect(totals()).toContain('Entered2Left0Mean75.0%')
})

test('where the stored results cannot be had the entry starts blank; a refusal without words is called by its name', async () => {
  server()
  served([assessmentResults.listByStudentAndGroup, refuse(500)], [assessmentResults.create, refuse(500)])
  openStudent()
  expect((await marks('Midterm')).value).toBe('')
  expect(screen.getByText(/^The stored results could not be loaded/)).toBeTruthy()
  await give('Midterm', '5')
  await save()
  expect(await screen.findByText('Failed to submit student assessment results')).toBeTruthy()
  expect((await marks('Midterm')).value).toBe('5')
})

test('the history of a mark is one click away', async () => {
  college.roster = [row(ayesha, resultOf(ayesha, 8)), row(bilal)]
  college.history = [changed({ remarks: { from: null, to: 'Late' } })]
  const calls = server()
  openResults()
  await userEvent.click(await screen.findByRole('button', { name: 'History of the marks of Ayesha' }))
  expect(await screen.findByText('Marks: 7.00 → 8.00')).toBeTruthy()
  expect(screen.getByText(/Dr Hina/)).toBeTruthy()
  expect(screen.getByText('Late')).toBeTruthy()
  expect(pathsTo(calls, assessmentFigures.history)).toEqual(['/api/assessments/61/history?student_id=1&per_page=50'])
  expect(screen.queryByRole('button', { name: 'History of the marks of بلال' })).toBeNull()
})
