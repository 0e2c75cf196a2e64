import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { signedIn } from '../../testing/page.tsx'
import { bareText, ratingResult, serveResults, showResults } from '../../testing/survey-results.tsx'
import { questionResult, surveyResults } from '../../testing/surveys.ts'

const open = questionResult({ answered: 2 })

beforeEach(() => signedIn(['principal']))

test('the response rate is of those who were asked', async () => {
  serveResults({ questions: [ratingResult] })
  showResults()
  const responses = within(await screen.findByRole('region', { name: 'Responses' }))
  expect(responses.getAllByRole('definition').map((one) => one.textContent)).toEqual(['4', '3', '75%'])
  expect(responses.getByText('3 of 4 students have answered')).toBeTruthy()
  expect(responses.getByRole('progressbar', { name: 'Response rate' }).getAttribute('aria-valuenow')).toBe('75')
  expect(screen.getByRole('heading', { level: 2, name: 'Ward rotation' })).toBeTruthy()
  expect(screen.getByText('Every student · No time limit')).toBeTruthy()
  expect(screen.queryByText(/The results are of/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to Surveys' }).getAttribute('href')).toBe('/feedback')
  expect(document.title).toBe('Survey Results')
})

test('more may have answered than are asked now', async () => {
  serveResults({ asked: 2, responded: 3, response_rate: 100 })
  showResults()
  expect(await screen.findByText('3 students have answered, more than are asked now')).toBeTruthy()
})

test('where nobody is asked there is no rate', async () => {
  serveResults({ asked: 0, responded: 0, counted: 0, response_rate: null })
  showResults()
  const responses = within(await screen.findByRole('region', { name: 'Responses' }))
  expect(responses.getAllByRole('definition').map((one) => one.textContent)).toEqual(['0', '0', '—'])
  expect(screen.getByText('No responses yet')).toBeTruthy()
})

test('a rating has its five steps, each as long as its percent, with mean and median', async () => {
  serveResults({ questions: [ratingResult] })
  showResults()
  const table = within(await screen.findByRole('table', { name: 'Rounds' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['Rating', 'Percent', 'Responses'],
    ['1', '0%', '0'],
    ['2', '33.3%', '1'],
    ['3', '0%', '0'],
    ['4', '0%', '0'],
    ['5', '66.7%', '2'],
  ])
  const lengths = [...document.querySelectorAll<HTMLElement>('tbody [aria-hidden] > span')]
  expect(lengths.map(({ style }) => style.inlineSize)).toEqual(['0%', '33.3%', '0%', '0%', '66.7%'])
  const item = screen.getByRole('heading', { level: 3, name: '1. Rounds' }).closest('li')
  expect(item?.textContent).toContain('Rating\u00a0· Answered in 3 of 3 responses')
  expect(item?.textContent).toContain('Mean4.33Median0.002')
})

test('numbers are drawn by the longest of their bars', async () => {
  const bars = [
    { label: '1–5', count: 3, percent: 10 },
    { label: '6–10', count: 6, percent: 20 },
  ]
  serveResults({ questions: [questionResult({ question_type: 'number', picture: 'figures', answered: 30, bars })] })
  showResults()
  await screen.findByRole('rowheader', { name: '6–10' })
  const lengths = [...document.querySelectorAll<HTMLElement>('tbody [aria-hidden] > span')]
  expect(lengths.map(({ style }) => style.inlineSize)).toEqual(['50%', '100%'])
})

test('an anonymous survey has neither names nor parts, and says why', async () => {
  const calls = serveResults(
    { is_anonymous: true, asked: 20, responded: 7, response_rate: 35, counted: 5, results_from: 5, questions: [open] },
    { is_anonymous: true },
  )
  served([feedbackResults.texts, pageOf([bareText('Nobody listens')])])
  showResults('/feedback-results/90?batch_id=5')
  expect((await screen.findByRole('list', { name: 'Teaching' })).textContent).toBe('Nobody listens')
  expect(screen.getByText(/answers are kept without the person/)).toBeTruthy()
  expect(screen.getByText(/^The results are of 5 responses: others were deleted/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
  // A call for the part in the address would be refused.
  expect(pathsTo(calls, feedbackResults.ofSurvey)).toEqual(['/api/feedback-surveys/90/statistics'])
})

test('below the threshold there is the notice alone', async () => {
  const notice = 'Results are shown when the survey has ended, from 5 responses on.'
  serveResults({ is_anonymous: true, counted: 0, results_from: 5, notice }, { is_anonymous: true })
  showResults()
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(screen.getByText('3 of 4 students have answered')).toBeTruthy()
  expect(screen.queryByText(/The results are of/)).toBeNull()
  expect(screen.queryByRole('list', { name: 'Results by question' })).toBeNull()
})

test.each([
  ['The results are of 5 responses: a student may have sent several.', {}, { allow_multiple_responses: true }],
  [
    'The results are of 5 responses: others were deleted, or can no longer be read.',
    { responded: 6 },
    { is_anonymous: true, status: 'closed', standing: 'closed' },
  ],
  [undefined, { responded: 5 }, { is_anonymous: true }],
] as const)('of which responses the results are: %s', async (said, results, survey) => {
  serveResults({ counted: 5, results_from: 5, questions: [ratingResult], ...results }, survey)
  showResults()
  await screen.findByRole('table', { name: 'Rounds' })
  expect(screen.queryByText(/^The results are of/)?.textContent).toBe(said)
})

test('a survey that is not there says so, and an address without one too', async () => {
  served([feedbackSurveys.read, refuse(404, 'Survey not found.')])
  const { unmount } = showResults()
  expect((await screen.findByRole('alert')).textContent).toBe('Survey not found.')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to Surveys' }).getAttribute('href')).toBe('/feedback')
  unmount()
  showResults('/feedback-results/none')
  expect((await screen.findByRole('alert')).textContent).toBe('Survey ID is required')
})

test('results that cannot be had say so, with Retry', async () => {
  serveResults({ questions: [ratingResult] })
  served([feedbackResults.ofSurvey, refuse(500)])
  showResults()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch results')
  served([feedbackResults.ofSurvey, { data: surveyResults({ questions: [ratingResult] }) }])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Rounds' })).toBeTruthy()
})
