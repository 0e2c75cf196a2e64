import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { ownFields } from '../../shared/contract/own-fields.ts'
import {
  type Body,
  type Endpoint,
  ErrorBody,
  type JsonBody,
  type Line,
  type Params,
  type Query,
  type Reply,
  type Schema,
} from '../../shared/endpoint.ts'
import { PER_PAGE_DEFAULT } from '../../shared/limits.ts'
import { type Asking, partsOf, UploadRequest } from './uploads.ts'

class Refusal {
  readonly status: number
  readonly body: ErrorBody | undefined
  constructor(status: number, body?: ErrorBody) {
    this.status = status
    this.body = body
  }
}

/** A refusal. Without a message it comes from something in front of the server. */
export const refuse = (status: number, message?: string, errors?: Record<string, string[]>): Refusal =>
  new Refusal(status, message === undefined ? undefined : z.parse(ErrorBody, { message, errors }))

/** Stands for a server that can't be reached. */
export const UNREACHED = Symbol('unreached')

/** Delays the answer until the test gives it, by `held`. */
export const HELD = Symbol('held')

/** Makes a page of a list. */
export const pageOf = <T>(data: T[], total = data.length) => ({
  data,
  meta: { page: 1, per_page: PER_PAGE_DEFAULT, total },
})

/** Puts the asked page into the reply, as the server does. */
const asAsked = (reply: unknown, { page, per_page }: { page?: number; per_page?: number }) =>
  typeof reply === 'object' && reply !== null && 'meta' in reply
    ? { ...reply, meta: { ...(reply.meta as object), ...(page && { page }), ...(per_page && { per_page }) } }
    : reply

/** The input of an endpoint, as its handler gets it; an upload's `body` holds its text fields. */
type HandlerInput<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E> | JsonBody<E>
  headers: Record<string, string>
  signal: AbortSignal | null | undefined
} & (E extends { upload: object } ? { files: File[]; tellSent: (share: number) => void } : unknown) &
  (E extends { file: { line: Schema } } ? { tellLine: (line: Line<E>) => void } : unknown)

type Said<E extends Endpoint> = E extends { file: { line: Schema } }
  ? Line<E>[]
  : E extends { file: object }
    ? never
    : Reply<E>

/** A `Response` is a file, a refusal with more than a text, or a page of a proxy. */
type Answer<E extends Endpoint> = Said<E> | Response | Refusal | typeof UNREACHED
type Answers<E extends Endpoint> =
  | Answer<E>
  | typeof HELD
  | ((asked: HandlerInput<E>) => Answer<E> | Promise<Answer<E>>)
type Pairs<T extends readonly Endpoint[]> = { [K in keyof T]: readonly [endpoint: T[K], answers: Answers<T[K]>] }

