import * as z from 'zod/mini'
import { create, get, list, one, put, remove } from '../../endpoint.ts'
import { checkedWhole, questionFields } from '../../feedback/questions.ts'
import { choice, idField, idFilters, optionalId, readAt, searchText } from '../../fields.ts'
import { QUESTION_TYPES } from '../../labels.ts'
import { NamedRef } from '../groups.ts'
import { questionShape, SurveyQuestion } from './questions.ts'

/** A question that surveys can take over. */
export const PoolQuestion = z.object({
  ...questionShape,
  /** True when all makers of surveys may use it; else only its maker, the department, admins and the principal. */
  is_public: z.boolean(),
  /** The number of copies in surveys. */
  usage_count: z.int(),
  department_id: z.nullable(z.int()),
  department: z.nullable(NamedRef),
  created_by: z.int(),
  creator: NamedRef,
  /** True when the caller may change and delete it. */
  is_editable: z.boolean(),
})
export type PoolQuestion = z.infer<typeof PoolQuestion>

/** A type of question, with the number of questions that the caller may see. */
const PooledType = z.object({
  type: z.enum(QUESTION_TYPES),
  label: z.string(),
  has_options: z.boolean(),
  count: z.int(),
})

const poolFields = {
  ...questionFields,
  is_public: z.optional(z.boolean('Public must be yes or no')),
  department_id: optionalId('Department'),
}

export const PoolQuestionInput = z.object(poolFields).check(checkedWhole)

/** Not checked between fields: a missing field keeps its stored value, so the writer checks the whole. */
export const PoolQuestionChange = z.object({ ...z.partial(z.object(poolFields)).shape, ...readAt })

export const AddToSurveyInput = z.object({
  survey_id: idField('Survey'),
  question_pool_id: idField('Question'),
  order: questionFields.order,
})

const asked = {
  /** Searches title, question text and help text. */
  q: searchText,
  type: z.optional(choice('Type', QUESTION_TYPES)),
  ...idFilters('department_id'),
}
const listed = { action: 'feedback-pool:read', row: PoolQuestion, failure: 'Failed to fetch question pools' } as const
const searched = { ...listed, query: asked } as const

export const feedbackPool = {
  list: list('/feedback-question-pools', {
    ...searched,
    summary: 'The questions of the pool by their order, of one order the newest first',
  }),
  search: list('/feedback-question-pools/search', {
    ...searched,
    summary: 'The same, for a search by text, type and department',
  }),
  listPublic: list('/feedback-question-pools/public', {
    ...searched,
    summary: 'The questions of the pool that are for all who make surveys',
  }),
  listMostUsed: list('/feedback-question-pools/most-used', {
    ...searched,
    summary: 'The questions of the pool, those that most surveys took over first',
  }),
  listRecent: list('/feedback-question-pools/recently-created', {
    ...searched,
    summary: 'The questions of the pool, newest first',
  }),
  listOwn: list('/feedback-question-pools/my-questions', {
    ...searched,
    summary: 'The questions of the pool that the caller added',
  }),
  types: list('/feedback-question-pools/types', {
    ...listed,
    summary: 'Every type of question, with how many of the pool are of it',
    row: PooledType,
  }),
  listByDepartment: list('/feedback-question-pools/department/:department_id', {
    ...listed,
    summary: 'The questions of the pool that belong to a department',
    query: { q: asked.q, type: asked.type },
  }),
  listByType: list('/feedback-question-pools/type/:type', {
    ...listed,
    summary: 'The questions of the pool of one type',
    params: { type: choice('Type', QUESTION_TYPES) },
    query: { q: asked.q, department_id: asked.department_id },
  }),
  listByCreator: list('/feedback-question-pools/creator/:user_id', {
    ...listed,
    summary: 'The questions of the pool that a person added',
    query: asked,
  }),
  read: get('/feedback-question-pools/:id', {
    summary: 'One question of the pool',
    action: 'feedback-pool:read',
    reply: one(PoolQuestion),
    failure: 'Failed to fetch question pool',
  }),
  create: create('/feedback-question-pools', {
    summary: 'Add a question to the pool; options and rules that its type does not have are not kept',
    action: 'feedback-pool:write',
    body: PoolQuestionInput,
    reply: one(PoolQuestion),
    failure: 'Failed to create question pool',
  }),
  update: put('/feedback-question-pools/:id', {
    summary: 'Change a question of the pool, which surveys that took it over keep as it was',
    action: 'feedback-pool:write',
    body: PoolQuestionChange,
    reply: one(PoolQuestion),
    failure: 'Failed to update question pool',
  }),
  remove: remove('/feedback-question-pools/:id', {
    summary: 'Delete a question of the pool, which surveys that took it over keep',
    action: 'feedback-pool:write',
    failure: 'Failed to delete question pool',
  }),
  addToSurvey: create('/feedback-question-pools/add-to-survey', {
    summary: 'Copy a question of the pool into a survey that nobody has answered, at this order or last',
    action: 'feedback-questions:write',
    body: AddToSurveyInput,
    reply: one(SurveyQuestion),
    failure: 'Failed to add questions to survey. Please try again.',
  }),
}
