import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import { type FeedbackResponse, feedbackResponses } from '../../shared/contract/feedback/responses.ts'
import { feedbackSurveys, type SurveyWithQuestions } from '../../shared/contract/feedback/surveys.ts'
import { clearLogin } from '../core/login.ts'
import { AnsweringPage } from '../features/responses/AnsweringPage.tsx'
import { outbox } from '../offline/outbox.ts'
import { startSettling } from '../sending.ts'
import { served } from './network.ts'
import { renderRoute, signedIn } from './page.tsx'
import { question, survey } from './surveys.ts'

/** The server's answer to a response. */
export const response = (): FeedbackResponse => ({
  id: null,
  feedback_survey_id: 5,
  survey_title: 'Ward teaching',
  is_anonymous: true,
  student_id: null,
  student: null,
  answers: [],
  submitted_at: null,
  updated_at: null,
})

/** Serves a survey that takes answers, unless the test says otherwise. */
export function serve({ questions = [question()], ...changes }: Partial<SurveyWithQuestions> = {}) {
  const asked = survey({ question_count: questions.length, ...changes })
  return served(
    [feedbackSurveys.readWithQuestions, { data: { ...asked, questions } }],
    [feedbackSurveys.read, { data: asked }],
    [feedbackResponses.submit, { data: response() }],
  )
}

export const open = (address = '/student-feedback-questions/5') =>
  renderRoute('/student-feedback-questions/:surveyId', <AnsweringPage />, address)

export const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

export const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Submit Survey' }))

/** Begins and ends each test of a file with a student signed in and an empty device. */
export function beginAnswering(): void {
  let stop: () => void
  beforeEach(() => {
    signedIn(['student'])
    stop = startSettling()
  })
  afterEach(() => {
    stop()
    clearLogin()
    outbox.set([])
  })
}
