import * as z from 'zod/mini'
import { endpoint, one } from '../../endpoint.ts'
import { idField } from '../../fields.ts'
import { SURVEY_QUESTIONS_MAX } from '../../limits.ts'
import { StudentRef } from '../groups.ts'

/** What is stored of an answer, by the type of its question. */
const AnswerValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const FeedbackResponse = z.object({
  /** A number; of an anonymous survey a random UUID, which who has just sent it is not told either. */
  id: z.nullable(z.union([z.int(), z.string()])),
  feedback_survey_id: z.int(),
  survey_title: z.string(),
  is_anonymous: z.boolean(),
  /** Null in an anonymous survey, as are all times. */
  student_id: z.nullable(z.int()),
  student: z.nullable(StudentRef),
  /** In the order of the questions' ids; what was left out is not there. */
  answers: z.array(z.object({ feedback_question_id: z.int(), answer: AnswerValue })),
  submitted_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
})
export type FeedbackResponse = z.infer<typeof FeedbackResponse>

const answersField = z
  .array(
    // What an answer may be is for its question to say.
    z.object({ feedback_question_id: idField('Question'), answer: z.unknown() }, 'An answer must be an object'),
    'Answers must be a list',
  )
  .check(z.maxLength(SURVEY_QUESTIONS_MAX, `There can be at most ${SURVEY_QUESTIONS_MAX} answers`))

/** What is wrong with an answer is told as `answers.<question id>`, what is missing as `answers`. */
const FeedbackResponseInput = z.object({
  feedback_survey_id: idField('Survey'),
  /** A student's own, whatever is sent. */
  student_id: z.optional(idField('Student')),
  answers: answersField,
})

const sending = {
  method: 'POST',
  action: 'feedback-responses:submit',
  body: FeedbackResponseInput,
  ownStudent: 'student_id',
  forgetsKey: true,
  reply: one(FeedbackResponse),
  status: 201,
  failure: 'Failed to submit response',
} as const

export const feedbackResponses = {
  create: endpoint({ ...sending, path: '/feedback-responses', summary: 'Answer a survey, as a student' }),
  submit: endpoint({
    ...sending,
    path: '/feedback-responses/submit',
    summary: 'Answer a survey, as a student; the same as POST /feedback-responses',
  }),
}
