import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { feedbackQuestions } from '../../../shared/contract/feedback/questions.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { startLogin } from '../../core/login.ts'
import { bodiesTo, pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { loginAnswer, renderPage, signedIn } from '../../testing/page.tsx'
import { poolQuestion, question, staffSurvey } from '../../testing/surveys.ts'
import { SurveysPage } from '../surveys/SurveysPage.tsx'
import { QuestionPoolPage } from './QuestionPoolPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./PoolQuestionForm.tsx')
await import('./SurveyQuestionForm.tsx')

const teaching = poolQuestion({ usage_count: 1, is_required: true })
const rating = poolQuestion({
  id: 201,
  title: 'Ward rating',
  question_type: 'rating',
  usage_count: 12,
  is_public: false,
  is_editable: false,
})
const choice = poolQuestion({ id: 202, title: 'Shift', question_type: 'single_choice', options: ['Day', 'Night'] })
/** A question of the second page. */
const later = poolQuestion({ id: 203, title: 'Canteen' })

const draft = staffSurvey({ status: 'draft', standing: 'draft', question_count: 0 })

const college = (survey = draft) =>
  served(
    [staff.currentUser, refuse(404, 'Record not found.')],
    [feedbackPool.list, ({ query }) => pageOf(query.page === 2 ? [later] : [teaching, rating, choice], 13)],
    [feedbackPool.read, { data: choice }],
    [feedbackPool.addToSurvey, { data: question() }],
    [feedbackSurveys.read, { data: survey }],
    [feedbackQuestions.listBySurvey, pageOf([])],
    [departments.list, pageOf([])],
  )

