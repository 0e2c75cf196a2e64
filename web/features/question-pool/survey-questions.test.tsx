import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { question, staffSurvey } from '../../testing/surveys.ts'
import { QuestionPoolPage } from './QuestionPoolPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./PoolQuestionForm.tsx')
await import('./SurveyQuestionForm.tsx')
await import('./SurveyQuestionsPanel.tsx')

const first = question({ id: 300 })
const second = question({ id: 301, title: 'Shift', order: 2, is_required: true })
const third = question({ id: 302, title: 'Canteen', order: 3, question_type: 'rating' })

const college = (survey = staffSurvey({ status: 'draft', standing: 'draft' })) =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [feedbackPool.list, pageOf([])],
    [feedbackSurveys.read, { data: survey }],
    [feedbackQuestions.listBySurvey, pageOf([first, second, third])],
    [feedbackQuestions.read, { data: second }],
  )

async function panel() {
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  const found = within(await screen.findByRole('region', { name: 'Questions of this survey' }))
  await found.findByText('Shift')
  return found
}
const order = () => screen.getAllByRole('listitem').map((item) => item.textContent?.slice(0, 5))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => signedIn(['hod']))

test("the survey's own questions stand beside the pool, in their order and numbered from 1", async () => {
  college()
  const own = await panel()
  expect(own.getByRole('heading', { name: 'Ward rotation' })).toBeTruthy()
  expect(own.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '1.TeachingHow was the teaching?Text',
    '2.ShiftHow was the teaching?TextRequired',
    '3.CanteenHow was the teaching?Rating',
  ])
  expect(own.queryByRole('button', { name: 'Move Teaching up' })).toBeNull()
  expect(own.queryByRole('button', { name: 'Move Canteen down' })).toBeNull()
})

