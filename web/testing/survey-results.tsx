import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { feedbackResults, type SurveyResults, type TextAnswer } from '../../shared/contract/feedback/results.ts'
import { type FeedbackSurvey, feedbackSurveys } from '../../shared/contract/feedback/surveys.ts'
import { groups } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { SurveyResultsPage } from '../features/survey-results/SurveyResultsPage.tsx'
import { pageOf, refuse, served } from './network.ts'
import { renderRoute } from './page.tsx'
import { batch, department, group } from './records.ts'
import { questionResult, staffSurvey, surveyResults } from './surveys.ts'

export const writtenText = (answer: string): TextAnswer => ({
  answer,
  student: { id: 11, name: 'Ali Raza', roll_no: 'MBBS-24001', status: 'active' },
  submitted_at: '2026-03-02T04:00:00.000Z',
})
export const bareText = (answer: string): TextAnswer => ({ answer, student: null, submitted_at: null })

/** A question with figures, in the results of three students. */
export const ratingResult = questionResult({
  id: 2,
  title: 'Rounds',
  question_text: 'How useful were the rounds?',
  question_type: 'rating',
  picture: 'figures',
  answered: 3,
  bars: [
    { label: '1', count: 0, percent: 0 },
    { label: '2', count: 1, percent: 33.3 },
    { label: '3', count: 0, percent: 0 },
    { label: '4', count: 0, percent: 0 },
    { label: '5', count: 2, percent: 66.7 },
  ],
  mean: 4.333333,
  median: 0.002,
})
/** Serves the screen of results, for a survey with these changes. */
export const serveResults = (results: Partial<SurveyResults> = {}, survey: Partial<FeedbackSurvey> = {}) =>
  served(
    [feedbackSurveys.read, { data: staffSurvey(survey) }],
    [feedbackResults.ofSurvey, { data: surveyResults(results) }],
    [feedbackResults.texts, pageOf([writtenText('Good rounds'), writtenText('More bedside teaching')])],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

// The page loads them later; importing them here spares each test the wait.
await import('../features/survey-results/ChangesForm.tsx')
await import('../features/survey-results/QuestionResultsList.tsx')
await import('../features/survey-results/ReminderPanel.tsx')
await import('../features/survey-results/ResultsFilterPanel.tsx')

export const showResults = (address = '/feedback-results/90') =>
  renderRoute('/feedback-results/:surveyId', <SurveyResultsPage />, address)
