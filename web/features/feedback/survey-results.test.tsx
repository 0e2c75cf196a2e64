import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { feedbackResults, type SurveyResults, type TextAnswer } from '../../../shared/contract/feedback/results.ts'
import { type FeedbackSurvey, feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderRoute, signedIn } from '../../testing/page.tsx'
import { batch, department, group } from '../../testing/records.ts'
import { questionResult, staffSurvey, surveyResults } from '../../testing/surveys.ts'
import { SurveyResultsPage } from './SurveyResultsPage.tsx'

// The page loads them later; no test has to wait until they are compiled.
await import('./ChangesForm.tsx')
await import('./QuestionResultsList.tsx')
await import('./ReminderPanel.tsx')
await import('./ResultsFilterPanel.tsx')

const text = (answer: string): TextAnswer => ({
  answer,
  student: { id: 11, name: 'Ali Raza', roll_no: 'MBBS-24001', status: 'active' },
  submitted_at: '2026-03-02T04:00:00.000Z',
})
const bare = (answer: string): TextAnswer => ({ answer, student: null, submitted_at: null })

const rating = questionResult({
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
  median: 5,
})
const open = questionResult({ answered: 2 })

const serve = (results: Partial<SurveyResults> = {}, survey: Partial<FeedbackSurvey> = {}) =>
  served(
    [feedbackSurveys.read, { data: staffSurvey(survey) }],
    [feedbackResults.ofSurvey, { data: surveyResults(results) }],
    [feedbackResults.texts, pageOf([text('Good rounds'), text('More bedside teaching')])],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
const show = (address = '/feedback-results/90') =>
  renderRoute('/feedback-results/:surveyId', <SurveyResultsPage />, address)

beforeEach(() => signedIn(['principal']))

test('the response rate is of those who were asked', async () => {
  serve({ questions: [rating] })
  show()
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
  serve({ asked: 2, responded: 3, response_rate: 100 })
  show()
  expect(await screen.findByText('3 students have answered, more than are asked now')).toBeTruthy()
})

test('where nobody is asked there is no rate', async () => {
  serve({ asked: 0, responded: 0, counted: 0, response_rate: null })
  show()
  const responses = within(await screen.findByRole('region', { name: 'Responses' }))
  expect(responses.getAllByRole('definition').map((one) => one.textContent)).toEqual(['0', '0', '—'])
  expect(screen.getByText('No responses yet')).toBeTruthy()
})

test('a rating has its five steps, each as long as its percent, with mean and median', async () => {
  serve({ questions: [rating] })
  show()
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
  expect(item?.textContent).toContain('Rating · Answered in 3 of 3 responses')
  expect(item?.textContent).toContain('Mean4.33Median5')
})

test('numbers are drawn by the longest of their bars', async () => {
  const bars = [
    { label: '1–5', count: 3, percent: 10 },
    { label: '6–10', count: 6, percent: 20 },
  ]
  serve({ questions: [questionResult({ question_type: 'number', picture: 'figures', answered: 30, bars })] })
  show()
  await screen.findByRole('rowheader', { name: '6–10' })
  const lengths = [...document.querySelectorAll<HTMLElement>('tbody [aria-hidden] > span')]
  expect(lengths.map(({ style }) => style.inlineSize)).toEqual(['50%', '100%'])
})

test('texts are read with who wrote them, searched, and turned page by page', async () => {
  const calls = serve({ questions: [open] })
  served([
    feedbackResults.texts,
    ({ query }) => pageOf([text(query.page === 2 ? 'The last one' : 'Good rounds')], query.q ? 1 : 12),
  ])
  show()
  const list = await screen.findByRole('list', { name: 'Teaching' })
  expect(list.textContent).toBe('Good roundsAli Raza · MBBS-24001 · 2 Mar 2026, 09:00')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('The last one')
  await userEvent.type(screen.getByLabelText('Search the answers to question 1'), '100%')
  expect(await screen.findByText('1 answer found')).toBeTruthy()
  expect(pathsTo(calls, feedbackResults.texts)).toEqual([
    '/api/feedback-surveys/90/answers/1?page=1&per_page=10',
    '/api/feedback-surveys/90/answers/1?page=2&per_page=10',
    '/api/feedback-surveys/90/answers/1?q=100%25&page=1&per_page=10',
  ])
})

test('a search that nothing matches says so, and closed answers are not read', async () => {
  const calls = serve({ questions: [open, ...Array.from({ length: 10 }, (_, n) => ({ ...open, id: n + 2 }))] })
  served([feedbackResults.texts, ({ query }) => pageOf(query.q ? [] : [text('Good')])])
  show()
  const last = await screen.findByRole('button', { name: 'Answers to question 11' })
  await waitFor(() => expect(pathsTo(calls, feedbackResults.texts)).toHaveLength(10))
  expect(last.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(last)
  await waitFor(() => expect(pathsTo(calls, feedbackResults.texts)).toHaveLength(11))
  await userEvent.type(await screen.findByLabelText('Search the answers to question 11'), 'x')
  expect(await screen.findByText('No answers found matching your search')).toBeTruthy()
})

test('an anonymous survey has neither names nor parts, and says why', async () => {
  const calls = serve(
    { is_anonymous: true, asked: 20, responded: 7, response_rate: 35, counted: 5, results_from: 5, questions: [open] },
    { is_anonymous: true },
  )
  served([feedbackResults.texts, pageOf([bare('Nobody listens')])])
  show('/feedback-results/90?batch_id=5')
  expect((await screen.findByRole('list', { name: 'Teaching' })).textContent).toBe('Nobody listens')
  expect(screen.getByText(/answers are kept without the person/)).toBeTruthy()
  expect(
    screen.getByText(/The results are of 5 responses\. Those of an anonymous survey go on by at least 5/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
  // What the address asks for would be refused.
  expect(pathsTo(calls, feedbackResults.ofSurvey)).toEqual(['/api/feedback-surveys/90/statistics'])
})

test('below the threshold there is the notice alone', async () => {
  const notice = 'Results are shown from 5 responses on.'
  serve({ is_anonymous: true, counted: 0, results_from: 5, notice }, { is_anonymous: true })
  show()
  expect(await screen.findByText(notice)).toBeTruthy()
  expect(screen.getByText('3 of 4 students have answered')).toBeTruthy()
  expect(screen.queryByText(/The results are of/)).toBeNull()
  expect(screen.queryByRole('list', { name: 'Results by question' })).toBeNull()
})

test.each([
  ['The results are of 5 responses: a student may have sent several.', {}, { allow_multiple_responses: true }],
  [
    'The results are of 5 responses. Those of an anonymous survey go on by at least 5, so the last ones are not among them.',
    { responded: 6 },
    { is_anonymous: true, status: 'closed', standing: 'closed' },
  ],
  [undefined, { responded: 5 }, { is_anonymous: true }],
] as const)('of which responses the results are: %s', async (said, results, survey) => {
  serve({ counted: 5, results_from: 5, questions: [rating], ...results }, survey)
  show()
  await screen.findByRole('table', { name: 'Rounds' })
  expect(screen.queryByText(/^The results are of/)?.textContent).toBe(said)
})

test('results of a batch or group are in the address', async () => {
  const calls = serve({ questions: [rating] })
  const { router } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  await userEvent.selectOptions(screen.getByLabelText('Batch'), 'MBBS 2024')
  await userEvent.selectOptions(screen.getByLabelText('Department'), 'Medicine')
  await waitFor(() => expect(screen.getByLabelText('Group')).toHaveProperty('disabled', false))
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'Group A')
  expect(router.state.location.search).toBe('?batch_id=5&department_id=3&group_id=7')
  await waitFor(() =>
    expect(pathsTo(calls, feedbackResults.ofSurvey).at(-1)).toBe(
      '/api/feedback-surveys/90/statistics?batch_id=5&group_id=7',
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  expect(screen.getByText('Batch: MBBS 2024 · Group: Group A')).toBeTruthy()
})

test.each([
  ['of a batch is divided by its groups', { batch_id: 5, department_id: 3 }, ['Group']],
  ['of a group is not divided', { batch_id: 5, department_id: 3, group_id: 7 }, []],
])('a survey %s', async (_, survey, fields) => {
  const calls = serve({ questions: [rating] }, survey)
  show('/feedback-results/90?batch_id=6')
  await screen.findByRole('table', { name: 'Rounds' })
  const toggle = screen.queryByRole('button', { name: 'Filters' })
  if (toggle) await userEvent.click(toggle)
  const shown = screen.queryAllByRole<HTMLSelectElement>('combobox')
  expect(shown.map(({ labels }) => labels[0]?.textContent)).toEqual(fields)
  // The batch of the address is none of its parts.
  expect(pathsTo(calls, feedbackResults.ofSurvey)).toEqual(['/api/feedback-surveys/90/statistics'])
})

test('a survey that is not there says so, and an address without one too', async () => {
  served([feedbackSurveys.read, refuse(404, 'Survey not found.')])
  const { unmount } = show()
  expect((await screen.findByRole('alert')).textContent).toContain('Survey not found.')
  unmount()
  show('/feedback-results/none')
  expect((await screen.findByRole('alert')).textContent).toBe('Survey ID is required')
})

test('results that cannot be had say so, with Retry', async () => {
  serve({ questions: [rating] })
  served([feedbackResults.ofSurvey, refuse(500)])
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch results')
  served([feedbackResults.ofSurvey, { data: surveyResults({ questions: [rating] }) }])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Rounds' })).toBeTruthy()
})
