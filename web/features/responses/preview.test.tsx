import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { pageOf, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { question, staffSurvey } from '../../testing/surveys.ts'
import { QuestionPoolPage } from '../question-pool/QuestionPoolPage.tsx'

// They are loaded later; no test has to wait until they are compiled.
await import('../question-pool/SurveyQuestionsPanel.tsx')
await import('./PreviewModal.tsx')

const survey = staffSurvey({
  status: 'draft',
  standing: 'draft',
  is_anonymous: true,
  description: 'Say what you think',
})
const questions = [
  question({ id: 300, is_required: true }),
  question({ id: 301, question_text: 'Where?', question_type: 'radio', options: ['Ward 3', 'Ward 4'] }),
]

beforeEach(() => signedIn(['hod']))

async function preview(asked = questions) {
  const calls = served(
    [feedbackPool.list, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [feedbackSurveys.read, { data: survey }],
    [feedbackQuestions.listBySurvey, pageOf(asked)],
  )
  const page = renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  await userEvent.click(await screen.findByRole('button', { name: 'Preview' }))
  return { calls, page, dialog: within(await screen.findByRole('dialog', { name: 'Preview' })) }
}

test('a preview shows what students see once the survey is open: its facts, who reads what, its questions', async () => {
  const { dialog, page } = await preview()
  expect(page.router.state.location.search).toBe('?survey_id=90&modal=preview')
  expect(dialog.getByText('Say what you think')).toBeTruthy()
  expect(dialog.getByText('This survey is anonymous')).toBeTruthy()
  expect(dialog.getByText('Active')).toBeTruthy()
  expect(dialog.queryByText('Draft')).toBeNull()
  expect(dialog.getByRole('textbox', { name: /1\. How was the teaching\?/ })).toBeTruthy()
  expect(dialog.getAllByRole('radio')).toHaveLength(2)
  expect(dialog.getByText('0/2 answered')).toBeTruthy()
})

test('a preview is tried like the form itself, and sends and keeps nothing', async () => {
  const { calls, dialog } = await preview()
  const before = calls.length
  await userEvent.click(dialog.getByRole('button', { name: 'Submit Survey' }))
  expect(dialog.getByRole('alert').textContent).toBe('Please answer all required questions: “How was the teaching?”')
  const field = dialog.getByRole('textbox', { name: /How was the teaching/ })
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'Good')
  await userEvent.click(dialog.getByRole('radio', { name: 'Ward 4' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByText('2/2 answered')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Submit Survey' }))
  expect(dialog.getByRole('status').textContent).toMatch(/nothing was sent/)
  expect(calls).toHaveLength(before)

  const [footer] = dialog.getAllByText('Close')
  await userEvent.click(footer as HTMLElement)
  await userEvent.click(await screen.findByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('0/2 answered')).toBeTruthy()
  expect(sentTo(calls, feedbackSurveys.readWithQuestions)).toEqual([])
})

test('without questions there is nothing to preview', async () => {
  served(
    [feedbackPool.list, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [feedbackSurveys.read, { data: survey }],
    [feedbackQuestions.listBySurvey, pageOf([])],
  )
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90&modal=preview')
  expect(await screen.findByText('No questions in this survey yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
