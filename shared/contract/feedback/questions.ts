import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../../endpoint.ts'
import { checkedWhole, questionFields } from '../../feedback/questions.ts'
import { choice, idField, idParam, readAt, searchText, wholeNumberQuery } from '../../fields.ts'
import { QUESTION_TYPES } from '../../labels.ts'
import { ID_MAX, SURVEY_QUESTIONS_MAX } from '../../limits.ts'

const bound = z.optional(z.union([z.number(), z.string()]))

/** The fields that questions of a survey and of the pool have in common. */
export const questionShape = {
  id: z.int(),
  title: z.string(),
  question_text: z.string(),
  question_type: z.enum(QUESTION_TYPES),
  /** Empty when its type has none. */
  options: z.array(z.string()),
  is_required: z.boolean(),
  help_text: z.nullable(z.string()),
  validation_rules: z.nullable(
    z.object({
      min: bound,
      max: bound,
      min_length: z.optional(z.int()),
      max_length: z.optional(z.int()),
      pattern: z.optional(z.string()),
    }),
  ),
  /** From 1. */
  order: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
}

export const SurveyQuestion = z.object({ ...questionShape, feedback_survey_id: z.int() })
export type SurveyQuestion = z.infer<typeof SurveyQuestion>

const ofSurvey = { feedback_survey_id: idField('Survey') }

/** A type of question. */
const OfferedType = z.object({ type: z.enum(QUESTION_TYPES), label: z.string(), has_options: z.boolean() })

/** Without an order it comes last. With one it comes before the question that has that place. */
export const SurveyQuestionInput = z.object({ ...questionFields, ...ofSurvey }).check(checkedWhole)
/** A question stays in its survey. */
export const SurveyQuestionChange = z.object({ ...z.partial(z.object(questionFields)).shape, ...readAt })

/** All questions of a survey, each once. */
export const QuestionOrder = z.object({
  question_ids: z._default(
    z
      .array(idField('Question'), 'question_ids must be a list')
      .check(z.maxLength(SURVEY_QUESTIONS_MAX, `A survey has at most ${SURVEY_QUESTIONS_MAX} questions`)),
    [],
  ),
})

const params = z.object({ id: idParam })
const ofOneSurvey = z.object({ survey_id: idParam })
const type = choice('Type', QUESTION_TYPES)
const lists = {
  method: 'GET',
  action: 'feedback-questions:read',
  reply: page(SurveyQuestion),
  failure: 'Failed to fetch questions',
} as const

export const feedbackQuestions = {
  list: endpoint({
    ...lists,
    path: '/feedback-questions',
    summary: 'Questions of surveys, newest first; those of one survey in their order',
    query: z.object({
      ...pageQuery,
      /** Searches title and text. */
      q: searchText,
      feedback_survey_id: z.optional(wholeNumberQuery('feedback_survey_id', ID_MAX)),
      type: z.optional(type),
    }),
  }),
  listBySurvey: endpoint({
    ...lists,
    path: '/feedback-questions/survey/:survey_id',
    summary: 'The questions of a survey in their order',
    params: ofOneSurvey,
    query: z.object(pageQuery),
  }),
  listByType: endpoint({
    ...lists,
    path: '/feedback-questions/type/:type',
    summary: 'The questions of a type, newest first',
    params: z.object({ type }),
    query: z.object(pageQuery),
  }),
  types: endpoint({
    method: 'GET',
    path: '/feedback-questions/types',
    summary: 'The types of question in the order in which they are offered',
    action: 'feedback-questions:read',
    query: z.object(pageQuery),
    reply: page(OfferedType),
    failure: 'Failed to fetch question types',
  }),
  read: endpoint({
    method: 'GET',
    path: '/feedback-questions/:id',
    summary: 'One question of a survey',
    action: 'feedback-questions:read',
    params,
    reply: one(SurveyQuestion),
    failure: 'Failed to fetch question',
  }),
  create: endpoint({
    method: 'POST',
    path: '/feedback-questions',
    summary: 'Add a question to a survey that nobody has answered',
    action: 'feedback-questions:write',
    body: SurveyQuestionInput,
    reply: one(SurveyQuestion),
    status: 201,
    failure: 'Failed to create question',
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/feedback-questions/:id/duplicate',
    summary: 'Add the same question once more, after it',
    action: 'feedback-questions:write',
    params,
    reply: one(SurveyQuestion),
    status: 201,
    failure: 'Failed to duplicate question',
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/feedback-questions/reorder/:survey_id',
    goesOn: 'change',
    summary: 'Give all questions of a survey their order',
    action: 'feedback-questions:write',
    params: ofOneSurvey,
    body: QuestionOrder,
    reply: page(SurveyQuestion),
    failure: 'Failed to reorder questions',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/feedback-questions/:id',
    summary: 'Change a question; text, type and options while nobody has answered its survey',
    action: 'feedback-questions:write',
    params,
    body: SurveyQuestionChange,
    reply: one(SurveyQuestion),
    failure: 'Failed to update question',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/feedback-questions/:id',
    summary: 'Delete a question of a survey that nobody has answered',
    action: 'feedback-questions:write',
    params,
    reply: Message,
    failure: 'Failed to delete question',
  }),
}
