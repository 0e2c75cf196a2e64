import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { poolQuestion, question, staffSurvey } from '../../testing/surveys.ts'
import { QuestionPoolPage } from './QuestionPoolPage.tsx'

// The page loads it later; importing it here spares each test the wait.
await import('./SurveyQuestionsPanel.tsx')

const shift = poolQuestion({ id: 202, title: 'Shift' })
const canteen = poolQuestion({ id: 203, title: 'Canteen', question_text: 'How was the food?' })
const ward = poolQuestion({ id: 204, title: 'Ward' })

const college = () =>
  served(
    [feedbackPool.list, pageOf([shift, canteen, ward])],
    [feedbackPool.addToSurvey, { data: question() }],
    [feedbackSurveys.read, { data: staffSurvey({ status: 'draft', standing: 'draft', question_count: 0 }) }],
    [feedbackQuestions.listBySurvey, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

const select = async (title: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const inBar = () => within(screen.getByRole('region', { name: 'Selection' }))
const selected = () =>
  within(screen.getByRole('list', { name: 'Selected questions' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

beforeEach(() => {
  signedIn(['faculty'])
  renderAt()
})

function renderAt(): void {
  college()
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
}

test('what is selected is shown in its order, and each is taken out of it', async () => {
  for (const title of ['Ward', 'Shift', 'Canteen']) await select(title)
  await press('Show')
  expect(selected()).toEqual(['1. Ward', '2. Shift', '3. Canteen'])
  await press('Remove Shift from the selection')
  expect(selected()).toEqual(['1. Ward', '2. Canteen'])
  expect(screen.getByRole('checkbox', { name: 'Select Shift' })).toHaveProperty('checked', false)
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Canteen from the selection'),
  )
  await press('Hide')
  expect(screen.queryByRole('list', { name: 'Selected questions' })).toBeNull()
})

test('a question that was deleted meanwhile is named and left out, and the others are added in their places', async () => {
  const calls = served([
    feedbackPool.addToSurvey,
    ({ body }) =>
      body.question_pool_id === 202
        ? refuse(422, 'The given data was invalid.', { question_pool_id: ['Question does not exist'] })
        : { data: question() },
  ])
  for (const title of ['Ward', 'Shift', 'Canteen']) await select(title)
  served([feedbackPool.list, pageOf([canteen, ward])])
  await press('Add to Survey')
  expect(await screen.findByText('2 questions added to the survey.')).toBeTruthy()
  expect(inBar().getByRole('alert').textContent).toContain(
    '“Shift” is not in the pool any more and could not be added.',
  )
  expect(
    bodiesTo(calls, feedbackPool.addToSurvey).map((body) => {
      const { question_pool_id, order } = body as { question_pool_id: number; order: number }
      return [question_pool_id, order]
    }),
  ).toEqual([
    [204, 1],
    [202, 2],
    [203, 2],
  ])
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Shift' })).toBeNull())
  await press('Dismiss')
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

test('the keyboard goes on in the pool once the selection is cleared', async () => {
  await select('Ward')
  await press('Clear Selection')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pool' })))
})

test('all of a question selects it', async () => {
  await userEvent.click((await screen.findAllByText('How was the food?'))[0] as HTMLElement)
  expect(screen.getByRole('checkbox', { name: 'Select Canteen' })).toHaveProperty('checked', true)
})

test('what the survey asks already is told, and may be selected', async () => {
  served([feedbackQuestions.listBySurvey, pageOf([question({ ...shift, id: 300, feedback_survey_id: 90 })])])
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=91')
  const told = await screen.findAllByText('Already in this survey')
  expect(told.map((one) => one.closest('[role="row"]')?.textContent?.slice(0, 5))).toEqual(['Shift'])
})

test('a button leads to the questions of the survey, which a phone has below', async () => {
  await screen.findByText('Ward')
  served([
    feedbackSurveys.read,
    { data: staffSurvey({ id: 92, status: 'draft', standing: 'draft', question_count: 1 }) },
  ])
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=92')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to its 1 question' }))
  expect(document.activeElement?.querySelector('[aria-label="Questions of this survey"]')).toBeTruthy()
})
