import fc from 'fast-check'
import type { Endpoint } from '../../shared/endpoint.ts'
import { HOSTILE, PROTOTYPE_KEYS } from './hostile.ts'
import { type JsonSchema, schemaOf } from './id-places.ts'
import { fitting, type KnownIds } from './random-inputs.ts'

type Path = (string | number)[]

/** Returns the value with `hostile` put at `path`. */
function withAt(value: unknown, [first, ...rest]: Path, hostile: unknown): unknown {
  if (first === undefined) return hostile
  if (Array.isArray(value)) return value.map((one, index) => (index === first ? withAt(one, rest, hostile) : one))
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return { ...record, [first]: withAt(record[first], rest, hostile) }
}

/** Returns every place in a value: the whole, each field, each element of a list, and so on inwards. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.flatMap((one, index) => placesIn(one, [...path, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]))
      : []
  return [path, ...inner]
}

/** Returns the same schema with every field required, and none of them null. */
function filled(schema: JsonSchema): JsonSchema {
  const each = (list: JsonSchema[] | undefined) => list?.map(filled)
  // A field that may be null gets a value.
  const some = schema.anyOf?.filter((one) => one.type !== 'null')
  return {
    ...schema,
    ...(Array.isArray(schema.type) ? { type: schema.type.filter((one) => one !== 'null') } : {}),
    ...(some && some.length > 0 ? { anyOf: each(some) } : {}),
    ...(schema.oneOf ? { oneOf: each(schema.oneOf) } : {}),
    ...(schema.items ? { items: filled(schema.items) } : {}),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, filled(one)])),
          required: Object.keys(schema.properties),
        }
      : {}),
  } as JsonSchema
}

/** Returns bodies that an endpoint takes, with every field filled in. They are the same each time. */
function fullBodies(endpoint: Endpoint, known: KnownIds): unknown[] {
  const wheres = (['body', 'json'] as const).filter((where) => endpoint[where] !== undefined)
  return wheres.flatMap((where) => {
    const schema = schemaOf(endpoint, where)
    if (!schema) return []
    const kinds = schema.anyOf ?? schema.oneOf ?? [schema]
    return kinds.flatMap((one) => {
      const samples = fc.sample(fitting(endpoint, known, '', filled(one)), { seed: 7, numRuns: 20 })
      // A sample may have empty lists, so the one with the most places is taken.
      return samples.toSorted((a, b) => placesIn(b).length - placesIn(a).length).slice(0, 1)
    })
  })
}

export interface HostileBody {
  /** Names the place and the value, so that a failure can be found again. */
  what: string
  body: unknown
}

/** Yields bodies that are right but for one place. Each hostile value stands at each place in turn. */
export function* hostileBodies(endpoint: Endpoint, known: KnownIds): Generator<HostileBody> {
  for (const full of fullBodies(endpoint, known)) {
    for (const path of placesIn(full))
      for (const hostile of HOSTILE)
        yield {
          what: `${path.join('.') || 'the whole'} = ${JSON.stringify(hostile)}`,
          body: withAt(full, path, hostile),
        }
    if (typeof full === 'object' && full !== null)
      for (const key of PROTOTYPE_KEYS) yield { what: `also ${key}`, body: { ...full, [key]: { toString: 1 } } }
  }
}
