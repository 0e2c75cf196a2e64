import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { students } from '../../../shared/contract/students.ts'
import { LINE_MAX } from '../../../shared/limits.ts'
import { storeUser } from '../../core/login.ts'
import { HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { loginAnswer, renderRoute, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { survey } from '../../testing/surveys.ts'
import { StudentFeedbackPage } from './StudentFeedbackPage.tsx'

const open = (address = '/student-feedback') => renderRoute('/student-feedback', <StudentFeedbackPage />, address)

/** Comes to the screen as a student does after answering. */
async function arrive(search: string) {
  const { router } = open('/student-feedback-questions/5')
  await act(() => router.navigate(`/student-feedback?${search}`, { replace: true }))
  return { router }
}

const shows = (...surveys: ReturnType<typeof survey>[]) =>
  served(
    [students.byUser, { data: student() }],
    [feedbackSurveys.list, pageOf(surveys)],
    [surveyFollowUp.listChanges, pageOf([])],
    [feedbackSurveys.read, ({ params }) => ({ data: surveys.find(({ id }) => id === params.id) ?? survey() })],
  )

beforeEach(() => signedIn(['student']))

const cards = async () => within(await screen.findByRole('list', { name: 'Feedback surveys' })).getAllByRole('listitem')

test('a card tells of a survey, its description cut at 100 letters, and leads to its questions', async () => {
  shows(survey({ description: 'ab'.repeat(60), is_anonymous: true, end_date: '2026-12-31' }))
  open()
  const [card] = await cards()
  const of = within(card as HTMLElement)
  expect(of.getByRole('heading', { level: 2, name: 'Ward teaching' })).toBeTruthy()
  expect(of.getByText(`${'ab'.repeat(50)}...`)).toBeTruthy()
  expect(of.getByText('Active')).toBeTruthy()
  expect(of.getByText('Pending')).toBeTruthy()
  expect(card?.textContent).toContain('2 questions\u00a0· until 31 Dec 2026')
  expect(card?.textContent).toContain('This survey is anonymous')
  expect(of.getByRole('link', { name: 'Take Survey: Ward teaching' }).getAttribute('href')).toBe(
    '/student-feedback-questions/5',
  )
  expect(document.title).toBe('My Feedback Surveys')
})

test('a description of 100 letters stands as it is', async () => {
  shows(survey({ description: 'x'.repeat(100) }))
  open()
  await cards()
  expect(screen.getByText('x'.repeat(100))).toBeTruthy()
})

test.each([
  [{ standing: 'expired' }, 'This survey has expired'],
  [{ standing: 'closed', status: 'closed' }, 'This survey is closed.'],
  [{ standing: 'planned' }, 'This survey has not begun yet.'],
  [{ has_responded: true }, 'You have already answered this survey.'],
] as const)('Take Survey is disabled for %j, and says why', async (changes, why) => {
  shows(survey(changes))
  open()
  await cards()
  const take = screen.getByRole('button', { name: 'Take Survey: Ward teaching' })
  expect(take).toHaveProperty('disabled', true)
  expect(document.getElementById(take.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why)
  expect(screen.queryByRole('link', { name: /^Take Survey/ })).toBeNull()
})

test('a survey that takes several responses is taken again', async () => {
  shows(survey({ has_responded: true, allow_multiple_responses: true }))
  open()
  const [card] = await cards()
  expect(screen.getByRole('link', { name: 'Take Survey: Ward teaching' })).toBeTruthy()
  expect(within(card as HTMLElement).getByText('Completed')).toBeTruthy()
})

test.each([
  ['Active', 'status=active', 'No active surveys'],
  ['Completed', 'response=completed', 'No completed surveys'],
  ['Pending', 'response=pending', 'No pending surveys'],
])('the filter %s asks for %s', async (word, asked, none) => {
  const calls = shows()
  open()
  expect(await screen.findByText('No feedback surveys')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Filters/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), word)
  expect(await screen.findByText(none)).toBeTruthy()
  expect(pathsTo(calls, feedbackSurveys.list).at(-1)).toContain(`?${asked}&`)
  await userEvent.click(screen.getByRole('button', { name: 'Show all surveys' }))
  expect(await screen.findByText('No feedback surveys')).toBeTruthy()
})

test('the details tell all of a survey, and who will see what', async () => {
  const whole = 'ab '.repeat(60).trim()
  shows(survey({ description: whole, is_anonymous: true }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'View details of Ward teaching' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Survey Details' }))
  expect(dialog.getByText(whole)).toBeTruthy()
  expect(dialog.getByText('Group A')).toBeTruthy()
  expect(
    dialog.getByText(
      'This survey is anonymous. No name is stored with your answers. Staff see results only when the survey has ended, all at once, and only from 5 responses on.',
    ),
  ).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Take Survey: Ward teaching' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the message of the address is text, whatever it carries, and can be dismissed', async () => {
  shows(survey())
  const message = '<img src=x onerror=alert(1)> Saved'
  const { router } = await arrive(`message=${encodeURIComponent(message)}&type=success`)
  const banner = await screen.findByText(message)
  expect(banner.closest('[role="status"]')).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(message)).toBeNull()
  expect(router.state.location.search).toBe('')
})

test('the message ends when the person goes on, and is not told again to who comes back', async () => {
  shows(survey())
  const { router } = await arrive('message=Saved&type=success')
  expect(await screen.findByText('Saved')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Pending')
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  expect(router.state.location.search).toBe('?status=pending')
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate('/student-feedback?message=Again&type=success'))
  expect(await screen.findByText('Again')).toBeTruthy()
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await cards()
  expect(screen.queryByText('Again')).toBeNull()
})

test('the message of an address that is loaded again is not told again', async () => {
  shows(survey())
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as PerformanceNavigationTiming])
  const { router } = open('/student-feedback?message=Saved&type=success')
  await cards()
  expect(screen.queryByText('Saved')).toBeNull()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a type that is none, and a text without end, make a plain short banner', async () => {
  shows(survey())
  await arrive(`message=${'y'.repeat(5000)}&type=constructor`)
  expect(await screen.findByText('y'.repeat(LINE_MAX))).toBeTruthy()
})

test('without a message there is no banner', async () => {
  shows(survey())
  open('/student-feedback?type=success')
  await cards()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
})

test('a list that fails says so, with Retry', async () => {
  shows(survey())
  served([feedbackSurveys.list, refuse(500)])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load surveys')
  served([feedbackSurveys.list, pageOf([survey()])])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await cards()).toHaveLength(1)
})

test('who has no student record is told so', async () => {
  served([students.byUser, refuse(404, 'Student record not found')])
  open()
  expect(await screen.findByText('Student record not found for this user')).toBeTruthy()
})

test('a login that has lost the id of its user says so, and asks the server for nothing', async () => {
  storeUser({ ...loginAnswer('first-token').user, id: undefined as unknown as number })
  const calls = served()
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('User ID not found')
  expect(calls).toEqual([])
})

test('staff are told so, and nothing is asked of the server', async () => {
  signedIn(['faculty'])
  const calls = served()
  open()
  expect(await screen.findByText('Student record not found for this user')).toBeTruthy()
  expect(calls).toEqual([])
})

test.each([
  [false, 'Once'],
  [true, 'Several times'],
])('the details tell how often one can answer; several responses: %s', async (allow_multiple_responses, often) => {
  shows(survey({ allow_multiple_responses }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'View details of Ward teaching' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Survey Details' }))
  expect(dialog.getByText('You can answer').nextElementSibling?.textContent).toBe(often)
})

test('the details of a survey that is gone offer no Retry', async () => {
  shows(survey())
  served([feedbackSurveys.read, refuse(404, 'Survey not found.')])
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'View details of Ward teaching' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Survey Details' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Survey not found.')
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('cards have their place while they are on their way', async () => {
  shows()
  served([feedbackSurveys.list, HELD])
  open()
  expect(await screen.findByRole('list', { name: 'Loading feedback surveys' })).toBeTruthy()
  ;(await held(feedbackSurveys.list)).answer(pageOf([survey()]))
  expect(await cards()).toHaveLength(1)
})
