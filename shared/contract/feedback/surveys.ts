import * as z from 'zod/mini'
import { create, get, list, one, patch, put, remove } from '../../endpoint.ts'
import { choice, idFilters, optionalDate, optionalId, optionalText, readAt, searchText } from '../../fields.ts'
import { SURVEY_STATUSES } from '../../labels.ts'
import { LARGE_A_DAY_MAX } from '../../limits.ts'
import { title } from '../../names.ts'
import { SURVEY_STANDINGS } from '../../policies/feedback.ts'
import { SurveyQuestion } from './questions.ts'

/** A student's state in a survey: `completed` once a response was sent. */
const RESPONSE_STATES = ['pending', 'completed'] as const

export const FeedbackSurvey = z.object({
  id: z.int(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** It asks the group's students, else the batch's, else those in the department's groups, else every student. */
  department_id: z.nullable(z.int()),
  department_name: z.nullable(z.string()),
  batch_id: z.nullable(z.int()),
  batch_name: z.nullable(z.string()),
  group_id: z.nullable(z.int()),
  group_name: z.nullable(z.string()),
  status: z.enum(SURVEY_STATUSES),
  /** The state that follows from status and days: `open` can be answered. */
  standing: z.enum(SURVEY_STANDINGS),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  is_anonymous: z.boolean(),
  allow_multiple_responses: z.boolean(),
  question_count: z.int(),
  /** True when the calling student has sent a response. */
  has_responded: z.boolean(),
  /** Responses fix questions and addressees. `stays_ended`: it has ended for good. Both are null for a student. */
  has_responses: z.nullable(z.boolean()),
  stays_ended: z.nullable(z.boolean()),
  created_by: z.nullable(z.int()),
  /** The news about the survey's effects for its students, and the time of telling. */
  changes_text: z.nullable(z.string()),
  changes_at: z.nullable(z.string()),
  /** The time of the last reminder; null for a student. */
  reminded_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type FeedbackSurvey = z.infer<typeof FeedbackSurvey>

export const SurveyWithQuestions = z.object({ ...FeedbackSurvey.shape, questions: z.array(SurveyQuestion) })
export type SurveyWithQuestions = z.infer<typeof SurveyWithQuestions>

const surveyFields = {
  title: title('Title'),
  description: optionalText('Description'),
  department_id: optionalId('Department'),
  batch_id: optionalId('Batch'),
  group_id: optionalId('Group'),
  status: z.optional(choice('Status', SURVEY_STATUSES)),
  start_date: optionalDate('Start date'),
  end_date: optionalDate('End date'),
  is_anonymous: z.optional(z.boolean('Anonymous must be yes or no')),
  allow_multiple_responses: z.optional(z.boolean('Allow multiple responses must be yes or no')),
}

interface Between {
  department_id?: number | null | undefined
  batch_id?: number | null | undefined
  group_id?: number | null | undefined
  start_date?: string | null | undefined
  end_date?: string | null | undefined
}

/** Returns the problems between the fields of a survey, by field. */
export function surveyProblems({ department_id, batch_id, group_id, start_date, end_date }: Between) {
  const problems: Record<string, string[]> = {}
  if (group_id != null && (department_id == null || batch_id == null))
    problems.group_id = ['Choose the department and the batch before the group']
  if (start_date && end_date && end_date < start_date)
    problems.end_date = ['End date must be on or after the start date']
  return problems
}

/** These fields are compared only when each is valid by itself: comparing an unknown type may throw. */
const BETWEEN = [['department_id', 'batch_id', 'group_id'] as const, ['start_date', 'end_date'] as const]

/** A new survey is a draft, whatever it lacks: only a survey with questions can be activated. */
export const FeedbackSurveyInput = z.object(surveyFields).check(
  z.check<Between>(
    (context) => {
      const isWrong = (field: string) => context.issues.some(({ path = [] }) => path.length === 0 || path[0] === field)
      const comparable = BETWEEN.filter((fields) => !fields.some(isWrong)).flat()
      const fields = comparable.map((field) => [field, context.value[field]])
      for (const [field, messages] of Object.entries(surveyProblems(Object.fromEntries(fields))))
        context.issues.push({ code: 'custom', input: context.value, path: [field], message: messages.join(' ') })
    },
    // Runs also when something else is wrong, so that all problems are told at once.
    { when: () => true },
  ),
)

/** Not checked between fields: a missing field keeps its stored value, so the writer checks the whole. */
export const FeedbackSurveyChange = z.object({ ...z.partial(z.object(surveyFields)).shape, ...readAt })

const listQuery = {
  /** Searches title and description. */
  q: searchText,
  ...idFilters('department_id', 'batch_id', 'group_id'),
  status: z.optional(choice('Status', SURVEY_STATUSES)),
  response: z.optional(choice('Response', RESPONSE_STATES)),
}
const copying = { aDay: { most: LARGE_A_DAY_MAX, noun: 'copies of surveys' }, costly: true } as const
const lists = { action: 'feedback-surveys:read', row: FeedbackSurvey, failure: 'Failed to fetch surveys' } as const
const ofOne = { q: listQuery.q, status: listQuery.status }
const change = { action: 'feedback-surveys:write', reply: one(FeedbackSurvey) } as const

export const feedbackSurveys = {
  list: list('/feedback-surveys', {
    ...lists,
    summary: 'Surveys, newest first; for a student those to answer, which are active and within their dates',
    query: listQuery,
  }),
  listActive: list('/feedback-surveys/active', {
    ...lists,
    summary: 'The surveys that can be answered today, newest first',
  }),
  listByDepartment: list('/feedback-surveys/department/:department_id', {
    ...lists,
    summary: 'The surveys of a department, newest first',
    query: ofOne,
  }),
  listByBatch: list('/feedback-surveys/batch/:batch_id', {
    ...lists,
    summary: 'The surveys of a batch, newest first',
    query: ofOne,
  }),
  listByGroup: list('/feedback-surveys/group/:group_id', {
    ...lists,
    summary: 'The surveys of a group, newest first',
    query: ofOne,
  }),
  listWithQuestions: list('/feedback-surveys/with-questions', {
    ...lists,
    summary: 'Surveys with their questions, newest first',
    query: listQuery,
    row: SurveyWithQuestions,
  }),
  read: get('/feedback-surveys/:id', {
    summary: 'One survey; for a student also when it has expired or is closed',
    action: 'feedback-surveys:read',
    reply: one(FeedbackSurvey),
    failure: 'Failed to fetch survey',
  }),
  readWithQuestions: get('/feedback-surveys/:id/with-questions', {
    summary: 'One survey with its questions in their order',
    action: 'feedback-surveys:read',
    reply: one(SurveyWithQuestions),
    failure: 'Failed to fetch survey',
  }),
  create: create('/feedback-surveys', {
    summary: 'Add a survey, as a draft',
    action: 'feedback-surveys:write',
    body: FeedbackSurveyInput,
    reply: one(FeedbackSurvey),
    failure: 'Failed to create survey',
  }),
  duplicate: create('/feedback-surveys/:id/duplicate', {
    ...change,
    ...copying,
    summary: 'Add a draft that is the same survey with the same questions, without days',
    failure: 'Failed to create survey',
  }),
  update: put('/feedback-surveys/:id', {
    ...change,
    summary: 'Change a survey; another status activates, deactivates or closes it',
    body: FeedbackSurveyChange,
    failure: 'Failed to update survey',
  }),
  activate: patch('/feedback-surveys/:id/activate', {
    ...change,
    summary: 'Open a draft or a closed survey for answers',
    failure: 'Failed to update survey',
  }),
  deactivate: patch('/feedback-surveys/:id/deactivate', {
    ...change,
    summary: 'Make an active or closed survey a draft again, which no student sees',
    failure: 'Failed to update survey',
  }),
  close: patch('/feedback-surveys/:id/close', {
    ...change,
    summary: 'Close an active survey or a draft',
    failure: 'Failed to update survey',
  }),
  remove: remove('/feedback-surveys/:id', {
    summary: 'Delete a survey that nobody has answered, with its questions',
    action: 'feedback-surveys:write',
    failure: 'Failed to delete survey',
  }),
}
