import * as z from 'zod/mini'
import { get, list, one } from '../../endpoint.ts'
import { RESULT_VIEWS } from '../../feedback/question-types.ts'
import { choice, idFilters, searchText, wholeNumberQuery } from '../../fields.ts'
import { QUESTION_TYPES } from '../../labels.ts'
import { ID_MAX } from '../../limits.ts'
import { StudentRef } from '../groups.ts'

/** A bar of a picture: an option, Yes or No, a number, or a range of numbers. */
const Bar = z.object({
  label: z.string(),
  count: z.int(),
  /** The share of the students who answered the question. Several choices may add up to more than 100. */
  percent: z.number(),
})

export const QuestionResult = z.object({
  id: z.int(),
  title: z.string(),
  question_text: z.string(),
  question_type: z.enum(QUESTION_TYPES),
  order: z.int(),
  picture: z.enum(RESULT_VIEWS),
  /** The number of responses that answer it. */
  answered: z.int(),
  /** In the options' order, with those that nobody chose; none for texts. */
  bars: z.array(Bar),
  /** Only for figures, when there are any. */
  mean: z.nullable(z.number()),
  median: z.nullable(z.number()),
})
export type QuestionResult = z.infer<typeof QuestionResult>

const SurveyResults = z.object({
  feedback_survey_id: z.int(),
  title: z.string(),
  is_anonymous: z.boolean(),
  /** The students whom it asks now and who may sign in. */
  asked: z.int(),
  /** The students who have sent a response. */
  responded: z.int(),
  /** Percent of the students asked; null when nobody is asked. */
  response_rate: z.nullable(z.number()),
  /** The number of responses in the results. */
  counted: z.int(),
  /** The fewest responses with results. */
  results_from: z.int(),
  /** The reason for missing results. */
  notice: z.nullable(z.string()),
  /** In their order; empty while there are no results. */
  questions: z.array(QuestionResult),
})
export type SurveyResults = z.infer<typeof SurveyResults>

const TextAnswer = z.object({
  answer: z.string(),
  /** Null in an anonymous survey, as is the time. */
  student: z.nullable(StudentRef),
  submitted_at: z.nullable(z.string()),
})
export type TextAnswer = z.infer<typeof TextAnswer>

/** Students now in the department's groups, the batch or the group, or at the survey's end; none if anonymous. */
const ofPart = {
  ...idFilters('department_id', 'batch_id', 'group_id'),
}
const ofSurvey = { survey_id: z.pipe(z.string('Survey ID is required'), wholeNumberQuery('survey_id', ID_MAX)) }
const statistics = {
  action: 'feedback-results:read',
  reply: one(SurveyResults),
  failure: 'Failed to fetch results',
} as const

export const feedbackResults = {
  ofSurvey: get('/feedback-surveys/:id/statistics', {
    ...statistics,
    summary: 'How many have answered a survey, and the picture of each question',
    query: z.object(ofPart),
  }),
  statistics: get('/feedback-responses/statistics', {
    ...statistics,
    summary: 'The same as GET /feedback-surveys/:id/statistics',
    query: z.object({ ...ofSurvey, ...ofPart }),
  }),
  export: get('/feedback-responses/export', {
    summary: 'The responses of a survey as CSV or XLSX, one a row, or its results as PDF',
    action: 'feedback-results:read',
    query: z.object({ ...ofSurvey, format: choice('Format', ['csv', 'xlsx', 'pdf']), ...ofPart }),
    file: { type: 'application/pdf', description: 'A PDF, CSV or XLSX file' },
    costly: true,
    failure: 'Failed to export responses',
  }),
  texts: list('/feedback-surveys/:id/answers/:question_id', {
    summary: 'What was written to one question; of an anonymous survey in an order that tells nothing',
    action: 'feedback-results:read',
    query: { ...ofPart, q: searchText },
    row: TextAnswer,
    failure: 'Failed to fetch answers',
  }),
}