test('a question is moved by a place, which is said, and the button keeps the focus', async () => {
  college()
  const calls = served([feedbackQuestions.reorder, pageOf([first, third, second])])
  await panel()
  served([feedbackQuestions.listBySurvey, pageOf([first, third, second])])
  screen.getByRole('button', { name: 'Move Canteen up' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Canteen is now question 2 of 3.')).toBeTruthy()
  expect(pathsTo(calls, feedbackQuestions.reorder)).toEqual(['/api/feedback-questions/reorder/90'])
  expect(bodiesTo(calls, feedbackQuestions.reorder)).toEqual([{ question_ids: [300, 302, 301] }])
  await waitFor(() => expect(order()).toEqual(['1.Tea', '2.Can', '3.Shi']))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Canteen up'))
})

test.each([
  ['up', 'Shift', 'down'],
  ['down', 'Shift', 'up'],
])('moved %s to the end of the list by its button, %s keeps the focus, on its button %s', async (way, title, other) => {
  college()
  served([feedbackQuestions.reorder, HELD])
  await panel()
  const order = way === 'up' ? [second, first, third] : [first, third, second]
  screen.getByRole('button', { name: `Move ${title} ${way}` }).focus()
  await userEvent.keyboard('{Enter}')
  const focused = () => document.activeElement?.getAttribute('aria-label')
  expect(focused()).toBe(`Move ${title} ${other}`)
  const sent = await held(feedbackQuestions.reorder)
  served([feedbackQuestions.listBySurvey, pageOf(order)])
  sent.answer(pageOf(order))
  await screen.findByText(/^Shift is now question/)
  expect(focused()).toBe(`Move ${title} ${other}`)
})

test('a move to the end that is refused leaves the focus with the question', async () => {
  served([feedbackQuestions.reorder, refuse(500)])
  college()
  await panel()
  screen.getByRole('button', { name: 'Move Shift up' }).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Shift: Failed to reorder questions')
  await waitFor(() => expect(order()).toEqual(['1.Tea', '2.Shi', '3.Can']))
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Shift/)
})

test('a move is shown at once, and what is moved meanwhile is sent with the last order alone', async () => {
  college()
  const calls = served([feedbackQuestions.reorder, HELD])
  await panel()
  await press('Move Canteen up')
  expect(order()).toEqual(['1.Tea', '2.Can', '3.Shi'])
  const sent = await held(feedbackQuestions.reorder)
  await press('Move Canteen up')
  await press('Move Shift up')
  expect(order()).toEqual(['1.Can', '2.Shi', '3.Tea'])
  expect(bodiesTo(calls, feedbackQuestions.reorder)).toEqual([{ question_ids: [300, 302, 301] }])
  sent.answer(pageOf([first, third, second]))
  const last = await held(feedbackQuestions.reorder)
  expect(last.body).toEqual({ question_ids: [302, 301, 300] })
  served([feedbackQuestions.listBySurvey, pageOf([third, second, first])])
  last.answer(pageOf([third, second, first]))
  expect(await screen.findByText('Shift is now question 2 of 3.')).toBeTruthy()
  expect(order()).toEqual(['1.Can', '2.Shi', '3.Tea'])
})

test('a move that is refused is told by the name, and taken back', async () => {
  college()
  served([feedbackQuestions.reorder, refuse(500)])
  await panel()
  await press('Move Teaching down')
  expect(await screen.findByText('Teaching: Failed to reorder questions')).toBeTruthy()
  await waitFor(() => expect(order()).toEqual(['1.Tea', '2.Shi', '3.Can']))
})

test('an order of questions that were changed meanwhile is refused in plain words, and the list read again', async () => {
  college()
  const changed = 'The questions of this survey were changed meanwhile. Please order them again.'
  served([feedbackQuestions.reorder, refuse(409, changed)])
  await panel()
  served([feedbackQuestions.listBySurvey, pageOf([first, third])])
  await press('Move Canteen up')
  expect(await screen.findByText(`Canteen: ${changed}`)).toBeTruthy()
  await waitFor(() => expect(order()).toEqual(['1.Tea', '2.Can']))
})

test('of questions with the same title the buttons tell the place', async () => {
  college()
  served([feedbackQuestions.listBySurvey, pageOf([first, { ...second, title: 'Teaching' }, third])])
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  for (const name of [
    'Drag Teaching (question 2)',
    'Move Teaching (question 2) up',
    'Edit Teaching (question 1) in this survey',
    'Duplicate Teaching (question 1)',
    'Delete Canteen in this survey',
  ])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
})

test('each question has a handle to drag it by, unless it is the only one', async () => {
  college()
  const own = await panel()
  const handle = own.getByRole('button', { name: 'Drag Shift' })
  await waitFor(() => expect(handle.getAttribute('aria-roledescription')).toBe('draggable'))
  const told = document.getElementById(handle.getAttribute('aria-describedby') ?? '')
  expect(told?.textContent).toMatch(/^Press the space bar to pick the question up/)
  served([feedbackQuestions.remove, { message: 'Deleted.' }], [feedbackQuestions.listBySurvey, pageOf([second])])
  await press('Delete Canteen in this survey')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(own.queryByText('Teaching')).toBeNull())
  expect(own.queryByRole('button', { name: /^(Drag|Move)/ })).toBeNull()
})

test('with a second question the first one is an item of the list as before, with a handle of its own', async () => {
  college()
  served(
    [feedbackQuestions.listBySurvey, pageOf([second])],
    [feedbackQuestions.duplicate, { data: question({ id: 303 }) }],
  )
  const own = await panel()
  served([feedbackQuestions.listBySurvey, pageOf([second, third])])
  await press('Duplicate Shift')
  const handle = await own.findByRole('button', { name: 'Drag Shift' })
  await waitFor(() => expect(handle.getAttribute('aria-roledescription')).toBe('draggable'))
  expect(own.getAllByRole('listitem')).toHaveLength(2)
})

