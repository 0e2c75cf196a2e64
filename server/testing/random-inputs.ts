import fc, { type Arbitrary } from 'fast-check'
import type { Endpoint } from '../../shared/endpoint.ts'
import { HOSTILE } from './hostile.ts'
import { type JsonSchema, kindAt, schemaOf } from './id-places.ts'
import { IDENTITIES } from './permissions.ts'
import { smallPdf } from './small-pdf.ts'

/** Ids of each kind that a request may name. */
export interface KnownIds {
  ids: Readonly<Record<string, readonly number[]>>
  fileNames: readonly string[]
}

/** A request, with its sender. */
export interface RandomRequest {
  as: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** The senders: one of each role, nobody, and one with a token of nobody. */
export const SENDERS = [...Object.keys(IDENTITIES), 'nobody', 'forged'] as const

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length']
const TRICKS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483647',
  '2147483648',
  '9'.repeat(400),
  'NaN',
  'null',
  '\0',
  '\ud800',
  '\u202ex',
  "';--",
  '%',
  '%00',
  '../../etc/passwd',
  '..%2f..%2f',
  '$1',
  '{{x}}',
  '=1+1',
  '2026-02-30',
  '٣',
  ...PROTOTYPE_NAMES,
]
const DAYS = ['2026-03-10', '2026-12-31', '1999-02-28', '2024-02-29']

const trick = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...TRICKS) },
  { weight: 8, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(900), 'x'.repeat(6_000)) },
)
/** Returns a value in one of so many requests. */
const seldom = <T>(arbitrary: Arbitrary<T>, of: number): Arbitrary<T | undefined> =>
  fc.oneof({ weight: of - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
/** Anything that JSON can say. */
const absurd: Arbitrary<unknown> = fc.oneof(
  trick,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, [], {}, [null], [[]], true, -0, 1e308),
  fc.constantFrom(...HOSTILE),
  fc.dictionary(fc.constantFrom(...PROTOTYPE_NAMES), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  fc.array(fc.constantFrom(1, 2, 3, 2_147_483_647), { maxLength: 600 }),
)

function text(name: string, { pattern, maxLength = 60 }: JsonSchema): Arbitrary<string> {
  if (/date|day$|performed_on|^(?:until|from|to)$|^skip/.test(name)) return fc.constantFrom(...DAYS)
  if (/_time$/.test(name)) return fc.constantFrom('08:00', '09:30', '23:59')
  if (/_ids$/.test(name))
    return fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }).map((ids) => JSON.stringify(ids))
  if (name === 'email') return fc.integer().map((n) => `random${n}@college.test`)
  if (name === 'updated_at') return fc.constantFrom('2026-01-01T00:00:00.000Z', 'x')
  if (name === 'roll_no') return fc.integer({ min: 60_000, max: 99_999 }).map((n) => `MBBS-${n}`)
  if (pattern) return fc.constantFrom('1', '2', '25', 'Correct1', '2026-01-01T00:00:00Z')
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(60, maxLength) })
}

/** Returns values that fit a schema, mostly with ids of records that are there. */
export function fitting(endpoint: Endpoint, known: KnownIds, name: string, schema: JsonSchema): Arbitrary<unknown> {
  const inner = (key: string, one: JsonSchema) => fitting(endpoint, known, key, one)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => inner(name, one)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, one]) => [key, inner(key, one)])
    return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
  }
  if (schema.items) return fc.array(inner(name, schema.items), { maxLength: 4 })
  if (name === 'file_name' || name === 'remove_files') return fc.constantFrom(...known.fileNames)
  const types = [schema.type ?? []].flat()
  const kind = types.includes('null') && types.length === 1 ? undefined : kindAt(endpoint, name, schema)
  const ids = kind && known.ids[kind]
  if (ids && !/_ids$/.test(name) === !types.includes('array')) {
    const id = fc.constantFrom(...ids)
    return types.includes('integer') ? id : id.map(String)
  }
  return fc.oneof(
    ...types.map((type): Arbitrary<unknown> => {
      if (type === 'null') return fc.constant(null)
      if (type === 'boolean') return fc.boolean()
      if (type === 'integer' || type === 'number')
        return fc.integer({ min: 0, max: Math.min(schema.maximum ?? 1_000, 1_000) })
      return text(name, schema)
    }),
    ...(types.length === 0 ? [absurd] : []),
  )
}

/** Returns a fitting value; or one with a field that does not fit, or that nobody asked for; or anything. */
function nearly(fits: Arbitrary<unknown>): Arbitrary<unknown> {
  const spoilt = fc
    .tuple(fits, fc.nat(), fc.option(fc.constantFrom(...PROTOTYPE_NAMES, 'id', 'created_at'), { freq: 3 }), absurd)
    .map(([fitted, which, extra, value]) => {
      if (typeof fitted !== 'object' || fitted === null) return value
      const keys = Object.keys(fitted)
      const key = extra ?? keys[which % Math.max(1, keys.length)] ?? 'x'
      return Object.fromEntries([...Object.entries(fitted), [key, value]])
    })
  return fc.oneof({ weight: 4, arbitrary: fits }, { weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: absurd })
}

