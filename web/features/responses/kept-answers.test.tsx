import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { students } from '../../../shared/contract/students.ts'
import { clearLogin, startLogin, storeRoles } from '../../core/login.ts'
import { continueWith } from '../../core/sign-in-again.ts'
import { forgetOthers } from '../../offline/forgetting.ts'
import { outbox, sendNow } from '../../offline/outbox.ts'
import { beginAnswering, field, open, response, serve, submit } from '../../testing/answering.tsx'
import { pageOf, refuse, sentTo, served, setReached, UNREACHED } from '../../testing/network.ts'
import { loginAnswer, renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { question, survey } from '../../testing/surveys.ts'
import { StudentFeedbackPage } from './StudentFeedbackPage.tsx'

beginAnswering()

const keys = (calls: ReturnType<typeof served>) =>
  sentTo(calls, feedbackResponses.submit).map(({ headers }) => headers['idempotency-key'])

/** Returns everything on the device, in words. */
const onDevice = () => JSON.stringify([{ ...localStorage }, outbox.get()])

/** Queues answers that were submitted without network. */
async function queued() {
  const calls = serve()
  const shown = open()
  await userEvent.type(await field(/teaching/), 'Good')
  setReached(false)
  await submit()
  await waitFor(() => expect(shown.router.state.location.pathname).toBe('/student-feedback'))
  shown.unmount()
  return { calls, search: shown.router.state.location.search }
}

const openList = () => {
  const calls = served(
    [students.byUser, { data: student() }],
    [feedbackSurveys.list, pageOf([survey()])],
    [surveyFollowUp.listChanges, pageOf([])],
  )
  renderPage(<StudentFeedbackPage />, '/student-feedback')
  return calls
}

test('what is typed is there after a reload and after a lost login, for the same person only', async () => {
  serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good, but long')
  first.unmount()
  const second = open()
  expect((await field(/teaching/)).value).toBe('Good, but long')
  second.unmount()

  clearLogin()
  startLogin(loginAnswer('other', { id: 8, email: 'other@college.test' }))
  storeRoles(['student'])
  await forgetOthers()
  const theirs = open()
  expect((await field(/teaching/)).value).toBe('')
  theirs.unmount()

  clearLogin()
  signedIn(['student'], 'again')
  await forgetOthers()
  open()
  expect((await field(/teaching/)).value).toBe('Good, but long')
})

test('what was typed before is said to be restored, and Start over forgets it on this device too', async () => {
  serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  expect(screen.queryByText('Restored what you typed.')).toBeNull()
  first.unmount()
  const second = open()
  expect(await screen.findByText('Restored what you typed.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect((await field(/teaching/)).value).toBe('')
  expect(document.activeElement).toBe(await field(/teaching/))
  expect(onDevice()).not.toContain('Good')
  await userEvent.type(await field(/teaching/), 'Other')
  expect(screen.queryByText('Restored what you typed.')).toBeNull()
  await userEvent.clear(await field(/teaching/))
  second.unmount()
})

test('answers that were refused say so after a reload, and not that they were restored', async () => {
  serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  served([feedbackResponses.submit, refuse(422, 'The given data was invalid.', { answers: ['Not so.'] })])
  await submit()
  await screen.findByText(/Not so/)
  await userEvent.type(await field(/teaching/), ' enough')
  first.unmount()
  open()
  expect((await field(/teaching/)).value).toBe('Good enough')
  expect(screen.getByText(/Not so/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
})

test('Start over takes away what was missing, too', async () => {
  serve({ questions: [question(), question({ id: 12, question_text: 'What was missing?', is_required: true })] })
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  first.unmount()
  open()
  await submit()
  expect(screen.getAllByText(/Please answer/).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(screen.queryByText(/Please answer/)).toBeNull()
})

test('leaving the form says that the answers stay on the device, and the list leads back to them', async () => {
  serve()
  const shown = open()
  await userEvent.type(await field(/teaching/), 'Good')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Not submitted yet: kept on this device.')).toBeTruthy()
  shown.unmount()
  openList()
  const kept = within(await screen.findByRole('region', { name: 'On this device' }))
  expect(kept.getByText('Not submitted yet')).toBeTruthy()
  expect(kept.getByText('Your answers are kept on this device and have not been submitted.')).toBeTruthy()
  expect(kept.getByRole('link', { name: 'Open Ward teaching' }).getAttribute('href')).toBe(
    '/student-feedback-questions/5',
  )
  await userEvent.click(kept.getByRole('button', { name: 'Discard the answers to Ward teaching' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull())
  expect(onDevice()).not.toContain('Good')
})

test('without network the answers wait, and are sent once it is back, with the same key', async () => {
  const { calls, search } = await queued()
  expect(new URLSearchParams(search).get('type')).toBe('warning')
  expect(new URLSearchParams(search).get('message')).toContain('not sent yet')
  setReached(true)
  await act(sendNow)
  await waitFor(() => expect(outbox.get()).toEqual([]))
  const sent = keys(calls)
  expect(sent.length).toBeGreaterThan(1)
  expect(new Set(sent).size).toBe(1)
  expect(sent[0]).toMatch(/^[\da-f]{32}$/)
})

test('once the server has them, nothing of the answers is left on the device', async () => {
  serve()
  const { router } = open()
  await userEvent.type(await field(/teaching/), 'A secret word')
  expect(onDevice()).toContain('A secret word')
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  await waitFor(() => expect(outbox.get()).toEqual([]))
  expect(onDevice()).not.toContain('A secret word')
})

test('the list is read again once when they have arrived behind it', async () => {
  await queued()
  setReached(true)
  const calls = openList()
  await screen.findByRole('region', { name: 'On this device' })
  await waitFor(() => expect(sentTo(calls, feedbackSurveys.list)).toHaveLength(1))
  await act(sendNow)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'On this device' })).toBeNull())
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(sentTo(calls, feedbackSurveys.list)).toHaveLength(2)
})

test('while they wait they can be seen and sent, not changed', async () => {
  await queued()
  const { router } = open()
  expect(await field(/teaching/)).toMatchObject({ value: 'Good', disabled: true })
  expect(screen.queryByRole('button', { name: 'Submit Survey' })).toBeNull()
  setReached(true)
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(router.state.location.search).toContain('message=Survey+submitted+successfully'))
  await waitFor(() => expect(outbox.get()).toEqual([]))
})

test('"already answered" after a try that was not answered is told as done', async () => {
  serve()
  served([feedbackSurveys.read, { data: survey({ has_responded: true }) }], [feedbackResponses.submit, UNREACHED])
  const { router } = open()
  await userEvent.type(await field(/teaching/), 'Good')
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  served([feedbackResponses.submit, refuse(409, 'You have already answered this survey.')])
  await act(sendNow)
  expect(await screen.findByText('Sent: Ward teaching')).toBeTruthy()
  expect(outbox.get()).toEqual([])
})

test('"already answered" at the first try is a refusal: the answers can be read and discarded', async () => {
  serve()
  open()
  await userEvent.type(await field(/teaching/), 'Good')
  served(
    [feedbackResponses.submit, refuse(409, 'You have already answered this survey.')],
    [feedbackSurveys.read, { data: survey({ has_responded: true }) }],
    [feedbackSurveys.readWithQuestions, { data: { ...survey({ has_responded: true }), questions: [question()] } }],
  )
  await submit()
  const own = within(await screen.findByRole('region', { name: 'Your answers' }))
  expect(screen.getByRole('alert').textContent).toBe('You have already answered this survey.')
  expect(own.getByText('Good')).toBeTruthy()
  expect(outbox.get()).toHaveLength(1)
  await userEvent.click(own.getByRole('button', { name: 'Discard' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your answers' })).toBeNull())
  expect(outbox.get()).toEqual([])
})

test('what waited for a survey that the student no longer sees is not sent again, and can be read and discarded', async () => {
  const { calls } = await queued()
  const gone = { feedback_survey_id: ['Survey does not exist'] }
  served([feedbackResponses.submit, refuse(422, 'The given data was invalid.', gone)])
  setReached(true)
  await act(sendNow)
  const tries = keys(calls).length
  await act(sendNow)
  expect(keys(calls)).toHaveLength(tries)
  openList()
  const kept = within(await screen.findByRole('region', { name: 'On this device' }))
  expect(
    kept.getByText('Your answers were not taken. They are kept on this device. Survey does not exist'),
  ).toBeTruthy()
  expect(onDevice()).toContain('Good')
})

test('a survey that takes several responses is not taken for answered by an earlier one', async () => {
  serve({ allow_multiple_responses: true })
  served(
    [feedbackSurveys.read, { data: survey({ allow_multiple_responses: true, has_responded: true }) }],
    [feedbackResponses.submit, UNREACHED],
  )
  open()
  await userEvent.type(await field(/teaching/), 'Good')
  await submit()
  served([feedbackResponses.submit, refuse(409, 'This survey is closed.')])
  await act(sendNow)
  await waitFor(() => expect(outbox.get()[0]?.state).toBe('conflict'))
  expect(onDevice()).toContain('Good')
})

test('the next response of one who may send several has a key of its own', async () => {
  const calls = serve({ allow_multiple_responses: true })
  for (const text of ['First', 'Second']) {
    const { router, unmount } = open()
    await userEvent.type(await field(/teaching/), text)
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
    await waitFor(() => expect(outbox.get()).toEqual([]))
    unmount()
  }
  expect(new Set(keys(calls)).size).toBe(2)
})

test('without network a survey that was opened before opens with what was typed', async () => {
  serve()
  const first = open()
  await userEvent.type(await field(/teaching/), 'Good')
  first.unmount()
  setReached(false)
  open()
  expect((await field(/teaching/)).value).toBe('Good')
  expect(screen.getByText(/^The server cannot be reached. These are the questions of/)).toBeTruthy()
})

test('a login that ends while it is sent is taken up again over the form', async () => {
  const calls = serve()
  const { router } = open()
  await userEvent.type(await field(/teaching/), 'Good')
  served([feedbackResponses.submit, refuse(401, 'Unauthenticated.')])
  await submit()
  expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeTruthy()
  served([feedbackResponses.submit, { data: response() }])
  act(() => continueWith(loginAnswer('second-token')))
  await waitFor(() => expect(router.state.location.search).toContain('type=success'))
  expect(new Set(keys(calls)).size).toBe(1)
})