test('a question is duplicated, and deleted after a question', async () => {
  college()
  const calls = served(
    [feedbackQuestions.duplicate, { data: question({ id: 303 }) }],
    [feedbackQuestions.remove, { message: 'Deleted.' }],
  )
  await panel()
  await press('Duplicate Shift')
  expect(await screen.findByText('Survey question duplicated successfully!')).toBeTruthy()
  expect(pathsTo(calls, feedbackQuestions.duplicate)).toEqual(['/api/feedback-questions/301/duplicate'])
  await press('Delete Canteen in this survey')
  await screen.findByText('Are you sure you want to delete this survey question?')
  await press('Delete')
  expect(await screen.findByText('Survey question deleted successfully!')).toBeTruthy()
  expect(pathsTo(calls, feedbackQuestions.remove)).toEqual(['/api/feedback-questions/302'])
})

test('a question of the survey is changed there, and one that is not in the pool added', async () => {
  college()
  const calls = served([feedbackQuestions.update, { data: second }], [feedbackQuestions.create, { data: second }])
  await panel()
  await press('Edit Shift in this survey')
  await userEvent.type(await screen.findByLabelText('Help Text'), 'Day or night')
  expect(screen.getByRole('dialog', { name: 'Edit Survey Question' })).toBeTruthy()
  expect(screen.queryByLabelText('Public')).toBeNull()
  await press('Save')
  expect(await screen.findByText('Survey question updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackQuestions.update)).toMatchObject([
    { help_text: 'Day or night', order: 2, updated_at: second.updated_at },
  ])
  await press('Add a question that is not in the pool')
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Nights')
  await userEvent.type(screen.getByLabelText(/^Question Text/), 'How many?')
  await userEvent.selectOptions(screen.getByLabelText(/^Question Type/), 'Number')
  await press('Save')
  expect(await screen.findByText('Survey question created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackQuestions.create)).toMatchObject([{ feedback_survey_id: 90, question_type: 'number' }])
})

test('with responses a question keeps its text, type and options; its order and title may change', async () => {
  college(staffSurvey({ has_responses: true }))
  const own = await panel()
  const reason = `This survey has responses. Text, type and options of its questions can no longer change, nor how many there are; duplicate the survey instead.`
  expect(own.getByText(reason)).toBeTruthy()
  expect(own.queryByRole('button', { name: /^(Delete|Duplicate|Add a)/ })).toBeNull()
  expect(own.getByRole('button', { name: 'Move Shift up' })).toBeTruthy()
  await press('Edit Shift in this survey')
  await screen.findByLabelText(/^Title/)
  expect(within(screen.getByRole('dialog')).getByText(reason)).toBeTruthy()
  const labels = [/^Title/, /^Question Text/, /^Question Type/, /^Order/, /^Help Text/]
  expect(labels.map((label) => (screen.getByLabelText(label) as HTMLInputElement).disabled)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

test('with responses to an anonymous survey only the order of a question may change', async () => {
  college(staffSurvey({ has_responses: true, is_anonymous: true }))
  const own = await panel()
  expect(own.getByText(/^This survey is anonymous and has responses\./)).toBeTruthy()
  await press('Edit Shift in this survey')
  await screen.findByLabelText(/^Title/)
  expect(within(screen.getByRole('dialog')).getByText(/^This survey is anonymous and has responses\./)).toBeTruthy()
  const labels = [/^Title/, /^Question Text/, /^Question Type/, /^Required/, /^Help Text/, /^Minimum/, /^Order/]
  expect(labels.map((label) => (screen.getAllByLabelText(label)[0] as HTMLInputElement).disabled)).toEqual([
    ...Array(6).fill(true),
    false,
  ])
})

test('a closed survey shows its questions and their preview, and has no buttons for them', async () => {
  college(staffSurvey({ status: 'closed', standing: 'closed' }))
  const own = await panel()
  expect(own.getByText('This survey is closed. Activate it to change it.')).toBeTruthy()
  expect(own.getAllByRole('button').map((button) => button.textContent)).toEqual(['Preview'])
})

test.each(['99', 'abc', '0'])('a survey that is not there (%s) says so, beside the pool', async (id) => {
  college()
  served([feedbackSurveys.read, refuse(404, 'Survey not found.')])
  renderPage(<QuestionPoolPage />, `/feedback-questions?survey_id=${id}`)
  expect(await screen.findByText('Survey not found.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByLabelText('Search questions')).toBeTruthy()
})