const BROKEN = [
  '',
  '{',
  '{"a":',
  'null',
  '"x"',
  '[]',
  '1e999',
  '{"a":1}{"a":2}',
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"admin":true}}',
]
const deep = fc.integer({ min: 10, max: 9_000 }).map((n) => '['.repeat(n) + ']'.repeat(n))
const huge = fc.integer({ min: 1, max: 500 }).map((n) => `{"marks":${'9'.repeat(n)}}`)
const json = (value: Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 8, arbitrary: value.map((one) => JSON.stringify(one) ?? '') },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...BROKEN), deep, huge) },
  )

const BOUNDARY = 'random'
/** A multipart form of these fields, with a file under any of these names. */
const form = (fields: Arbitrary<unknown>, field: string): Arbitrary<string> =>
  fc
    .tuple(
      fields,
      fc.constantFrom(field, `${field}[0]`, `${field}[1]`, 'x', '__proto__'),
      fc.constantFrom('a.pdf', '../a.pdf', 'a".csv', 'a.xlsx', ''),
      fc.oneof(
        fc.constantFrom(smallPdf().toString(), '%PDF-1.4\n%%EOF\n', 'name,email\nx,y\n', 'PK\x03\x04', ''),
        fc.string({ maxLength: 80 }),
      ),
      fc.constantFrom(`--${BOUNDARY}--\r\n`, ''),
    )
    .map(([given, name, filename, content, end]) => {
      const part = (head: string, value: string) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
      const texts = Object.entries(typeof given === 'object' && given !== null ? given : {})
      const parts = texts.map(([key, value]) =>
        part(`name="${key.replace(/[\r\n"]/g, '')}"`, typeof value === 'string' ? value : JSON.stringify(value)),
      )
      return `${parts.join('')}${part(`name="${name}"; filename="${filename}"`, content)}${end}`
    })

const encoded = (value: string) =>
  // Text that is no UTF-8 has no other way into an address.
  value.isWellFormed() ? encodeURIComponent(value) : '%ed%a0%80'

const HEADERS = fc.dictionary(
  fc.constantFrom(
    'if-none-match',
    'range',
    'accept-encoding',
    'accept',
    'idempotency-key',
    'origin',
    'cookie',
    'if-range',
    'expect-ct',
    'x-csrf-token',
    'x-forwarded-for',
  ),
  fc.oneof(
    fc.constantFrom(
      '*',
      'bytes=0-',
      'bytes=9-1',
      'gzip;q=x',
      'br, gzip',
      'identity;q=0',
      'null',
      '"x"',
      '10.0.0.1',
      '::1',
      'x=y',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  ),
  { maxKeys: 2 },
)

/** Requests to an endpoint: some as it is declared, some nearly so, some absurd, from anybody. */
export function requestsTo(endpoint: Endpoint, known: KnownIds): Arbitrary<RandomRequest> {
  const record = (where: 'params' | 'query') => {
    const schema = schemaOf(endpoint, where)
    return schema ? fitting(endpoint, known, '', schema) : fc.constant({})
  }
  const params = fc.tuple(record('params'), seldom(fc.tuple(fc.nat(), trick), 4)).map(([fits, spoil]) => {
    const given = fits as Record<string, string>
    const names = Object.keys(given)
    return spoil && names.length > 0 ? { ...given, [names[spoil[0] % names.length] ?? '']: spoil[1] } : given
  })
  const query = fc
    .tuple(
      record('query').map((fits) => Object.entries(fits as Record<string, unknown>)),
      seldom(
        fc.array(fc.tuple(fc.constantFrom(...PROTOTYPE_NAMES, 'page', 'per_page', 'q', 'a[b]', 'status', 'x'), trick), {
          maxLength: 3,
        }),
        3,
      ),
    )
    .map(([fits, more = []]) =>
      [...fits, ...more].map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&'),
    )
  const declared = schemaOf(endpoint, 'json') ?? schemaOf(endpoint, 'body')
  const fields = nearly(declared ? fitting(endpoint, known, '', declared) : fc.constant({}))
  const bodies = fc.oneof(
    { weight: endpoint.upload ? 2 : 8, arbitrary: fc.tuple(fc.constant('application/json'), json(fields)) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom(
          'text/plain',
          'application/xml',
          'nonsense',
          'application/json; charset=utf-16',
          'multipart/form-data',
          '',
        ),
        json(fields),
      ),
    },
    {
      weight: endpoint.upload ? 8 : 1,
      arbitrary: fc.tuple(
        fc.constant(`multipart/form-data; boundary=${BOUNDARY}`),
        form(fields, endpoint.upload?.field ?? 'file'),
      ),
    },
  )
  const isRead = endpoint.method === 'GET'
  return fc
    .record({
      // Administrators and students may do most, so that more of theirs gets to a handler.
      as: fc.constantFrom(...SENDERS, 'A', 'A', 'A', 'S', 'S'),
      params,
      query,
      headers: HEADERS,
      body: isRead ? fc.constant(undefined) : fc.option(bodies, { freq: 12, nil: undefined }),
    })
    .map(({ as, params: given, query: asked, headers, body }) => {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encoded(String(given[name] ?? '1')))
      return {
        as,
        path: asked ? `${path}?${asked}` : path,
        headers: { ...headers, ...(body?.[0] ? { 'content-type': body[0] } : {}) },
        body: body?.[1],
      }
    })
}
