import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { feedbackResults, type SurveyResults } from '../../../shared/contract/feedback/results.ts'
import { type FeedbackSurvey, feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { staff } from '../../../shared/contract/staff.ts'
import * as downloads from '../../core/downloads.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderRoute, signedIn } from '../../testing/page.tsx'
import { batch } from '../../testing/records.ts'
import { staffSurvey, surveyResults } from '../../testing/surveys.ts'
import { SurveyResultsPage } from './SurveyResultsPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./ChangesForm.tsx')
await import('./QuestionResultsList.tsx')
await import('./ReminderPanel.tsx')
await import('./ResultsFilterPanel.tsx')

const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)

afterAll(() => saved.mockRestore())
beforeEach(() => {
  saved.mockClear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T20:30:00Z') })
  signedIn(['principal'])
})

const serve = (results: Partial<SurveyResults> = {}, survey: Partial<FeedbackSurvey> = {}) =>
  served(
    [feedbackSurveys.read, { data: staffSurvey(survey) }],
    [feedbackResults.ofSurvey, { data: surveyResults(results) }],
    [departments.list, pageOf([])],
    [batches.list, pageOf([batch()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
const show = (address = '/feedback-results/90') =>
  renderRoute('/feedback-results/:surveyId', <SurveyResultsPage />, address)

async function exportAs(format: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: format }))
}

test.each([
  ['PDF', 'pdf'],
  ['CSV', 'csv'],
  ['Excel (XLSX)', 'xlsx'],
])('%s is of the part that is shown, named by survey and day', async (label, format) => {
  const calls = serve()
  served([feedbackResults.export, () => new Response('x')])
  show('/feedback-results/90?batch_id=5')
  await exportAs(label)
  // It is half past one of the next day in Karachi.
  await waitFor(() => expect(saved.mock.calls[0]?.[1]).toBe(`survey-results-ward-rotation-2026-03-03.${format}`))
  expect(pathsTo(calls, feedbackResults.export)).toEqual([
    `/api/feedback-responses/export?survey_id=90&format=${format}&batch_id=5`,
  ])
})

test('of an anonymous survey no part is asked for, whatever the address says', async () => {
  const calls = serve({ is_anonymous: true, counted: 5, results_from: 5 }, { is_anonymous: true })
  served([feedbackResults.export, () => new Response('x')])
  show('/feedback-results/90?batch_id=5')
  await exportAs('CSV')
  await waitFor(() =>
    expect(pathsTo(calls, feedbackResults.export)).toEqual(['/api/feedback-responses/export?survey_id=90&format=csv']),
  )
})

test('a refused export says why', async () => {
  serve()
  served([feedbackResults.export, refuse(403, 'You are not allowed to do this.')])
  show()
  await exportAs('PDF')
  expect((await screen.findByRole('alert')).textContent).toBe('You are not allowed to do this.')
  expect(saved).not.toHaveBeenCalled()
})

test.each([
  ['nobody has answered', { counted: 0, notice: null }],
  [
    'too few have',
    { counted: 0, results_from: 5, notice: 'No results are shown: fewer than 5 students have answered.' },
  ],
])('there is nothing to export while %s', async (_, results) => {
  serve(results)
  show()
  await screen.findByText(results.notice ?? 'No responses yet')
  expect(screen.getByRole('button', { name: 'Send Reminder' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
