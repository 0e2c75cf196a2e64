import { cleanup } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { declaredEndpoints } from '../shared/contract/all.ts'
import { feedbackSurveys } from '../shared/contract/feedback/surveys.ts'
import { groups } from '../shared/contract/groups.ts'
import { leaves } from '../shared/contract/leaves.ts'
import { reportings } from '../shared/contract/reportings.ts'
import { settings } from '../shared/contract/settings.ts'
import { submissions } from '../shared/contract/submissions.ts'
import { tasks } from '../shared/contract/tasks.ts'
import { verifiedDocuments } from '../shared/contract/verified-documents.ts'
import type { Endpoint, Schema } from '../shared/endpoint.ts'
import { served } from './testing/network.ts'
import { renderPage, signedIn } from './testing/page.tsx'
import { sampledReply } from './testing/sampled.ts'
import { walked } from './testing/walked.ts'
import { task } from './testing/work.ts'
import * as schemaForm from './ui/schema-form.ts'

/** Call → its fields, and the reason why they need not be there. */
type Exceptions = Record<string, [fields: string, reason: string]>

/** The fields that a form draws, and does not send as it is opened. */
const UNSENT: Exceptions = {
  'leaves.create': ['session_ids', 'sent in place of the days, once sessions are chosen'],
  'logSigning.unsign': ['reason', 'the dialog was opened for a return'],
  'settings.saveMail': ['mail_password', 'kept beside the form, and sent once it is typed'],
  'staff.create': ['own', 'sent once the fields of the college are read'],
  'staff.update': ['own', 'sent once the fields of the college are read'],
  'studentGroups.assign': ['since', 'sent once a day is set'],
  'students.create': ['own', 'sent once the fields of the college are read'],
  'students.update': ['own', 'sent once the fields of the college are read'],
  'tasks.create': ['group_ids skill_id', 'sent as group_id; of a bulk task alone'],
  'tasks.update': ['group_ids skill_id', 'sent as group_id; of a bulk task alone'],
}

/** The fields that no form draws by their names. */
const EXCEPTIONS: Exceptions = walked('unformed')

