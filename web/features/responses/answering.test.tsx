import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { storeUser } from '../../core/login.ts'
import { beginAnswering, field, open, serve, submit } from '../../testing/answering.tsx'
import { bodiesTo, HELD, held, refuse, sentTo, served } from '../../testing/network.ts'
import { loginAnswer, signedIn } from '../../testing/page.tsx'
import { question } from '../../testing/surveys.ts'

beginAnswering()

const OF_EVERY_TYPE = [
  question({ id: 1, question_text: 'Name it', question_type: 'text' }),
  question({ id: 2, question_text: 'Tell more', question_type: 'textarea' }),
  question({ id: 3, question_text: 'How many?', question_type: 'number' }),
  question({ id: 4, question_text: 'Your email', question_type: 'email' }),
  question({ id: 5, question_text: 'Which day?', question_type: 'date' }),
  question({ id: 6, question_text: 'A page', question_type: 'url' }),
  question({ id: 7, question_text: 'Which ward?', question_type: 'select', options: ['One', 'Two'] }),
  question({ id: 8, question_text: 'Which one?', question_type: 'single_choice', options: ['One', 'Two'] }),
  question({ id: 9, question_text: 'Which some?', question_type: 'multiple_choice', options: ['One', 'Two', 'Three'] }),
  question({ id: 10, question_text: 'Which radio?', question_type: 'radio', options: ['One', 'Two'] }),
  question({ id: 11, question_text: 'Which boxes?', question_type: 'checkbox', options: ['One', 'Two'] }),
  question({ id: 12, question_text: 'How good?', question_type: 'rating' }),
  question({ id: 13, question_text: 'Again?', question_type: 'boolean' }),
]

const group = (role: 'radiogroup' | 'group', name: RegExp) => within(screen.getByRole(role, { name }))

test('every type has its input, and is sent as the server takes it', async () => {
  const calls = serve({ questions: OF_EVERY_TYPE })
  const { router } = open()
  await userEvent.type(await field(/Name it/), 'The ward')
  await userEvent.type(await field(/Tell more/), 'Line 1{Enter}Line 2')
  await userEvent.type(await field(/How many/), '۱۲')
  await userEvent.type(await field(/Your email/), 'ali@college.test')
  await userEvent.type(screen.getByLabelText(/Which day/), '2026-11-20')
  await userEvent.type(await field(/A page/), 'https://college.test/')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Which ward/ }), 'Two')
  await userEvent.click(group('radiogroup', /Which one/).getByRole('radio', { name: 'Two' }))
  const some = group('group', /Which some/)
  await userEvent.click(some.getByRole('checkbox', { name: 'Three' }))
  await userEvent.click(some.getByRole('checkbox', { name: 'One' }))
  await userEvent.click(group('radiogroup', /Which radio/).getByRole('radio', { name: 'One' }))
  await userEvent.click(group('group', /Which boxes/).getByRole('checkbox', { name: 'Two' }))
  await userEvent.click(group('radiogroup', /How good/).getByRole('radio', { name: '4 of 5' }))
  await userEvent.click(group('radiogroup', /Again/).getByRole('radio', { name: 'No' }))
  expect(screen.getByText('13/13 answered')).toBeTruthy()
  const readBefore = sentTo(calls, feedbackSurveys.readWithQuestions).length
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  expect(router.state.location.search).toBe('?message=Survey+submitted+successfully%21&type=success')
  expect(screen.queryByText('Not submitted yet: kept on this device.')).toBeNull()
  const answers = [
    'The ward',
    'Line 1\nLine 2',
    12,
    'ali@college.test',
    '2026-11-20',
    'https://college.test/',
    'Two',
    'Two',
    ['One', 'Three'],
    'One',
    ['Two'],
    4,
    false,
  ]
  expect(sentTo(calls, feedbackSurveys.readWithQuestions)).toHaveLength(readBefore + 1)
  expect(bodiesTo(calls, feedbackResponses.submit)).toEqual([
    {
      feedback_survey_id: 5,
      is_anonymous: false,
      answers: answers.map((answer, at) => ({
        feedback_question_id: at + 1,
        answer,
        asked: OF_EVERY_TYPE[at]?.question_text,
      })),
    },
  ])
})

