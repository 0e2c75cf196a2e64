import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import type { Endpoint, Schema } from '../../shared/endpoint.ts'
import { PER_PAGE_DEFAULT } from '../../shared/limits.ts'

interface Paging {
  page?: number
  per_page?: number
}

/** The id of every sampled record. */
export const SAMPLE_ID = 4

// Days to come: what is over is asked for again by some screens.
const TEXTS = [
  '2090-01-05',
  '2090-01-05T09:00:00.000Z',
  '09:00:00',
  'sample@college.test',
  'A1',
  'https://college.test',
]
const CANDIDATES: Readonly<Record<string, readonly unknown[]>> = {
  string: TEXTS,
  template_literal: TEXTS,
  number: [SAMPLE_ID, 1, 0],
  boolean: [true, false],
}

/** Returns a value that a schema of the contract takes, with one row in each list. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]))
    case 'array':
      return [sampleOf(def.element)]
    case 'tuple':
      return def.items.map(sampleOf)
    case 'record':
      return {}
    case 'union':
      return sampleOf(def.options[0] as z.core.$ZodType)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'lazy':
      return sampleOf(def.getter())
    case 'pipe':
      return sampleOf(def.in)
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return sampleOf(def.innerType)
    default:
      return CANDIDATES[def.type]?.find((value) => safeParse(schema, value).success)
  }
}

/** Returns an answer of an endpoint; of a list its last page, with one row. */
export function sampledReply(endpoint: Endpoint, { page = 1, per_page = PER_PAGE_DEFAULT }: Paging): unknown {
  const reply = sampleOf(endpoint.reply as Schema)
  if (typeof reply !== 'object' || reply === null || !('meta' in reply)) return reply
  return { ...reply, meta: { ...(reply.meta as object), page, per_page, total: (page - 1) * per_page + 1 } }
}
