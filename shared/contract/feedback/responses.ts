import * as z from 'zod/mini'
import { create, get, list, one, PageMeta, pageQuery, put, remove } from '../../endpoint.ts'
import { idField, idFilters, idParam, readAt } from '../../fields.ts'
import { SURVEY_QUESTIONS_MAX } from '../../limits.ts'
import { StudentRef } from '../groups.ts'
import { SurveyQuestion } from './questions.ts'
import { FeedbackSurvey } from './surveys.ts'

/** The stored value of an answer, by the type of its question. */
const AnswerValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const FeedbackResponse = z.object({
  /** A number, or a random UUID in an anonymous survey, which the student who sends it does not get either. */
  id: z.nullable(z.union([z.int(), z.string()])),
  feedback_survey_id: z.int(),
  survey_title: z.string(),
  is_anonymous: z.boolean(),
  /** Null in an anonymous survey, as are all times. */
  student_id: z.nullable(z.int()),
  student: z.nullable(StudentRef),
  /** By the questions' ids, without unanswered ones. Empty for a student who has just answered anonymously. */
  answers: z.array(z.object({ feedback_question_id: z.int(), answer: AnswerValue })),
  submitted_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
})
export type FeedbackResponse = z.infer<typeof FeedbackResponse>

/** With all questions of its survey, in their order; an unanswered one has null. */
const ResponseWithAnswers = z.object({
  ...FeedbackResponse.shape,
  questions: z.array(z.object({ ...SurveyQuestion.shape, answer: z.nullable(AnswerValue) })),
})

/** A response as it is read by people: each question with its answer as text. */
const ResponseReport = z.object({
  ...FeedbackResponse.shape,
  question_count: z.int(),
  answered_count: z.int(),
  lines: z.array(
    z.object({ order: z.int(), title: z.string(), question_text: z.string(), answer: z.nullable(z.string()) }),
  ),
})

const answerField = z
  .object(
    {
      feedback_question_id: idField('Question'),
      // The answer's question decides which values it takes.
      answer: z.optional(z.unknown()),
      // The question's text as the student has read it: an answer to a changed question is refused.
      asked: z.optional(z.string('The text of a question must be text')),
    },
    'An answer must be an object',
  )
  .check(
    z.refine((sent) => 'answer' in sent, {
      path: ['answer'],
      error: 'Answer is required; null is none',
      // Runs also when something else is wrong, so that all problems are told at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

const answersField = z
  .array(answerField, 'Answers must be a list')
  .check(z.maxLength(SURVEY_QUESTIONS_MAX, `There can be at most ${SURVEY_QUESTIONS_MAX} answers`))

/** Problems of an answer are under `answers.<question id>`, missing answers under `answers`. */
const FeedbackResponseInput = z.object({
  feedback_survey_id: idField('Survey'),
  /** A calling student's own id takes its place. */
  student_id: z.optional(idField('Student')),
  /** The anonymity that the student was shown; the response is refused when it no longer holds. */
  is_anonymous: z.optional(z.boolean('Anonymous must be yes or no')),
  answers: answersField,
  /** Gives all requests the same length, so that it tells nothing. The server ignores it. */
  padding: z.optional(z.unknown()),
})

/** The student's new answers; they replace the earlier ones. */
const FeedbackResponseChange = z.object({ answers: z.optional(answersField), ...readAt })

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The id of an anonymous response is a UUID. */
const params = { id: z.union([z.string().check(z.regex(UUID)), idParam]) }

const listQuery = {
  ...idFilters('feedback_survey_id', 'student_id'),
}
const reading = { action: 'feedback-responses:read', failure: 'Failed to fetch responses' } as const

const sending = {
  action: 'feedback-responses:submit',
  body: FeedbackResponseInput,
  ownStudent: 'student_id',
  forgetsKey: true,
  reply: one(FeedbackResponse),
  failure: 'Failed to submit response',
} as const

export const feedbackResponses = {
  list: list('/feedback-responses', {
    ...reading,
    summary: 'Responses, newest first, without those of anonymous surveys; for a student the own',
    query: listQuery,
    row: FeedbackResponse,
  }),
  listBySurvey: list('/feedback-responses/survey/:survey_id', {
    ...reading,
    summary:
      'The responses of a survey; of an anonymous one those that its results show once it has ended, by their random ids',
    row: FeedbackResponse,
  }),
  readSurvey: get('/feedback-surveys/:id/with-responses', {
    ...reading,
    summary: 'A survey with a page of its responses, those that GET /feedback-responses/survey/:survey_id lists',
    query: z.object(pageQuery),
    reply: z.object({
      data: z.object({ ...FeedbackSurvey.shape, responses: z.array(FeedbackResponse) }),
      meta: PageMeta,
    }),
  }),
  listByStudent: list('/feedback-responses/student/:student_id', {
    ...reading,
    summary: 'The responses of a student, without those of anonymous surveys',
    row: FeedbackResponse,
  }),
  read: get('/feedback-responses/:id', {
    ...reading,
    summary: 'One response',
    params,
    reply: one(FeedbackResponse),
  }),
  readWithAnswers: get('/feedback-responses/:id/with-answers', {
    ...reading,
    summary: 'One response with the questions of its survey',
    params,
    reply: one(ResponseWithAnswers),
  }),
  readReport: get('/feedback-responses/:id/report', {
    ...reading,
    summary: 'One response as text, question by question',
    params,
    reply: one(ResponseReport),
  }),
  create: create('/feedback-responses', { ...sending, summary: 'Answer a survey, as a student' }),
  submit: create('/feedback-responses/submit', {
    ...sending,
    summary: 'Answer a survey, as a student; the same as POST /feedback-responses',
  }),
  update: put('/feedback-responses/:id', {
    summary: 'Answer anew, as the student, while the survey is open; not in an anonymous survey',
    action: 'feedback-responses:submit',
    body: FeedbackResponseChange,
    reply: one(FeedbackResponse),
    failure: 'Failed to update response',
  }),
  remove: remove('/feedback-responses/:id', {
    summary: 'Delete a response; who has answered an anonymous survey cannot do so again',
    action: 'feedback-responses:delete',
    params,
    failure: 'Failed to delete response',
  }),
}