/** File → its text. */
const sources: Record<string, string> = import.meta.glob(
  ['./{features,parts,layout}/**/*.{ts,tsx}', '!./**/*.{test,walks}.*'],
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
  const [contract, name] = endpoint.split('.')
  const recipe = `useRecordChanges(${contract},`
  const calls = (text: string) =>
    says(text, endpoint) || ((name === 'create' || name === 'update') && text.includes(recipe))
  return Object.entries(sources).flatMap(([file, source]) => {
    if (!file.endsWith('api.ts') || !calls(source)) return []
    const declared = declarationsIn(source)
    const found = new Set(declared.filter(({ text }) => calls(text)).map(({ name }) => name))
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

/** Lists the files of the components that make a call. */
function filesCalling(endpoint: string): string[] {
  const callers = callersOf(endpoint)
  return Object.keys(sources).filter(
    (file) => file.endsWith('.tsx') && callers.some((name) => says(sources[file] ?? '', name)),
  )
}

/** Lists the fields that are drawn by the components that make a call. */
function drawnFor(endpoint: string): string[] {
  const files = new Set(filesCalling(endpoint).flatMap((file) => [...partsOf(file)]))
  return [...files].flatMap((file) =>
    [...(sources[file] ?? '').matchAll(/getInputProps\(['`](\w+)/g)].map(([, field = '']) => field),
  )
}

/** Call → the fields that it takes, without the version that was read. */
const fieldsOf = new Map(
  endpoints.map(({ name, body, json }) => [
    name,
    [...new Set([...keysOf(body), ...keysOf(json)])].filter((key) => key !== 'updated_at'),
  ]),
)
const missing = [...fieldsOf].flatMap(([name, fields]) => {
  const drawn = new Set(drawnFor(name))
  return fields.filter((field) => !drawn.has(field)).map((field) => `${name} ${field}`)
})
const linesOf = (exceptions: Exceptions) =>
  Object.entries(exceptions).flatMap(([name, [fields]]) => fields.split(' ').map((field) => `${name} ${field}`))
const excepted = linesOf(EXCEPTIONS)

const components = import.meta.glob<Record<string, unknown>>('./features/*/*.tsx')
const forms = Object.keys(components).filter((file) => /\buse(?:Record|Draft|Schema)Form\(/.test(sources[file] ?? ''))

/** Opens forms: with one of these props each gets what it needs. */
function propsOf() {
  const recordOf = (endpoint: Endpoint) => (sampledReply(endpoint, {}) as { data: Record<string, unknown> }).data
  const leave = recordOf(leaves.read)
  return {
    onClose: () => undefined,
    chosen: {},
    survey: { ...recordOf(feedbackSurveys.read), standing: 'closed' },
    report: recordOf(reportings.read),
    submission: { ...recordOf(submissions.read), files: '[]' },
    group: recordOf(groups.read),
    settings: { ...recordOf(settings.read), environment: {} },
    student: { id: 4, name: 'Ayesha' },
    document: recordOf(verifiedDocuments.withdraw),
    students: [],
    rows: [],
    guards: { current: new Map() },
    leave,
    answer: (leave.answers as unknown[])[0],
    name: 'respond',
    taskId: 4,
    id: 4,
    kind: 'return',
  }
}

/** Draws the forms of a file, and returns the fields of their bodies, with each box ticked and not. */
async function sentBy(file: string): Promise<Set<string>> {
  const sent = new Set<string>()
  const opened = vi.spyOn(schemaForm, 'useSchemaForm')
  const exported = Object.entries((await components[file]?.()) ?? {}).filter(([name]) => /^[A-Z][a-z]/.test(name))
  for (const [, Form] of exported as [string, ComponentType<Record<string, unknown>>][]) {
    opened.mockClear()
    renderPage(<Form {...propsOf()} />)
    await expect.poll(() => opened.mock.calls.length, { timeout: 10_000, message: file }).toBeGreaterThan(0)
    for (const [{ initialValues, toBody }] of opened.mock.calls) {
      const boxes = Object.entries(initialValues).filter(([, value]) => typeof value === 'boolean')
      for (const changed of [{}, ...boxes.map(([name, value]) => ({ [name]: !value }))])
        for (const name of Object.keys(toBody({ ...initialValues, ...changed }) as object)) sent.add(name)
    }
    cleanup()
  }
  opened.mockRestore()
  return sent
}

test('every field that a call takes is in a form of the browser, or has its reason', () => {
  expect(missing.filter((field) => !excepted.includes(field))).toEqual([])
})

test('no exception is left over', () => {
  expect(excepted.filter((field) => !missing.includes(field))).toEqual([])
})

test('a form sends every field that it draws', { timeout: 120_000 }, async () => {
  signedIn()
  served(
    ...declaredEndpoints
      .filter(({ method, reply }) => method === 'GET' && reply)
      .map((endpoint) => [endpoint, ({ query }: { query: object }) => sampledReply(endpoint, query) as never] as const),
    [tasks.read, { data: task() }],
  )
  const sent = new Map<string, Set<string>>()
  for (const file of forms) sent.set(file, await sentBy(file))
  const unsent = [...fieldsOf].flatMap(([name, fields]) => {
    const files = filesCalling(name).filter((file) => sent.has(file))
    const isSent = (field: string) => files.length === 0 || files.some((file) => sent.get(file)?.has(field))
    return fields
      .filter((field) => !missing.includes(`${name} ${field}`) && !isSent(field))
      .map((field) => ({ line: `${name} ${field}`, form: files.join(' and ') }))
  })
  const [allowed, found] = [linesOf(UNSENT), unsent.map(({ line }) => line)]
  expect(allowed.filter((line) => !found.includes(line))).toEqual([])
  const forgotten = unsent.filter(({ line }) => !allowed.includes(line))
  expect(forgotten.map(({ line, form }) => `${form}: the body lacks ${line}`)).toEqual([])
})
