import * as z from 'zod/mini'
import { featureOf } from '../../shared/contract/all.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { ID_MAX } from '../../shared/limits.ts'
import { walked } from './walked.ts'

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

/** The kinds that ids mean: by a name in whatever call it stands, or by the path below which they are `:id`. */
const KINDS = walked('ids')

/** Numbers in a query that are as large as an id may be, and are none. */
const NO_IDS = new Set(['page', 'per_page', 'entries'])

const looksLikeId = (name: string, { type, maximum, pattern }: JsonSchema) =>
  !NO_IDS.has(name) &&
  ((type === 'integer' && maximum === ID_MAX) ||
    (pattern !== undefined && /^\^(?:\(\?:)?\[1-9\]\\d\{0,9\}/.test(pattern)) ||
    /(?:_id|_ids|Id|Ids)$|^ids?$/.test(name))

/** @throws when it is an id of no known kind */
export function kindOf(endpoint: Endpoint, name: string): string {
  const { path } = endpoint
  const starts = Object.keys(KINDS).filter((start) => path === start || path.startsWith(`${start}/`))
  const kind = KINDS[name === 'id' ? (starts.sort((one, other) => other.length - one.length)[0] ?? '') : name]
  if (kind) return kind
  const feature = featureOf(endpoint)
  throw new Error(`${feature}: of what is ${name} of ${path} the id? Say so in ids of ${feature}.walks.ts`)
}

export const kindAt = (endpoint: Endpoint, name: string, schema: JsonSchema): string | undefined =>
  looksLikeId(name, schema) ? kindOf(endpoint, name) : undefined

export interface IdPlace {
  where: Where
  /** The names that lead there; `[]` stands for each of a list. */
  path: string[]
  kind: string
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