test('an empty input says what goes there: the help text, else what its type asks for', async () => {
  serve({
    questions: [
      question({ id: 1, help_text: 'In a few words' }),
      question({ id: 2, question_text: 'Second' }),
      question({ id: 3, question_text: 'Third', question_type: 'number' }),
      question({ id: 4, question_text: 'Fourth', question_type: 'email' }),
      question({ id: 5, question_text: 'Fifth', question_type: 'select', options: ['One'] }),
      question({ id: 6, question_text: 'Sixth', question_type: 'url' }),
    ],
  })
  open()
  const placeholderOf = async (name: RegExp) => (await field(name)).getAttribute('placeholder')
  expect(await placeholderOf(/How was the teaching/)).toBe('In a few words')
  expect(screen.getByText('In a few words')).toBeTruthy()
  expect(await placeholderOf(/Second/)).toBe('Enter your answer')
  expect(await placeholderOf(/Third/)).toBe('Enter a number')
  expect(await placeholderOf(/Fourth/)).toBe('Enter your email')
  expect(screen.getByRole('option', { name: 'Select an option' })).toBeTruthy()
  expect(await placeholderOf(/Sixth/)).toBe('Enter your answer')
})

test('what a question asks of an answer stands below its help text, before anything is typed', async () => {
  serve({
    questions: [
      question({ help_text: 'In a few words', validation_rules: { min_length: 5, pattern: 'a+' } }),
      question({ id: 2, question_text: 'Which day?', question_type: 'date', validation_rules: { min: '2026-11-01' } }),
    ],
  })
  open()
  const teaching = await field(/teaching/)
  expect(document.getElementById(teaching.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'In a few wordsAt least 5 charactersIn the form a+',
  )
  expect(screen.getByText('Not before 1 Nov 2026')).toBeTruthy()
})

test('a number with a comma is asked for again, as nobody can tell what it means', async () => {
  const calls = serve({ questions: [question({ question_text: 'How many?', question_type: 'number' })] })
  open()
  await userEvent.type(await field(/How many/), '1,500')
  await submit()
  expect(screen.getByText('“How many?” must be a number, for example 3.5', { selector: '[id]' })).toBeTruthy()
  await userEvent.clear(await field(/How many/))
  await userEvent.type(await field(/How many/), '.5')
  await submit()
  await waitFor(() => expect(bodiesTo(calls, feedbackResponses.submit)).toHaveLength(1))
  expect(bodiesTo(calls, feedbackResponses.submit)).toMatchObject([{ answers: [{ answer: 0.5 }] }])
})

test('Enter in a line, on a choice or in a number submits nothing', async () => {
  const calls = serve({ questions: OF_EVERY_TYPE })
  open()
  await userEvent.type(await field(/Name it/), 'The ward{Enter}')
  await userEvent.type(await field(/How many/), '3{Enter}')
  group('radiogroup', /How good/)
    .getByRole('radio', { name: '4 of 5' })
    .focus()
  await userEvent.keyboard('{Enter}')
  expect(sentTo(calls, feedbackResponses.submit)).toEqual([])
  expect(screen.getByRole('button', { name: 'Submit Survey' })).toHaveProperty('disabled', false)
})

test('required questions are named, marked and gone to; nothing is sent', async () => {
  const calls = serve({
    questions: [
      question({ id: 1, question_text: 'Not needed' }),
      question({ id: 2, question_text: 'Needed', is_required: true }),
      question({ id: 3, question_text: 'Boxes', question_type: 'checkbox', options: ['One'], is_required: true }),
    ],
  })
  open()
  await userEvent.type(await field(/Needed/), '   ')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Please answer all required questions: “Needed”, “Boxes”')
  expect(document.activeElement).toBe(await field(/Needed/))
  expect(await field(/Needed/)).toHaveProperty('required', true)
  expect(group('group', /Boxes/).getByRole('checkbox', { name: 'One' })).toHaveProperty('required', false)
  expect(screen.getByText('Choose at least 1')).toBeTruthy()
  expect(screen.getAllByText('Please answer this question')).toHaveLength(2)
  expect(sentTo(calls, feedbackResponses.submit)).toEqual([])
})

test('what is wrong is said under its question', async () => {
  const calls = serve({
    questions: [
      question({ id: 1, question_text: 'Your email', question_type: 'email' }),
      question({ id: 2, question_text: 'How many?', question_type: 'number', validation_rules: { max: 3 } }),
    ],
  })
  open()
  await userEvent.type(await field(/Your email/), 'ali')
  await userEvent.type(await field(/How many/), '7')
  await submit()
  expect((await field(/Your email/)).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('“Your email” must be a valid email address')).toBeTruthy()
  expect(screen.getByText('“How many?” must be at most 3')).toBeTruthy()
  expect(document.activeElement).toBe(await field(/Your email/))
  expect(sentTo(calls, feedbackResponses.submit)).toEqual([])
})

test('nothing at all is not sent', async () => {
  const calls = serve()
  open()
  await field(/teaching/)
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Please answer at least one question.')
  expect(sentTo(calls, feedbackResponses.submit)).toEqual([])
})

test('an answer that is not required is taken back', async () => {
  serve({ questions: [question({ question_text: 'How good?', question_type: 'rating' })] })
  open()
  await userEvent.click(await screen.findByRole('radio', { name: '2 of 5' }))
  expect(screen.getByText('1/1 answered')).toBeTruthy()
  expect(screen.getByText('100%')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear answer' }))
  expect(screen.getByText('0/1 answered')).toBeTruthy()
})

test('the button is pressed twice and sends once', async () => {
  const calls = serve()
  served([feedbackResponses.submit, HELD])
  const { router } = open()
  await userEvent.type(await field(/teaching/), 'Good')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Survey' })
  button.click()
  // Submits as Enter does in a browser, without a press of the button.
  button.closest('form')?.requestSubmit()
  expect(await screen.findByRole('button', { name: 'Submitting...' })).toHaveProperty('disabled', true)
  const call = await held(feedbackResponses.submit)
  // Disabled at once, however slow the network is.
  expect(screen.getByRole('button', { name: 'Submitting...' })).toHaveProperty('disabled', true)
  expect(screen.queryByText('Waiting')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  expect((await field(/teaching/)).value).toBe('Good')
  expect(call.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/)
  call.answer(refuse(503, 'Busy'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  expect(sentTo(calls, feedbackResponses.submit)).toHaveLength(1)
})

test('the information tells of the survey, whom it asks and who will see what', async () => {
  serve({ is_anonymous: true, group_name: null, end_date: '2026-12-31' })
  open()
  const information = within(await screen.findByRole('region', { name: 'Survey Information' }))
  expect(information.getByText('MBBS 2024')).toBeTruthy()
  expect(information.getByText('Active')).toBeTruthy()
  expect(information.getByText('1 Jan 2026')).toBeTruthy()
  expect(information.getByText('31 Dec 2026')).toBeTruthy()
  expect(information.getByText('This survey is anonymous')).toBeTruthy()
  expect(
    information.getByText(
      'No name is stored with your answers. Staff see results only when the survey has ended, all at once, and only from 5 responses on. What you type stays on this device until it is sent or discarded.',
    ),
  ).toBeTruthy()
  expect(document.title).toBe('Feedback Survey')
})

test('of a survey that is not anonymous it says that staff see the name', async () => {
  serve()
  open()
  expect(await screen.findByText('This survey is not anonymous: staff see your name with your answers.')).toBeTruthy()
  expect(screen.queryByText('This survey is anonymous')).toBeNull()
})

test('loading, not found and back', async () => {
  served([feedbackSurveys.readWithQuestions, HELD])
  const { router } = open()
  expect(await screen.findByText('Loading survey questions...')).toBeTruthy()
  ;(await held(feedbackSurveys.readWithQuestions)).answer(refuse(404, 'Survey not found'))
  expect(await screen.findByText('Survey Not Found')).toBeTruthy()
  expect(screen.getByText("The survey you're looking for doesn't exist or you don't have access to it.")).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(router.state.location.pathname).toBe('/before')
})

test('an error is told, with Retry', async () => {
  served([feedbackSurveys.readWithQuestions, refuse(500, 'The server has failed')])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('The server has failed')
  serve()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await field(/teaching/)).toBeTruthy()
})

test('staff are told that they have no student record, and nothing is asked of the server', async () => {
  signedIn(['faculty'])
  const calls = served()
  open()
  expect(await screen.findByText('Student record not found for this user')).toBeTruthy()
  expect([calls, screen.getAllByRole('button', { name: 'Back to Surveys' }).length]).toEqual([[], 1])
})

test('a login that has lost the id of its user says so', async () => {
  storeUser({ ...loginAnswer('first-token').user, id: undefined as unknown as number })
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('User ID not found')
})

test('an address without an id says so', async () => {
  open('/student-feedback-questions/none')
  expect((await screen.findByRole('alert')).textContent).toBe('Survey ID is required')
})

test.each([
  [{ standing: 'expired' }, 'This survey has expired'],
  [{ standing: 'closed', status: 'closed' }, 'This survey is closed.'],
  [{ has_responded: true }, 'You have already answered this survey.'],
] as const)('a survey that is %j has no form', async (changes, why) => {
  serve(changes)
  open()
  expect((await screen.findByRole('alert')).textContent).toBe(why)
  expect(screen.queryByRole('button', { name: 'Submit Survey' })).toBeNull()
})
