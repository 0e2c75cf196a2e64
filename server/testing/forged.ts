import { sql } from 'kysely'
import type { Db } from '../db/types.ts'
import type { JsonSchema } from './id-places.ts'
import type { StoredRow } from './put-back.ts'

export type Fields = Record<string, unknown>

const FORGED = { number: 987_654, text: 'Forged', instant: '2001-02-03T04:05:06.000Z', day: '2001-02-03' }
/** True when anything of it came from a forged field. */
export const hasForged = (value: unknown) => /\b987654\b|Forged|2001-02-03/.test(JSON.stringify(value))

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
export const isInstant = (value: unknown): value is string => typeof value === 'string' && INSTANT.test(value)

/** Something else of the same kind as what an answer has. */
function insteadOf(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return FORGED.number
  if (isInstant(value)) return FORGED.instant
  if (Array.isArray(value)) return [FORGED.number]
  if (typeof value === 'object' && value !== null) return { id: FORGED.number, name: FORGED.text }
  return FORGED.text
}

/** Every field of an answer, whatever it stands in. */
export function fieldsOf(answer: unknown): Fields {
  if (Array.isArray(answer)) return Object.assign({}, ...answer.map(fieldsOf))
  if (typeof answer !== 'object' || answer === null) return {}
  const inner = Object.values(answer).map(fieldsOf)
  return Object.assign({}, ...inner, answer)
}

/** Every column of these tables, with what it could not hold by itself: of a truth the contrary of what the call has written. */
export async function forgedColumns(db: Db, written: Map<string, StoredRow[]>): Promise<Fields> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name as table,
      column_name as column, data_type as type
    from information_schema.columns where table_schema in ('public', 'jobs')`.execute(db)
  const forged: Fields = {}
  for (const { table, column, type } of rows) {
    const theirs = written.get(table)
    if (!theirs) continue
    if (/int|numeric|double/.test(type)) forged[column] = FORGED.number
    else if (/timestamp/.test(type)) forged[column] = FORGED.instant
    else if (type === 'date') forged[column] = FORGED.day
    else if (type === 'boolean') forged[column] = !theirs.at(-1)?.[column]
    else if (type === 'ARRAY') forged[column] = [FORGED.number]
    else if (/json/.test(type)) forged[column] = { [FORGED.text]: FORGED.text }
    else forged[column] = FORGED.text
  }
  return forged
}

/** Every field of an answer with something else in it. */
export const forgedAnswer = (answer: unknown): Fields =>
  Object.fromEntries(Object.entries(fieldsOf(answer)).map(([field, value]) => [field, insteadOf(value)]))

/** Returns the fields that a body declares, in whichever of its forms. */
const declaredIn = (schema: JsonSchema): Record<string, JsonSchema> =>
  Object.assign({}, ...(schema.anyOf ?? schema.oneOf ?? []).map(declaredIn), schema.properties)

/** A body with these fields wherever it does not declare them, also in each record of a list. */
export function withForged(given: unknown, schema: JsonSchema | undefined, fields: Fields): unknown {
  if (Array.isArray(given)) {
    const items = schema?.items ?? schema?.anyOf?.find((one) => one.items)?.items
    return given.map((one) => (typeof one === 'object' && items ? withForged(one, items, fields) : one))
  }
  const declared = schema && declaredIn(schema)
  const own = Object.entries((given ?? {}) as Fields).map(([field, value]) => {
    const its = declared?.[field]
    const isRecords = Array.isArray(value) || (its && Object.keys(declaredIn(its)).length > 0)
    return [field, its && isRecords ? withForged(value, its, fields) : value]
  })
  const forged = Object.entries(fields).filter(([field]) => !declared || !(field in declared))
  return { ...Object.fromEntries(forged), ...Object.fromEntries(own) }
}

/** Keeps those of the fields that the schema declares. */
export function onlyDeclared(fields: Fields = {}, schema: JsonSchema | undefined): Fields {
  const declared = schema ? declaredIn(schema) : {}
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field in declared))
}

/** Some are kept by the minute. */
const ABOUT_NOW_MS = 120_000

/**
 * Returns the places where two records are not alike, but for when they were made; `isOwn` names what is never the same
 * twice.
 */
export function differencesOf(one: unknown, other: unknown, isOwn: (path: string) => boolean, path = ''): string[] {
  if (Object.is(one, other) || isOwn(path)) return []
  if (isInstant(one) && isInstant(other) && Math.abs(Date.parse(one) - Date.parse(other)) < ABOUT_NOW_MS) return []
  const isInside = (value: unknown): value is Fields => typeof value === 'object' && value !== null
  if (!isInside(one) || !isInside(other)) return [`${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const pathOf = (key: string) => (Array.isArray(one) ? path : `${path}.${key}`)
  return keys.flatMap((key) => differencesOf(one[key], other[key], isOwn, pathOf(key)))
}
