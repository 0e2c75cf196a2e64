import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { beginAnswering, field, open, response, serve, submit } from '../../testing/answering.tsx'
import { bodiesTo, refuse, sentTo, served } from '../../testing/network.ts'
import { question } from '../../testing/surveys.ts'
import { timeLeft } from './rules.ts'

beginAnswering()

test('a question that was added meanwhile is told, and nothing typed is lost', async () => {
  const calls = serve()
  open()
  await userEvent.type(await field(/teaching/), 'Good')
  const added = question({ id: 2, question_text: 'And the food?', is_required: true, order: 2 })
  const missing = 'Please answer all required questions: “And the food?”'
  serve({ questions: [question(), added] })
  served([feedbackResponses.submit, refuse(422, 'The given data was invalid.', { answers: [missing] })])
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe(
    `Your answers were not taken. They are kept on this device. ${missing}`,
  )
  expect((await field(/teaching/)).value).toBe('Good')
  await userEvent.type(await field(/And the food/), 'Fair')
  served([feedbackResponses.submit, { data: response() }])
  await submit()
  await waitFor(() => expect(bodiesTo(calls, feedbackResponses.submit)).toHaveLength(2))
  expect(bodiesTo(calls, feedbackResponses.submit).at(-1)).toMatchObject({
    feedback_survey_id: 5,
    answers: [
      { feedback_question_id: 1, answer: 'Good' },
      { feedback_question_id: 2, answer: 'Fair' },
    ],
  })
  const keys = sentTo(calls, feedbackResponses.submit).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
})

test('of answers that were refused the last one can be taken back', async () => {
  serve()
  open()
  await userEvent.type(await field(/teaching/), 'Good')
  served([feedbackResponses.submit, refuse(422, 'The given data was invalid.', { answers: ['Not so.'] })])
  await submit()
  await screen.findByText(/Not so/)
  await userEvent.clear(await field(/teaching/))
  expect((await field(/teaching/)).value).toBe('')
})

test.each([
  [{ standing: 'closed', status: 'closed' }, 'This survey is closed.'],
  [{ standing: 'expired' }, 'This survey has expired'],
] as const)('a survey that is %j meanwhile says so, and the answers can be read', async (changes, why) => {
  serve()
  open()
  await userEvent.type(await field(/teaching/), 'Good')
  serve(changes)
  served([feedbackResponses.submit, refuse(409, why)])
  await submit()
  const own = within(await screen.findByRole('region', { name: 'Your answers' }))
  expect(screen.getByRole('alert').textContent).toBe(why)
  expect(own.getByText('How was the teaching?')).toBeTruthy()
  expect(own.getByText('Good')).toBeTruthy()
})

test('of a survey that is gone the answers can still be read', async () => {
  serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  first.unmount()
  served([feedbackSurveys.readWithQuestions, refuse(404, 'Survey not found')])
  open()
  expect(await screen.findByText('Survey Not Found')).toBeTruthy()
  expect(screen.getByText('Good')).toBeTruthy()
})

test('a survey that is gone when its answers are sent says so, and they can be read', async () => {
  serve()
  open()
  await userEvent.type(await field(/teaching/), 'Good')
  const gone = { feedback_survey_id: ['Survey does not exist'] }
  served(
    [feedbackResponses.submit, refuse(422, 'The given data was invalid.', gone)],
    [feedbackSurveys.readWithQuestions, refuse(404, 'Survey not found.')],
  )
  await submit()
  expect(await screen.findByText('Survey Not Found')).toBeTruthy()
  const own = within(screen.getByRole('region', { name: 'Your answers' }))
  expect(own.getByText('Good')).toBeTruthy()
  expect(own.getByText('They are on this device only, and were not sent.')).toBeTruthy()
})

test('an answer to a question that says something else now stays, and is pointed out', async () => {
  serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  first.unmount()
  serve({ questions: [question({ question_text: 'How was the food?' })] })
  open()
  expect((await field(/food/)).value).toBe('Good')
  const note = 'This question was changed after you had answered it. It was: How was the teaching?'
  expect(
    screen.getByText((_, element) => element?.getAttribute('role') === 'status' && element.textContent === note),
  ).toBeTruthy()
  await userEvent.type(await field(/food/), '!')
  expect(screen.queryByText(/was changed after you had answered/)).toBeNull()
})

test('answers that fit no question any more are shown and not sent', async () => {
  const wards = question({ id: 2, question_text: 'Which ward?', question_type: 'radio', options: ['One', 'Two'] })
  serve({ questions: [question(), wards] })
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  await userEvent.click(screen.getByRole('radio', { name: 'Two' }))
  first.unmount()
  const food = question({ id: 3, question_text: 'And the food?' })
  const calls = serve({ questions: [{ ...wards, options: ['One', 'Three'] }, food] })
  const { router } = open()
  await userEvent.type(await field(/food/), 'Fair')
  const told = screen.getByText(/These answers do not fit its questions any more/).closest('[role="status"]')
  expect(told?.textContent).toContain('How was the teaching?Good')
  expect(told?.textContent).toContain('Which ward?Two')
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  expect(bodiesTo(calls, feedbackResponses.submit)).toMatchObject([
    { feedback_survey_id: 5, answers: [{ feedback_question_id: 3, answer: 'Fair' }] },
  ])
})

test.each([
  [null, '2026-11-20T10:00:00Z', 'No time limit'],
  // The college's day ends at 19:00 UTC.
  ['2026-11-20', '2026-11-20T18:59:59Z', 'Less than a minute'],
  ['2026-11-20', '2026-11-20T19:00:01Z', 'Expired'],
  ['2026-11-20', '2026-11-20T18:58:59Z', '1 minute'],
  ['2026-11-20', '2026-11-20T17:30:00Z', '1 hour, 30 minutes'],
  ['2026-11-20', '2026-11-20T17:00:00Z', '2 hours'],
  ['2026-11-22', '2026-11-20T16:00:00Z', '2 days, 3 hours'],
  ['2026-11-21', '2026-11-20T19:00:00Z', '1 day'],
])('until %s there is at %s: %s', (day, now, left) => {
  expect(timeLeft(day, Date.parse(now))).toBe(left)
})

test('the time remaining is counted again every minute', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T18:00:30Z'), shouldAdvanceTime: true })
  serve({ end_date: '2026-11-20' })
  open()
  expect(await screen.findByText('59 minutes')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(59_000))
  expect(screen.getByText('59 minutes')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1_500))
  expect(screen.getByText('58 minutes')).toBeTruthy()
})
