import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { signedIn } from '../../testing/page.tsx'
import { ratingResult, serveResults, showResults, writtenText } from '../../testing/survey-results.tsx'
import { questionResult, surveyResults } from '../../testing/surveys.ts'

const open = questionResult({ answered: 2 })

beforeEach(() => signedIn(['principal']))

test('results of a department, batch or group are in the address', async () => {
  const calls = serveResults({ questions: [ratingResult] })
  const { router } = showResults()
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  await userEvent.selectOptions(screen.getByLabelText('Batch'), 'MBBS 2024')
  await userEvent.selectOptions(screen.getByLabelText('Department'), 'Medicine')
  await waitFor(() => expect(screen.getByLabelText('Group')).toHaveProperty('disabled', false))
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'Group A')
  expect(router.state.location.search).toBe('?batch_id=5&department_id=3&group_id=7')
  await waitFor(() =>
    expect(pathsTo(calls, feedbackResults.ofSurvey).at(-1)).toBe(
      '/api/feedback-surveys/90/statistics?department_id=3&batch_id=5&group_id=7',
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  expect(screen.getByText('Department: Medicine · Batch: MBBS 2024 · Group: Group A')).toBeTruthy()
})

test.each([
  ['of a batch is divided by its groups', { batch_id: 5, department_id: 3 }, ['Group']],
  ['of a batch of no department is divided by departments too', { batch_id: 5 }, ['Department', 'Group']],
  ['of a group is not divided', { batch_id: 5, department_id: 3, group_id: 7 }, []],
])('a survey %s', async (_, survey, fields) => {
  const calls = serveResults({ questions: [ratingResult] }, survey)
  showResults('/feedback-results/90?batch_id=6')
  await screen.findByRole('table', { name: 'Rounds' })
  const toggle = screen.queryByRole('button', { name: 'Filters' })
  if (toggle) await userEvent.click(toggle)
  const shown = screen.queryAllByRole<HTMLSelectElement>('combobox')
  expect(shown.map(({ labels }) => labels[0]?.textContent)).toEqual(fields)
  // The batch of the address is not a part of this survey.
  expect(pathsTo(calls, feedbackResults.ofSurvey)).toEqual(['/api/feedback-surveys/90/statistics'])
})

test('a part that is not there says so, and leads back to all', async () => {
  serveResults({ questions: [ratingResult] })
  served([
    feedbackResults.ofSurvey,
    ({ query }) =>
      query.batch_id ? refuse(404, 'Batch not found.') : { data: surveyResults({ questions: [ratingResult] }) },
  ])
  const { router } = showResults('/feedback-results/90?batch_id=6&page1=2')
  expect(await screen.findByText('Batch not found.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show All Responses' }))
  expect(await screen.findByRole('table', { name: 'Rounds' })).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('all filters are taken back at once, and another part begins with the first page of its texts', async () => {
  const calls = serveResults({ questions: [open] })
  const { router } = showResults('/feedback-results/90?department_id=3&q1=rounds&page1=2')
  await screen.findByRole('list', { name: 'Teaching' })
  expect(pathsTo(calls, feedbackResults.texts)[0]).toBe(
    '/api/feedback-surveys/90/answers/1?department_id=3&q=rounds&page=2&per_page=10',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(router.state.location.search).toBe('?q1=rounds')
  expect(screen.getByRole('button', { name: 'Clear Filters' })).toHaveProperty('disabled', true)
})

test('texts are read with who wrote them, searched, and turned page by page', async () => {
  const calls = serveResults({ questions: [open] })
  served([
    feedbackResults.texts,
    ({ query }) => pageOf([writtenText(query.page === 2 ? 'The last one' : 'Good rounds')], query.q ? 1 : 12),
  ])
  const { router } = showResults()
  const list = await screen.findByRole('list', { name: 'Teaching' })
  expect(list.textContent).toBe('Good roundsAli Raza\u00a0· MBBS-24001\u00a0· 2 Mar 2026, 09:00')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('The last one')
  expect(router.state.location.search).toBe('?page1=2')
  // Next is disabled by now.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByText('These are 1 of 12 answers. The CSV and XLSX files have all of them.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Search the answers to question 1'), '100%')
  expect(await screen.findByText('1 answer found')).toBeTruthy()
  expect(new URLSearchParams(router.state.location.search).get('q1')).toBe('100%')
  expect(pathsTo(calls, feedbackResults.texts)).toEqual([
    '/api/feedback-surveys/90/answers/1?page=1&per_page=10',
    '/api/feedback-surveys/90/answers/1?page=2&per_page=10',
    '/api/feedback-surveys/90/answers/1?q=100%25&page=1&per_page=10',
  ])
})

test('a search that nothing matches says so, and closed answers are not read', async () => {
  const calls = serveResults({ questions: [open, ...Array.from({ length: 10 }, (_, n) => ({ ...open, id: n + 2 }))] })
  served([feedbackResults.texts, ({ query }) => pageOf(query.q ? [] : [writtenText('Good')])])
  showResults()
  const last = await screen.findByRole('button', { name: 'Answers to question 11' })
  await waitFor(() => expect(pathsTo(calls, feedbackResults.texts)).toHaveLength(10))
  expect(last.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(last)
  await waitFor(() => expect(pathsTo(calls, feedbackResults.texts)).toHaveLength(11))
  await userEvent.type(await screen.findByLabelText('Search the answers to question 11'), 'x')
  expect(await screen.findByText('No answers found matching your search')).toBeTruthy()
})

test('a closed question whose answers the address searches is open', async () => {
  serveResults({ questions: Array.from({ length: 11 }, (_, n) => ({ ...open, id: n + 1 })) })
  served([feedbackResults.texts, pageOf([writtenText('Good')])])
  showResults('/feedback-results/90?q11=good')
  const last = await screen.findByRole('button', { name: 'Answers to question 11' })
  expect(last.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByLabelText('Search the answers to question 11')).toHaveProperty('value', 'good')
})
