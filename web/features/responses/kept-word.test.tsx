import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { students } from '../../../shared/contract/students.ts'
import { NO_LONGER_ANONYMOUS } from '../../../shared/policies/feedback.ts'
import { sendNow } from '../../offline/outbox.ts'
import { beginAnswering, field, open, response, serve, submit } from '../../testing/answering.tsx'
import { bodiesTo, pageOf, refuse, served, setReached } from '../../testing/network.ts'
import { renderPage } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { question, survey } from '../../testing/surveys.ts'
import { StudentFeedbackPage } from './StudentFeedbackPage.tsx'

beginAnswering()

const REWORDED = 'This question was changed after you had answered it.'
const changed = question({ question_text: 'How was the food?' })
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
const sent = (calls: ReturnType<typeof served>) => bodiesTo(calls, feedbackResponses.submit)
const withWord = (is_anonymous: boolean, asked: string) => ({
  feedback_survey_id: 5,
  is_anonymous,
  answers: [{ feedback_question_id: 1, answer: 'Good', asked }],
})

test('answers to a survey that was anonymous when they were typed are sent with a name only after that was read', async () => {
  const calls = serve({ is_anonymous: true })
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  first.unmount()
  serve()
  const { router } = open()
  await field(/teaching/)
  expect(alerts()).toEqual([NO_LONGER_ANONYMOUS])
  await submit()
  expect(alerts()).toEqual([`${NO_LONGER_ANONYMOUS} Submit again to send them with your name.`])
  expect(sent(calls)).toEqual([])
  await submit()
  await waitFor(() => expect(router.state.location.search).toContain('type=success'))
  expect(sent(calls)).toEqual([withWord(false, 'How was the teaching?')])
})

test('a survey that turns out to be anonymous no more when it is sent says so, and takes them at the next press', async () => {
  const calls = serve({ is_anonymous: true })
  const { router } = open()
  await userEvent.type(await field(/teaching/), 'Good')
  serve()
  served([feedbackResponses.submit, refuse(409, NO_LONGER_ANONYMOUS)])
  await submit()
  expect(await screen.findByText('This survey is not anonymous: staff see your name with your answers.')).toBeTruthy()
  expect(alerts()).toEqual([`Your answers were not taken. They are kept on this device. ${NO_LONGER_ANONYMOUS}`])
  served([feedbackResponses.submit, { data: response() }])
  await submit()
  await waitFor(() => expect(router.state.location.search).toContain('type=success'))
  expect(sent(calls).map((body) => Object(body).is_anonymous)).toEqual([true, false])
})

test('a question that turns out to be another one is pointed out, and answered as it reads now at the next press', async () => {
  const calls = serve()
  const { router } = open()
  await userEvent.type(await field(/teaching/), 'Good')
  serve({ questions: [changed] })
  served([feedbackResponses.submit, refuse(422, 'The given data was invalid.', { 'answers.1': [REWORDED] })])
  await submit()
  expect((await field(/food/)).value).toBe('Good')
  expect(alerts()).toEqual([
    `Your answers were not taken. They are kept on this device. “How was the teaching?”: ${REWORDED}`,
  ])
  expect(screen.getByText(/It was:/).textContent).toBe(`${REWORDED} It was: How was the teaching?`)
  served([feedbackResponses.submit, { data: response() }])
  await submit()
  await waitFor(() => expect(router.state.location.search).toContain('type=success'))
  expect(sent(calls)).toEqual([withWord(false, 'How was the teaching?'), withWord(false, 'How was the food?')])
})

test('a question that was changed since it was answered is sent as it reads now only after that was told', async () => {
  const calls = serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  first.unmount()
  serve({ questions: [changed] })
  const { router } = open()
  await field(/food/)
  await submit()
  expect(alerts()).toEqual([
    'Questions were changed after you had answered them. Look at your answers to them, and submit again.',
  ])
  expect(document.activeElement).toBe(await field(/food/))
  expect(sent(calls)).toEqual([])
  await submit()
  await waitFor(() => expect(router.state.location.search).toContain('type=success'))
  expect(sent(calls)).toEqual([withWord(false, 'How was the food?')])
})

test('what waited and is refused lies on the device with its reason, which names the question', async () => {
  serve({ is_anonymous: true })
  const { router, unmount } = open()
  await userEvent.type(await field(/teaching/), 'Good')
  setReached(false)
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  unmount()
  setReached(true)
  const calls = serve({ questions: [changed] })
  served(
    [feedbackResponses.submit, refuse(422, 'Invalid', { 'answers.1': ['This question is not one of this survey'] })],
    [students.byUser, { data: student() }],
    [feedbackSurveys.list, pageOf([survey()])],
    [surveyFollowUp.listChanges, pageOf([])],
  )
  await act(sendNow)
  const list = renderPage(<StudentFeedbackPage />, '/student-feedback')
  const kept = within(await screen.findByRole('region', { name: 'On this device' }))
  expect(kept.getByText(/“How was the teaching\?”: This question is not one of this survey/)).toBeTruthy()
  list.unmount()
  open()
  await field(/food/)
  expect(alerts()).toContain(NO_LONGER_ANONYMOUS)
  expect(screen.getByText(/It was:/).textContent).toBe(`${REWORDED} It was: How was the teaching?`)
  await submit()
  served([feedbackResponses.submit, { data: response() }])
  await submit()
  await waitFor(() => expect(sent(calls).at(-1)).toEqual(withWord(false, 'How was the food?')))
})