const select = async (title: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const row = async (title: string) => within((await screen.findByText(title)).closest('[role="row"]') as HTMLElement)

/** Finds buttons in the selection's row, which sticks to the screen's bottom. */
const inBar = () => within(screen.getByRole('region', { name: 'Selection' }))

beforeEach(() => signedIn(['faculty']))

test('a row says what is asked, in which type, and how often it was taken over', async () => {
  college()
  renderPage(<QuestionPoolPage />, '/feedback-questions')
  const texts = async (title: string) => [
    (await row(title)).getByRole('rowheader').textContent,
    ...(await row(title))
      .getAllByRole('cell')
      .slice(0, 2)
      .map((cell) => cell.textContent),
  ]
  expect(await texts('Teaching')).toEqual(['TeachingHow was the teaching?', 'TextRequired', '1 time'])
  expect(await texts('Ward rating')).toEqual(['Ward ratingHow was the teaching?', 'RatingNot public', '12 times'])
  const buttons = async (title: string) =>
    (await row(title)).getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(await buttons('Shift')).toEqual(['View Shift', 'Edit Shift', 'Delete Shift'])
  expect(await buttons('Ward rating')).toEqual(['View Ward rating'])
  expect(screen.getByRole('heading', { level: 1, name: 'Question Pool' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/feedback')
})

test('ten are on a page; search and type, also a dropdown, are in the address', async () => {
  const calls = college()
  const { router } = renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  await row('Shift')
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  await press('Next')
  await row('Canteen')
  expect(pathsTo(calls, feedbackPool.list).at(-1)).toBe('/api/feedback-question-pools?page=2&per_page=10')
  await userEvent.type(screen.getByLabelText('Search questions'), 'ward')
  await waitFor(() => expect(router.state.location.search).toBe('?survey_id=90&q=ward'))
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Dropdown')
  expect(within(screen.getByLabelText('Type')).getAllByRole('option')).toHaveLength(14)
  expect(router.state.location.search).toBe('?survey_id=90&q=ward&type=select')
})

test('what is selected on several pages is added in that order, to an empty survey from 1', async () => {
  const calls = college()
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  await select('Shift')
  await press('Next')
  await select('Canteen')
  await press('Previous')
  await select('Teaching')
  await select('Teaching')
  await select('Ward rating')
  expect(screen.getByRole('checkbox', { name: 'Select Shift' })).toHaveProperty('checked', true)
  expect(screen.getByText('3 selected for Ward rotation')).toBeTruthy()
  expect(screen.getByText('They are added at the end, in the order of selection.')).toBeTruthy()
  await press('Add to Survey')
  expect(await screen.findByText('3 questions added to the survey.')).toBeTruthy()
  expect(bodiesTo(calls, feedbackPool.addToSurvey)).toEqual([
    { survey_id: 90, question_pool_id: 202, order: 1 },
    { survey_id: 90, question_pool_id: 203, order: 2 },
    { survey_id: 90, question_pool_id: 201, order: 3 },
  ])
  expect(screen.queryByText(/ selected/)).toBeNull()
})

test('to a survey with questions they are added behind those it has by then', async () => {
  college(staffSurvey({ status: 'draft', standing: 'draft', question_count: 2 }))
  const calls = served([
    feedbackPool.addToSurvey,
    ({ body }) => (body.order === 8 ? refuse(500) : { data: question() }),
  ])
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  await select('Shift')
  await select('Teaching')
  // A colleague has added five.
  served([feedbackSurveys.read, { data: staffSurvey({ status: 'draft', standing: 'draft', question_count: 6 }) }])
  await press('Add to Survey')
  await screen.findByRole('alert')
  served([feedbackSurveys.read, { data: staffSurvey({ status: 'draft', standing: 'draft', question_count: 7 }) }])
  await press('Add to Survey')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add to Survey' })).toHaveProperty('disabled', false))
  expect(bodiesTo(calls, feedbackPool.addToSurvey).map((body) => (body as { order: number }).order)).toEqual([7, 8, 8])
})

test('what is selected survives a reload, for the person alone, until it is added, cleared or deleted', async () => {
  college()
  served([feedbackPool.remove, { message: 'Deleted.' }])
  const address = '/feedback-questions?survey_id=90'
  const first = renderPage(<QuestionPoolPage />, address)
  await select('Shift')
  await press('Next')
  await select('Canteen')
  first.unmount()
  const second = renderPage(<QuestionPoolPage />, address)
  expect(await screen.findByText('2 selected for Ward rotation')).toBeTruthy()
  expect(await screen.findByRole('checkbox', { name: 'Select Shift' })).toHaveProperty('checked', true)
  await press('Delete Shift')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('1 selected for Ward rotation')).toBeTruthy()
  second.unmount()
  startLogin(loginAnswer('other', { id: 8 }))
  const others = renderPage(<QuestionPoolPage />, address)
  await row('Shift')
  expect(screen.queryByText(/ selected/)).toBeNull()
  others.unmount()
  startLogin(loginAnswer('first'))
  renderPage(<QuestionPoolPage />, address)
  await screen.findByText('1 selected for Ward rotation')
  await press('Clear Selection')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('without a survey nothing is added, and it is said where to go', async () => {
  const calls = college()
  renderPage(<QuestionPoolPage />, '/feedback-questions')
  await select('Shift')
  await press('Add to Survey')
  expect(inBar().getByRole('alert').textContent).toBe('No survey selected. Please go back to the survey page.')
  expect(sentTo(calls, feedbackPool.addToSurvey)).toEqual([])
  await press('Clear Selection')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select Shift' })).toHaveProperty('checked', false)
})

test('what fails in between is told, and only the rest is added at the next try, in its place and with its key', async () => {
  college()
  let failing = true
  const calls = served([
    feedbackPool.addToSurvey,
    ({ body }) => (body.order === 2 && failing ? refuse(500) : { data: question() }),
  ])
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  await select('Shift')
  await select('Teaching')
  await press('Add to Survey')
  await screen.findByRole('alert')
  expect(inBar().getByRole('alert').textContent).toBe(
    'Failed to add questions to survey. Please try again. 1 question was added before.',
  )
  expect(screen.getByText('1 selected for Ward rotation')).toBeTruthy()
  failing = false
  await press('Add to Survey')
  await screen.findByText(/added to the survey\.$/)
  const sent = sentTo(calls, feedbackPool.addToSurvey)
  expect(sent.map(({ body }) => body)).toEqual([
    { survey_id: 90, question_pool_id: 202, order: 1 },
    { survey_id: 90, question_pool_id: 200, order: 2 },
    { survey_id: 90, question_pool_id: 200, order: 2 },
  ])
  const keys = sent.map(({ headers }) => headers['idempotency-key'] ?? headers['Idempotency-Key'])
  expect(keys[1]).toBe(keys[2])
  expect(keys[0]).not.toBe(keys[1])
})

test.each([
  [{ has_responses: true }, /^This survey has responses\. Text, type and options/],
  [{ status: 'closed', standing: 'closed' }, /^This survey is closed\. Activate it to change it\./],
] as const)('to a survey of %j nothing is added, and the bar says why', async (changes, reason) => {
  college(staffSurvey(changes))
  renderPage(<QuestionPoolPage />, '/feedback-questions?survey_id=90')
  await select('Shift')
  expect(inBar().getByText(reason)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add to Survey' })).toHaveProperty('disabled', true)
})

test('deleting asks first', async () => {
  college()
  const calls = served([feedbackPool.remove, { message: 'Deleted.' }])
  renderPage(<QuestionPoolPage />, '/feedback-questions')
  await userEvent.click((await row('Shift')).getByRole('button', { name: 'Delete Shift' }))
  await screen.findByText('Are you sure you want to delete this question?')
  await press('Delete')
  expect(await screen.findByText('Question deleted successfully!')).toBeTruthy()
  expect(pathsTo(calls, feedbackPool.remove)).toEqual(['/api/feedback-question-pools/202'])
})

test('the options of a question are shown one a line, each in its own direction', async () => {
  college()
  served([feedbackPool.read, { data: { ...choice, options: ['Day', 'رات', 'Both, in turn'] } }])
  renderPage(<QuestionPoolPage />, '/feedback-questions?modal=view&id=202')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Question' }))
  const items = await dialog.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['Day', 'رات', 'Both, in turn'])
  expect(items.every((item) => item.querySelector('bdi'))).toBe(true)
})

test('Back leads to the list of surveys as it was left', async () => {
  college()
  served(
    [feedbackSurveys.list, pageOf([draft], 51)],
    [batches.list, pageOf([])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
  const { router } = renderPage(
    <Routes>
      <Route path="/feedback" element={<SurveysPage />} />
      <Route path="/feedback-questions" element={<QuestionPoolPage />} />
    </Routes>,
    '/feedback?q=ward&status=draft&page=2',
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Questions' }))
  await row('Shift')
  await userEvent.type(screen.getByLabelText('Search questions'), 'x')
  await waitFor(() => expect(router.state.location.search).toBe('?survey_id=90&q=x'))
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/feedback?q=ward&status=draft&page=2')
})

test("somebody else's question is shown where its form was asked for", async () => {
  college()
  served([feedbackPool.read, { data: rating }])
  renderPage(<QuestionPoolPage />, '/feedback-questions?modal=edit&id=201')
  const dialog = within(await screen.findByRole('dialog', { name: 'View Question' }))
  expect(await dialog.findByText('Ward rating')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('an empty pool, a search without a match, and a pool that cannot be had', async () => {
  college()
  served([feedbackPool.list, pageOf([])])
  const first = renderPage(<QuestionPoolPage />, '/feedback-questions')
  expect(await screen.findByText('No questions found')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(1)
  first.unmount()
  const { router } = renderPage(<QuestionPoolPage />, '/feedback-questions?type=date&survey_id=90')
  expect(await screen.findByText('No questions found matching your search')).toBeTruthy()
  served([feedbackPool.list, refuse(500)])
  await press('Show all questions')
  expect(router.state.location.search).toBe('?survey_id=90')
  expect(await screen.findByText('Failed to fetch question pools')).toBeTruthy()
  served([feedbackPool.list, pageOf([choice])])
  await press('Retry')
  await row('Shift')
})
