import { type SqlBool, sql } from 'kysely'
import type { feedbackPool, PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { QUESTION_TYPE_WORDS } from '../../../shared/feedback/question-type-words.ts'
import { questionTypes } from '../../../shared/feedback/question-types.ts'
import { QUESTION_TYPES } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { QUESTION_FIELDS } from '../surveys/questions.rules.ts'
import { mayEdit } from './rules.ts'

type PoolFilter = Query<typeof feedbackPool.list> & {
  isPublic?: true
  created_by?: number
  sort?: 'usage' | 'age'
}

/** Every department is shown public questions; the rest is shown to the person who added it and to its department. */
const isShown = (caller: Caller) =>
  caller.may('feedback-pool:oversee')
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(feedback_pool_questions.is_public or feedback_pool_questions.created_by = ${caller.id}
        or feedback_pool_questions.department_id = ${caller.staff?.departmentId ?? null})`

const SEARCHED = ['title', 'question_text', 'help_text'].map((column) => `feedback_pool_questions.${column}`)

function visible(db: Db, caller: Caller, { q, type, department_id, created_by, isPublic }: PoolFilter = {}) {
  let query = db
    .selectFrom('feedback_pool_questions')
    .where(within(caller, { department: all }))
    .where(isShown(caller))
  if (type) query = query.where('feedback_pool_questions.question_type', '=', type)
  if (department_id !== undefined) query = query.where('feedback_pool_questions.department_id', '=', department_id)
  if (created_by !== undefined) query = query.where('feedback_pool_questions.created_by', '=', created_by)
  if (isPublic) query = query.where('feedback_pool_questions.is_public', '=', true)
  return q ? query.where(contains(q, SEARCHED)) : query
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .leftJoin('departments', 'departments.id', 'feedback_pool_questions.department_id')
    .innerJoin('users', 'users.id', 'feedback_pool_questions.created_by')
    .select([
      'feedback_pool_questions.id',
      ...QUESTION_FIELDS.map((field) => `feedback_pool_questions.${field}` as const),
      'feedback_pool_questions.position as order',
      'feedback_pool_questions.is_public',
      'feedback_pool_questions.usage_count',
      'feedback_pool_questions.department_id',
      'feedback_pool_questions.created_by',
      'feedback_pool_questions.created_at',
      'feedback_pool_questions.updated_at',
      'departments.name as department_name',
      'users.name as creator_name',
    ])

type PoolRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ department_name, creator_name, ...row }: PoolRow, caller: Caller): PoolQuestion => ({
  ...row,
  department: row.department_id === null ? null : { id: row.department_id, name: department_name ?? '' },
  creator: { id: row.created_by, name: creator_name },
  is_editable: mayEdit(caller, row),
})

/** The questions of the pool, by their order. */
export const {
  page: listPool,
  find: findPoolQuestion,
  read: readPoolQuestion,
  lock: lockPoolQuestion,
  lockIfThere: lockPoolQuestionIfThere,
} = listing({
  table: 'feedback_pool_questions',
  noun: 'Question',
  kept: visible,
  details: withDetails,
  order: (query, filter?: PoolFilter) => {
    const newest = (ordered: typeof query) => ordered.orderBy('feedback_pool_questions.id', 'desc')
    if (filter?.sort === 'age') return newest(query)
    return newest(
      filter?.sort === 'usage'
        ? query.orderBy('feedback_pool_questions.usage_count', 'desc')
        : query.orderBy('feedback_pool_questions.position'),
    )
  },
  row: withRefs,
})

/** Every type of question, in the order in which they are offered, with how many the caller is shown of it. */
export async function listPoolTypes(db: Db, caller: Caller, paging: Paging) {
  const listed = await readPage(
    db
      .selectFrom(
        sql<{ type: (typeof QUESTION_TYPES)[number]; place: number }>`unnest(${[...QUESTION_TYPES]}::text[])
          with ordinality`.as<'types'>(sql`types (type, place)`),
      )
      .leftJoin(
        visible(db, caller)
          .select(['feedback_pool_questions.question_type', sql<number>`count(*)`.as('count')])
          .groupBy('feedback_pool_questions.question_type')
          .as('counted'),
        'counted.question_type',
        'types.type',
      )
      .select(['types.type', sql<number>`coalesce(counted.count, 0)`.as('count')])
      .orderBy('types.place'),
    paging,
  )
  const told = ({ type, count }: (typeof listed.data)[number]) => ({
    type,
    label: QUESTION_TYPE_WORDS[type],
    has_options: questionTypes[type].hasOptions,
    count,
  })
  return { ...listed, data: listed.data.map(told) }
}
