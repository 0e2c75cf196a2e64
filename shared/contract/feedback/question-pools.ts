import * as z from 'zod/mini'
import { endpoint, Message, one, page, pageQuery } from '../../endpoint.ts'
import { checkedWhole, questionFields } from '../../feedback/questions.ts'
import { choice, idField, idParam, optionalId, readAt, searchText, wholeNumberQuery } from '../../fields.ts'
import { QUESTION_TYPES } from '../../labels.ts'
import { ID_MAX } from '../../limits.ts'
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

const params = z.object({ id: idParam })
const asked = {
  ...pageQuery,
  /** Searches title, question text and help text. */
  q: searchText,
  type: z.optional(choice('Type', QUESTION_TYPES)),
  department_id: z.optional(wholeNumberQuery('department_id', ID_MAX)),
}
const listed = {
  method: 'GET',
  action: 'feedback-pool:read',
  reply: page(PoolQuestion),
  failure: 'Failed to fetch question pools',
} as const
const list = { ...listed, query: z.object(asked) } as const

export const feedbackPool = {
  list: endpoint({
    ...list,
    path: '/feedback-question-pools',
    summary: 'The questions of the pool by their order, of one order the newest first',
  }),
  search: endpoint({
    ...list,
    path: '/feedback-question-pools/search',
    summary: 'The same, for a search by text, type and department',
  }),
  listPublic: endpoint({
    ...list,
    path: '/feedback-question-pools/public',
    summary: 'The questions of the pool that are for all who make surveys',
  }),
  listMostUsed: endpoint({
    ...list,
    path: '/feedback-question-pools/most-used',
    summary: 'The questions of the pool, those that most surveys took over first',
  }),
  listRecent: endpoint({
    ...list,
    path: '/feedback-question-pools/recently-created',
    summary: 'The questions of the pool, newest first',
  }),
  listOwn: endpoint({
    ...list,
    path: '/feedback-question-pools/my-questions',
    summary: 'The questions of the pool that the caller added',
  }),
  types: endpoint({
    ...listed,
    path: '/feedback-question-pools/types',
    summary: 'Every type of question, with how many of the pool are of it',
    query: z.object(pageQuery),
    reply: page(PooledType),
  }),
  listByDepartment: endpoint({
    ...listed,
    path: '/feedback-question-pools/department/:department_id',
    summary: 'The questions of the pool that belong to a department',
    params: z.object({ department_id: idParam }),
    query: z.object({ ...pageQuery, q: asked.q, type: asked.type }),
  }),
  listByType: endpoint({
    ...listed,
    path: '/feedback-question-pools/type/:type',
    summary: 'The questions of the pool of one type',
    params: z.object({ type: choice('Type', QUESTION_TYPES) }),
    query: z.object({ ...pageQuery, q: asked.q, department_id: asked.department_id }),
  }),
  listByCreator: endpoint({
    ...listed,
    path: '/feedback-question-pools/creator/:user_id',
    summary: 'The questions of the pool that a person added',
    params: z.object({ user_id: idParam }),
    query: z.object(asked),
  }),
  read: endpoint({
    method: 'GET',
    path: '/feedback-question-pools/:id',
    summary: 'One question of the pool',
    action: 'feedback-pool:read',
    params,
    reply: one(PoolQuestion),
    failure: 'Failed to fetch question pool',
  }),
  create: endpoint({
    method: 'POST',
    path: '/feedback-question-pools',
    summary: 'Add a question to the pool; options and rules that its type does not have are not kept',
    action: 'feedback-pool:write',
    body: PoolQuestionInput,
    reply: one(PoolQuestion),
    status: 201,
    failure: 'Failed to create question pool',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/feedback-question-pools/:id',
    summary: 'Change a question of the pool, which surveys that took it over keep as it was',
    action: 'feedback-pool:write',
    params,
    body: PoolQuestionChange,
    reply: one(PoolQuestion),
    failure: 'Failed to update question pool',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/feedback-question-pools/:id',
    summary: 'Delete a question of the pool, which surveys that took it over keep',
    action: 'feedback-pool:write',
    params,
    reply: Message,
    failure: 'Failed to delete question pool',
  }),
  addToSurvey: endpoint({
    method: 'POST',
    path: '/feedback-question-pools/add-to-survey',
    summary: 'Copy a question of the pool into a survey that nobody has answered, at this order or last',
    action: 'feedback-questions:write',
    body: AddToSurveyInput,
    reply: one(SurveyQuestion),
    status: 201,
    failure: 'Failed to add questions to survey. Please try again.',
  }),
}
