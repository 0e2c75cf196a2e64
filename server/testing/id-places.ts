import * as z from 'zod/mini'
import type { Endpoint } from '../../shared/endpoint.ts'
import { ID_MAX } from '../../shared/limits.ts'

/** The part of JSON Schema that zod writes of the contracts. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  maximum?: number
  maxLength?: number
}

/** A part of a request, as the endpoint's schemas name them. */
export type Where = 'params' | 'query' | 'body' | 'json'
export const WHERES = ['params', 'query', 'body', 'json'] as const

export const schemaOf = (endpoint: Endpoint, where: Where): JsonSchema | undefined =>
  endpoint[where] && (z.toJSONSchema(endpoint[where], { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** The kind that each name of an id means, in whatever call it stands. */
const KINDS = {
  user_id: 'user',
  actor_id: 'user',
  role_id: 'role',
  department_id: 'department',
  department_ids: 'department',
  designation_id: 'designation',
  batch_id: 'batch',
  group_id: 'group',
  group_ids: 'group',
  groupId: 'group',
  student_id: 'student',
  student_ids: 'student',
  staff_id: 'staff',
  assigned_to: 'staff',
  escalated_to: 'staff',
  task_id: 'task',
  file_id: 'former-file',
  attendance_session_id: 'session',
  session_id: 'session',
  session_ids: 'session',
  assessment_id: 'assessment',
  entry_id: 'case-entry',
  survey_id: 'survey',
  feedback_survey_id: 'survey',
  question_id: 'question',
  question_ids: 'question',
  feedback_question_id: 'question',
  question_pool_id: 'pool-question',
  // It belongs to the entity that is named beside it.
  entity_id: 'student',
} as const

/** The kind that `:id` means below each path; the longest path that fits. */
const OWN = {
  '/auth/logins': 'login',
  '/users': 'user',
  '/departments': 'department',
  '/designations': 'designation',
  '/roles': 'role',
  '/batches': 'batch',
  '/groups': 'group',
  '/students': 'student',
  '/staff': 'staff',
  '/tasks': 'task',
  '/task-submissions': 'submission',
  '/attendance-sessions': 'session',
  '/attendance-submissions': 'entry',
  '/leaves': 'leave',
  '/announcements': 'announcement',
  '/assessments': 'assessment',
  '/assessment-results': 'result',
  '/libraries': 'library',
  '/reportings': 'case',
  '/reportings/withdrawn': 'withdrawn-case',
  '/feedback-surveys': 'survey',
  '/feedback-questions': 'question',
  '/feedback-question-pools': 'pool-question',
  '/feedback-responses': 'response',
  '/student-reports/group': 'group',
  '/student-reports/batch': 'batch',
  '/student-reports/department': 'department',
  '/student-reports/student': 'student',
  '/student-reports/performance': 'student',
  '/student-reports/attendance-history': 'student',
  '/student-reports/group-attendance': 'group',
  '/student-reports/batch-attendance': 'batch',
  '/student-reports/department-attendance': 'department',
} as const

export type Kind = (typeof KINDS)[keyof typeof KINDS] | (typeof OWN)[keyof typeof OWN]

/** Numbers in a query that are as large as an id may be, and are none. */
const NO_IDS = new Set(['page', 'per_page', 'entries'])

const looksLikeId = (name: string, { type, maximum, pattern }: JsonSchema) =>
  !NO_IDS.has(name) &&
  ((type === 'integer' && maximum === ID_MAX) ||
    (pattern !== undefined && /^\^(?:\(\?:)?\[1-9\]\\d\{0,9\}/.test(pattern)) ||
    /(?:_id|_ids|Id|Ids)$|^ids?$/.test(name))

/** @throws when it is an id of no known kind */
export function kindOf({ path }: Endpoint, name: string): Kind {
  if (name === 'id') {
    const of = Object.keys(OWN)
      .filter((start) => path === start || path.startsWith(`${start}/`))
      .sort((one, other) => other.length - one.length)[0]
    if (of) return OWN[of as keyof typeof OWN]
  } else if (name in KINDS) return KINDS[name as keyof typeof KINDS]
  throw new Error(`${path}: of what is ${name} the id? Say so in server/testing/id-places.ts`)
}

export const kindAt = (endpoint: Endpoint, name: string, schema: JsonSchema): Kind | undefined =>
  looksLikeId(name, schema) ? kindOf(endpoint, name) : undefined

export interface IdPlace {
  where: Where
  /** The names that lead there; `[]` stands for each of a list. */
  path: string[]
  kind: Kind
}

/** Every place of a call where an id stands, once each. */
export function idPlaces(endpoint: Endpoint): IdPlace[] {
  const found = new Map<string, IdPlace>()
  const walk = (where: Where, name: string, schema: JsonSchema, path: string[]) => {
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(where, name, one, path)
    if (schema.items) walk(where, name, schema.items, [...path, '[]'])
    for (const [key, one] of Object.entries(schema.properties ?? {})) walk(where, key, one, [...path, key])
    if (schema.anyOf || schema.oneOf || schema.items || schema.properties || schema.type === 'null') return
    if (schema.const !== undefined || schema.enum) return
    const kind = kindAt(endpoint, name, schema)
    if (kind) found.set([where, ...path].join('.'), { where, path, kind })
  }
  for (const where of WHERES) {
    const schema = schemaOf(endpoint, where)
    if (schema) walk(where, '', schema, [])
  }
  return [...found.values()]
}
