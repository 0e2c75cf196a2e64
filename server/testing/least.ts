import type { Endpoint } from '../../shared/endpoint.ts'
import { type JsonSchema, kindAt } from './id-places.ts'
import { dayAfter } from './today.ts'
import { idIn } from './walked.ts'
import type { KindIds } from './walks.ts'

export interface NamedRecords {
  ids: KindIds
  fileName: string
}

/** Texts that are read as something. */
const WORDS: [name: RegExp, text: string][] = [
  [/^(?:until|end_date|last_day)$/, dayAfter(9)],
  [/^performed_on$/, dayAfter(0)],
  [/date|day$|^from$|^to$/, dayAfter(7)],
  [/^detail$/, '5'],
  [/^start_time$/, '08:00'],
  [/_time$/, '09:00'],
  [/^email$/, 'somebody@new.test'],
  [/^updated_at$/, '2026-01-01T00:00:00.000Z'],
  [/^roll_no$/, 'MBBS-10001'],
  [/password/, 'Correct-12'],
]

/** Fields that a schema lets be left out, and a handler or a check does not. */
const WANTED =
  /^(?:description|email|title|question_text|reason|feedback|text|response|student_id|assessment_id|department_id|group_ids|answer|(?:first|last)_day|marks)$/

/** The least that an endpoint takes, with the ids of these records; `with_` names what is added though it may be left out. */
export function leastOf(
  endpoint: Endpoint,
  name: string,
  schema: JsonSchema,
  named: NamedRecords,
  with_: readonly string[] = [],
): unknown {
  const inner = (key: string, one: JsonSchema, rest: readonly string[]) => leastOf(endpoint, key, one, named, rest)
  const either = schema.anyOf ?? schema.oneOf
  if (either) {
    const holds = (one: JsonSchema) =>
      with_[0] === '[]'
        ? one.items !== undefined
        : with_[0] !== undefined
          ? one.properties?.[with_[0]] !== undefined
          : one.type !== 'null' && one.const === undefined && !one.items
    return inner(name, either.find(holds) ?? either[0] ?? {}, with_)
  }
  if (schema.const !== undefined) return schema.const
  // The words of a table can be looked through, those of a PDF not.
  if (schema.enum?.includes('csv')) return 'csv'
  if (schema.enum) return schema.enum.find((word) => word !== '') ?? ''
  if (schema.properties) {
    const wanted = Object.keys(schema.properties).filter((key) => WANTED.test(key))
    const keys = new Set([...(schema.required ?? []), ...wanted, ...with_.slice(0, 1)])
    if (with_[0] === 'group_id') keys.delete('group_ids')
    if (keys.has('session_ids')) for (const other of ['first_day', 'last_day']) keys.delete(other)
    const fields = Object.entries(schema.properties).filter(([key]) => keys.has(key))
    return Object.fromEntries(
      fields.map(([key, one]) => [key, inner(key, one, key === with_[0] ? with_.slice(1) : [])]),
    )
  }
  if (schema.items) return [inner(name, schema.items, with_.slice(1))]
  if (name === 'file_name') return named.fileName
  const types = [schema.type ?? 'string'].flat()
  const kind = kindAt(endpoint, name, schema)
  if (kind) {
    const id = idIn(named.ids, kind)
    return /_ids$/.test(name) && types.includes('string')
      ? JSON.stringify([id])
      : types.includes('integer')
        ? id
        : String(id)
  }
  if (types.includes('boolean')) return false
  if (types.includes('integer') || types.includes('number')) return 1
  return WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? (schema.pattern?.includes('[1-9]') ? '1' : 'word')
}
