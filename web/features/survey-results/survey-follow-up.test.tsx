import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { type FeedbackSurvey, feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { bodiesTo, HELD, held, pathsTo, refuse, served } from '../../testing/network.ts'
import { pageMeta, renderRoute, signedIn } from '../../testing/page.tsx'
import { staffSurvey, surveyResults } from '../../testing/surveys.ts'
import { SurveyResultsPage } from './SurveyResultsPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./ChangesForm.tsx')
await import('./QuestionResultsList.tsx')
await import('./ReminderPanel.tsx')
await import('./ResultsFilterPanel.tsx')

/** A survey of a group, so that there is no filter. */
const ofGroup = { department_id: 3, batch_id: 5, group_id: 7, group_name: 'Group A' }
const serve = (survey: Partial<FeedbackSurvey> = {}) =>
  served(
    [feedbackSurveys.read, { data: staffSurvey({ ...ofGroup, ...survey }) }],
    [feedbackResults.ofSurvey, { data: surveyResults() }],
  )
const show = () => renderRoute('/feedback-results/:surveyId', <SurveyResultsPage />, '/feedback-results/90')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

let dropMail = () => {}
beforeEach(() => {
  signedIn(['hod'])
  dropMail = pageMeta('mail-configured', 'yes')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T20:30:00Z') })
})
afterEach(() => {
  dropMail()
  sessionStorage.clear()
})

test.each([
  [{ is_anonymous: false }, 'The students who are asked and have not answered get a mail.', 1, '1 mail is on the way.'],
  [
    { is_anonymous: true },
    'Every student who is asked gets a mail, also who has answered: so nobody learns who that is.',
    1200,
    '1,200 mails are on the way.',
  ],
  [
    { is_anonymous: false },
    'The students who are asked and have not answered get a mail.',
    0,
    'Everybody who is asked has answered: no mail was sent.',
  ],
])('a reminder of %j asks first: %s', async (survey, asked, mails, done) => {
  const calls = serve(survey)
  const reminded_at = '2026-03-02T20:30:00.000Z'
  served([surveyFollowUp.remind, { data: { id: 90, reminded_at, mails } }])
  show()
  await press('Send Reminder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send reminder' }))
  expect(dialog.getByText(asked)).toBeTruthy()
  expect(pathsTo(calls, surveyFollowUp.remind)).toEqual([])
  served([feedbackSurveys.read, { data: staffSurvey({ ...ofGroup, ...survey, reminded_at }) }])
  await userEvent.click(dialog.getByRole('button', { name: 'Send Reminder' }))
  expect(await screen.findByText(done)).toBeTruthy()
  expect(pathsTo(calls, surveyFollowUp.remind)).toEqual(['/api/feedback-surveys/90/remind'])
  const button = screen.getByRole('button', { name: 'Send Reminder' })
  expect(button).toHaveProperty('disabled', true)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Students were reminded of this survey less than 24 hours ago. Last reminder: 3 Mar 2026, 01:30.',
  )
})

test.each([
  ['where mail is not set up', {}, false, /^Mail is not set up on this server/],
  ['of a closed survey', { status: 'closed', standing: 'closed' }, true, /^This survey is closed\.$/],
  ['of a survey that has not begun', { standing: 'planned' }, true, /^This survey has not begun yet\.$/],
] as const)('nobody is reminded %s', async (_, survey, mail, why) => {
  if (!mail) dropMail()
  serve(survey)
  show()
  const button = await screen.findByRole('button', { name: 'Send Reminder' })
  expect(button).toHaveProperty('disabled', true)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(why)
})

test('the day after it can be sent again, and it is told when it was', async () => {
  serve({ reminded_at: '2026-03-01T20:29:00.000Z' })
  show()
  expect(await screen.findByRole('button', { name: 'Send Reminder' })).toHaveProperty('disabled', false)
  expect(screen.getByText('Last reminder: 2 Mar 2026, 01:29.')).toBeTruthy()
})

