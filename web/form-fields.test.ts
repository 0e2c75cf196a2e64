import { expect, test } from 'vitest'
import type { Endpoint, Schema } from '../shared/endpoint.ts'
import { walked } from './testing/walked.ts'

const EXCEPTIONS = walked('unformed')

/** File → its text. */
const sources: Record<string, string> = import.meta.glob(
  ['./{features,parts,layout}/**/*.{ts,tsx}', '!./**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const modules: Record<string, Record<string, unknown>> = import.meta.glob(
  ['../shared/contract/**/*.ts', '!../shared/contract/**/{all,*.test}.ts'],
  { eager: true },
)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'failure' in value

/** "tasks.create" → its declaration, of every call that takes a body. */
const endpoints = Object.values(modules).flatMap((exports) =>
  Object.entries(exports).flatMap(([contract, value]) =>
    Object.entries(value ?? {}).flatMap(([name, one]) =>
      isEndpoint(one) && (one.body ?? one.json) ? [{ name: `${contract}.${name}`, ...one }] : [],
    ),
  ),
)

interface Definition {
  shape?: Record<string, Schema>
  options?: Schema[]
  in?: Schema
  out?: Schema
  innerType?: Schema
}

/** Lists the fields of an object's schema, through unions and pipes. */
function keysOf(schema: Schema | undefined): string[] {
  if (!schema) return []
  const { shape, options = [], in: before, out, innerType } = schema._zod.def as Definition
  return [...Object.keys(shape ?? {}), ...[...options, before, out, innerType].flatMap(keysOf)]
}

interface Declared {
  name: string
  text: string
}

/** Splits a file into its declarations. */
const declarationsIn = (source: string): Declared[] =>
  source
    .split(/^(?=(?:export )?(?:async )?(?:const|function) )/m)
    .flatMap((text) =>
      (/^(?:export )?(?:async )?(?:const|function) (\w+)/.exec(text) ?? []).slice(1).map((name) => ({ name, text })),
    )

const says = (text: string, name: string) => new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}\\b`).test(text)

/** Finds the functions of a feature's `api.ts` that make a call, by themselves or by another one there. */
function callersOf(endpoint: string): string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    if (!file.endsWith('api.ts') || !says(source, endpoint)) return []
    const declared = declarationsIn(source)
    const found = new Set(declared.filter(({ text }) => says(text, endpoint)).map(({ name }) => name))
    for (const { name, text } of declared) if ([...found].some((one) => says(text, one))) found.add(name)
    return [...found]
  })
}

/** Adds the files of its folder that a component is made of. */
function partsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const folder = file.slice(0, file.lastIndexOf('/'))
  for (const [, name] of (sources[file] ?? '').matchAll(/from '\.\/(\w+(?:Fields|Rows|Form|Panel)\.tsx)'/g))
    partsOf(`${folder}/${name}`, seen)
  return seen
}

/** Lists the fields that are drawn by the components that make a call. */
function drawnFor(endpoint: string): string[] {
  const callers = callersOf(endpoint)
  const files = Object.keys(sources).filter(
    (file) => file.endsWith('.tsx') && callers.some((name) => says(sources[file] ?? '', name)),
  )
  const texts = [...new Set(files.flatMap((file) => [...partsOf(file)]))].map((file) => sources[file] ?? '')
  return texts.flatMap((text) => [...text.matchAll(/getInputProps\(['`](\w+)/g)].map(([, field = '']) => field))
}

const missing = endpoints.flatMap(({ name, body, json }) => {
  const drawn = new Set(drawnFor(name))
  const keys = [...new Set([...keysOf(body), ...keysOf(json)])]
  return keys.filter((key) => key !== 'updated_at' && !drawn.has(key)).map((key) => `${name} ${key}`)
})
const excepted = Object.entries(EXCEPTIONS).flatMap(([name, [fields]]) =>
  fields.split(' ').map((field) => `${name} ${field}`),
)

test('every field that a call takes is in a form of the browser, or has its reason', () => {
  expect(missing.filter((field) => !excepted.includes(field))).toEqual([])
})

test('no exception is left over', () => {
  expect(excepted.filter((field) => !missing.includes(field))).toEqual([])
})