/** A call as the browser sent it. */
export interface SentCall {
  endpoint: Endpoint
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

interface Network {
  reached: boolean
  answers: Map<Endpoint, unknown>
  calls: SentCall[]
  held: { endpoint: Endpoint; call: unknown }[]
  problems: string[]
}

let network: Network | undefined

// A literal path comes before a parameter, as in the server's router.
const byPath = declaredEndpoints
  .toSorted((a, b) => (a.path.replaceAll(':', '~') < b.path.replaceAll(':', '~') ? -1 : 1))
  .map((endpoint) => ({ endpoint, pattern: new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }))

function endpointAt(method: string | undefined, pathname: string) {
  for (const { endpoint, pattern } of byPath) {
    const found = endpoint.method === method && pattern.exec(pathname)
    if (found) return { endpoint, params: found.groups ?? {} }
  }
  throw new Error('no contract has it')
}

function parse(what: string, schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return {}
  const { error, data } = z.safeParse(schema, value)
  if (!error) return data
  throw new Error(`${what}: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`)
}

const toResponse = (status: number, body: unknown) =>
  new Response(body === undefined ? undefined : JSON.stringify(body), { status })

async function answer({ reached, answers, calls, held }: Network, asking: Asking): Promise<Response | undefined> {
  const url = new URL(asking.address, 'http://college.test')
  const { endpoint, params } = endpointAt(asking.method, url.pathname)
  const { headers, body, signal, tellSent, tellText } = asking
  calls.push({ endpoint, method: endpoint.method, path: asking.address, headers, body })
  if (!reached) return undefined
  if (!answers.has(endpoint)) throw new Error('is called and not served')
  const isForm = body instanceof FormData
  if (isForm && !endpoint.upload) throw new Error('is sent a form')
  const { fields, files } = isForm && endpoint.upload ? partsOf(body, endpoint.upload) : { fields: body, files: [] }
  // The server fills in a student's own id.
  const filled = endpoint.ownStudent ? { [endpoint.ownStudent]: 1, ...Object(fields) } : fields
  const toLine = (line: unknown) => JSON.stringify(parse('line', endpoint.file?.line, line))
  const asked = {
    params: parse('params', endpoint.params, params),
    query: parse('query', endpoint.query, Object.fromEntries(url.searchParams)),
    body: parse('body', isForm ? endpoint.body : (endpoint.json ?? endpoint.body), filled),
    files,
    headers,
    signal,
    tellSent,
    tellLine: (line: unknown) => tellText?.(`${toLine(line)}\n`),
  }
  const hold = (call: object) => new Promise((tell) => held.push({ endpoint, call: { ...call, answer: tell } }))
  const given = answers.get(endpoint) === HELD ? hold : answers.get(endpoint)
  const said = typeof given === 'function' ? await given(asked) : given
  if (said === UNREACHED) return undefined
  if (said instanceof Refusal) return toResponse(said.status, said.body)
  if (said instanceof Response) {
    if (said.ok && endpoint.reply && said.headers.get('content-type') !== 'text/html')
      throw new Error('is answered past its schema')
    return said
  }
  if (endpoint.file?.line) return new Response((said as unknown[]).map(toLine).join('\n'))
  return toResponse(endpoint.status ?? 200, parse('reply', endpoint.reply, asAsked(said, asked.query as object)))
}

function begin(): Network {
  // A college has no own fields unless a test says so.
  const answers = new Map<Endpoint, unknown>([[ownFields.list, pageOf([])]])
  const begun: Network = { reached: true, answers, calls: [], held: [], problems: [] }
  const respond = (asking: Asking) =>
    answer(begun, asking).catch((error: Error) => {
      begun.problems.push(`${asking.method} ${asking.address}: ${error.message}`)
      return toResponse(500, { message: error.message })
    })
  vi.stubGlobal('fetch', async (address: string, { method, headers, body, signal }: RequestInit) => {
    const response = await respond({
      method,
      address,
      headers: headers as Record<string, string>,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      signal,
    })
    if (!response) throw new TypeError('Failed to fetch')
    return response
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends UploadRequest {
      protected override readonly respond = respond
    },
  )
  return begun
}

/**
 * Answers the network until the test ends and returns the calls; each endpoint has its latest answer. Input and answer
 * are parsed with the endpoint's schemas. A mismatch, or a call that is not served, fails the test.
 */
export function served<const T extends readonly Endpoint[]>(...pairs: Pairs<T>): SentCall[] {
  network ??= begin()
  for (const [endpoint, answers] of pairs) network.answers.set(endpoint, answers)
  return network.calls
}

/** Takes the next call of an endpoint that is served `HELD`, for the test to answer. */
export const held = <E extends Endpoint>(endpoint: E) =>
  waitFor(() => {
    const waiting = network?.held ?? []
    const at = waiting.findIndex((one) => one.endpoint === endpoint)
    if (at === -1) throw new Error(`No call of ${endpoint.path} is held`)
    return waiting.splice(at, 1)[0]?.call as HandlerInput<E> & { answer: (said: Answer<E>) => void }
  })

/** Cuts the network off, or restores it. */
export function setReached(reached: boolean): void {
  network ??= begin()
  network.reached = reached
}

/** Ends a test's answers, and reports what did not fit the contract. */
export function endServed(): void {
  const { problems = [], held = [] } = network ?? {}
  for (const { endpoint } of held) problems.push(`${endpoint.method} ${endpoint.path}: is held and not taken`)
  network = undefined
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** Returns the calls of an endpoint. */
export const sentTo = (calls: SentCall[], endpoint: Endpoint): SentCall[] =>
  calls.filter((call) => call.endpoint === endpoint)

/** Returns the paths of the calls to these endpoints. */
export const pathsTo = (calls: SentCall[], ...endpoints: Endpoint[]): string[] =>
  calls.filter(({ endpoint }) => endpoints.includes(endpoint)).map(({ path }) => path)

/** Returns the bodies of an endpoint's calls. */
export const bodiesTo = (calls: SentCall[], endpoint: Endpoint): unknown[] =>
  sentTo(calls, endpoint).map(({ body }) => body)