test('a reminder that is refused says why, and is pressed once', async () => {
  const calls = serve()
  served([surveyFollowUp.remind, HELD])
  show()
  await press('Send Reminder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send reminder' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send Reminder' }))
  const sent = await held(surveyFollowUp.remind)
  expect(await screen.findByRole('button', { name: 'Sending...' })).toHaveProperty('disabled', true)
  sent.answer(refuse(409, 'This survey is closed.'))
  expect((await screen.findByRole('alert')).textContent).toBe('This survey is closed.')
  expect(pathsTo(calls, surveyFollowUp.remind)).toHaveLength(1)
})

const closed = { status: 'closed', standing: 'closed' } as const
const changesForm = async () => within(await screen.findByRole('region', { name: 'What we changed' }))

test('what was changed is told once the survey has ended', async () => {
  serve()
  show()
  expect(await screen.findByText('Close this survey first: what was changed is told when it has ended.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText(/^Published on/)).toBeNull()
})

test('of a survey that is open again the text is shown, and that students do not read it now', async () => {
  serve({ changes_text: 'More rounds', changes_at: '2026-03-01T04:00:00.000Z' })
  show()
  expect(await screen.findByText('More rounds')).toBeTruthy()
  expect(
    screen.getByText('Published on 1 Mar 2026, 09:00. Students are not shown it now, as the survey has not ended:'),
  ).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('what was changed is published, and said since when', async () => {
  const calls = serve(closed)
  const told = {
    changes_text: 'More rounds',
    changes_at: '2026-03-02T20:30:00.000Z',
    updated_at: '2026-03-02T20:30:00.000Z',
  }
  const after = staffSurvey({ ...ofGroup, ...closed, ...told })
  served([surveyFollowUp.publishChanges, { data: after }])
  show()
  const form = await changesForm()
  expect(form.getByText('Nothing is published yet.')).toBeTruthy()
  await userEvent.type(form.getByLabelText('What came of the answers'), ' More rounds ')
  served([feedbackSurveys.read, { data: after }])
  await userEvent.click(form.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Published! Students read it below their surveys.')).toBeTruthy()
  expect(pathsTo(calls, surveyFollowUp.publishChanges)).toEqual(['/api/feedback-surveys/90/changes'])
  expect(bodiesTo(calls, surveyFollowUp.publishChanges)).toEqual([
    { changes_text: ' More rounds ', updated_at: staffSurvey().updated_at },
  ])
  const stored = await changesForm()
  expect(stored.getByText('Published on 3 Mar 2026, 01:30.')).toBeTruthy()
  expect(stored.getByLabelText('What came of the answers')).toHaveProperty('value', 'More rounds')
  expect(stored.getByRole('button', { name: 'Publish Again' })).toBeTruthy()
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

test('an empty text takes it back, and asks before', async () => {
  const calls = serve({ ...closed, changes_text: 'More rounds', changes_at: '2026-03-01T04:00:00.000Z' })
  served([surveyFollowUp.publishChanges, { data: staffSurvey({ ...ofGroup, ...closed }) }])
  show()
  const form = await changesForm()
  await userEvent.clear(form.getByLabelText('What came of the answers'))
  expect(form.queryByRole('button', { name: 'Publish Again' })).toBeNull()
  const answer = async (name: string) => {
    await userEvent.click(form.getByRole('button', { name: 'Take Back' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take back' }))
    await userEvent.click(dialog.getByRole('button', { name }))
  }
  await answer('Cancel')
  expect(bodiesTo(calls, surveyFollowUp.publishChanges)).toEqual([])
  await answer('Take Back')
  expect(await screen.findByText('Taken back. Students no longer see it.')).toBeTruthy()
  expect(bodiesTo(calls, surveyFollowUp.publishChanges)).toMatchObject([{ changes_text: '' }])
})

test('typed text survives a reload, and asks before the screen is left', async () => {
  serve(closed)
  const { unmount } = show()
  await userEvent.type((await changesForm()).getByLabelText('What came of the answers'), 'More')
  unmount()
  const { router } = show()
  const form = await changesForm()
  expect(form.getByText('Restored what you typed.')).toBeTruthy()
  expect(form.getByLabelText('What came of the answers')).toHaveProperty('value', 'More')
  await userEvent.click(screen.getByRole('link', { name: 'Back to Surveys' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe('/feedback-results/90')
})

test('a survey that was changed meanwhile is read again', async () => {
  serve(closed)
  served([surveyFollowUp.publishChanges, refuse(409, CHANGED_MEANWHILE)])
  show()
  const form = await changesForm()
  await userEvent.type(form.getByLabelText('What came of the answers'), 'Mine')
  served([
    feedbackSurveys.read,
    { data: staffSurvey({ ...ofGroup, ...closed, changes_text: 'Theirs', changes_at: '2026-03-01T04:00:00.000Z' }) },
  ])
  await userEvent.click(form.getByRole('button', { name: 'Publish' }))
  await userEvent.click(await form.findByRole('button', { name: 'Reload' }))
  await waitFor(async () =>
    expect((await changesForm()).getByLabelText('What came of the answers')).toHaveProperty('value', 'Theirs'),
  )
})
