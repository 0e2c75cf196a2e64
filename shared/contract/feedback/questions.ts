import * as z from 'zod/mini'
import { create, get, list, one, page, post, put, remove } from '../../endpoint.ts'
import { checkedWhole, questionFields } from '../../feedback/questions.ts'
import { choice, idField, idFilters, readAt, searchText } from '../../fields.ts'
import { QUESTION_TYPES } from '../../labels.ts'
import { SURVEY_QUESTIONS_MAX } from '../../limits.ts'

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

/** All questions of a survey, each once. They are missed once the survey is found: another department's is a 404. */
export const QuestionOrder = z.object({
  question_ids: z.optional(
    z
      .array(idField('Question'), 'question_ids must be a list')
      .check(z.maxLength(SURVEY_QUESTIONS_MAX, `A survey has at most ${SURVEY_QUESTIONS_MAX} questions`)),
  ),
})

const type = choice('Type', QUESTION_TYPES)
const lists = { action: 'feedback-questions:read', row: SurveyQuestion, failure: 'Failed to fetch questions' } as const

export const feedbackQuestions = {
  list: list('/feedback-questions', {
    ...lists,
    summary: 'Questions of surveys, newest first; those of one survey in their order',
    query: {
      /** Searches title and text. */
      q: searchText,
      ...idFilters('feedback_survey_id'),
      type: z.optional(type),
    },
  }),
  listBySurvey: list('/feedback-questions/survey/:survey_id', {
    ...lists,
    summary: 'The questions of a survey in their order',
  }),
  listByType: list('/feedback-questions/type/:type', {
    ...lists,
    summary: 'The questions of a type, newest first',
    params: { type },
  }),
  types: list('/feedback-questions/types', {
    summary: 'The types of question in the order in which they are offered',
    action: 'feedback-questions:read',
    row: OfferedType,
    failure: 'Failed to fetch question types',
  }),
  read: get('/feedback-questions/:id', {
    summary: 'One question of a survey',
    action: 'feedback-questions:read',
    reply: one(SurveyQuestion),
    failure: 'Failed to fetch question',
  }),
  create: create('/feedback-questions', {
    summary: 'Add a question to a survey that nobody has answered',
    action: 'feedback-questions:write',
    body: SurveyQuestionInput,
    reply: one(SurveyQuestion),
    failure: 'Failed to create question',
  }),
  duplicate: create('/feedback-questions/:id/duplicate', {
    summary: 'Add the same question once more, after it',
    action: 'feedback-questions:write',
    reply: one(SurveyQuestion),
    failure: 'Failed to duplicate question',
  }),
  reorder: post('/feedback-questions/reorder/:survey_id', {
    goesOn: 'change',
    summary: 'Give all questions of a survey their order',
    action: 'feedback-questions:write',
    body: QuestionOrder,
    reply: page(SurveyQuestion),
    failure: 'Failed to reorder questions',
  }),
  update: put('/feedback-questions/:id', {
    summary: 'Change a question; text, type and options while nobody has answered its survey',
    action: 'feedback-questions:write',
    body: SurveyQuestionChange,
    reply: one(SurveyQuestion),
    failure: 'Failed to update question',
  }),
  remove: remove('/feedback-questions/:id', {
    summary: 'Delete a question of a survey that nobody has answered',
    action: 'feedback-questions:write',
    failure: 'Failed to delete question',
  }),
}
