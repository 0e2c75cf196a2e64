import type * as z from 'zod/mini'
import { PASSWORD_FIRST, SECOND_FACTOR_FIRST } from '../../shared/contract/auth.ts'
import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply, Schema } from '../../shared/endpoint.ts'
import { API_TIMEOUT_MS, LONG_API_TIMEOUT_MS } from '../../shared/limits.ts'
import { ApiError, AUTHENTICATION_REQUIRED, refusal, TOO_SLOW, UNREACHABLE } from './api-error.ts'
import { getLogin, storedLogin, storeUser } from './login.ts'
import { earlyAnswer, endOpeningCalls } from './opening-calls.ts'
import { notePace } from './pace.ts'
import { csrfToken } from './page-config.ts'
import { hasNewLogin, hasOpenForm } from './sign-in-again.ts'

/** The caller's copy is still valid. */
const UNCHANGED = 304

type ParamsPart<E extends Endpoint> = E extends { params: Schema } ? { params: ParamsInput<E> } : { params?: never }
type QueryPart<E extends Endpoint> = E extends { query: Schema } ? { query?: QueryInput<E> } : { query?: never }
type BodyPart<E extends Endpoint> = E extends { upload: object }
  ? E extends { json: infer S extends Schema }
    ? { body: z.input<S> }
    : { body?: never }
  : E extends { body: Schema }
    ? { body: BodyInput<E> }
    : { body?: never }

/** A create carries a key of its form, so that saving twice makes one record. */
export type KeyPart<E extends Endpoint> = E extends { status: 201 } ? { key: string } : { key?: never }

export type CallInput<E extends Endpoint> = ParamsPart<E> &
  QueryPart<E> &
  BodyPart<E> &
  KeyPart<E> & { signal?: AbortSignal }
type Args<E extends Endpoint> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export interface Parts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | null | undefined>
  body?: unknown
  key?: string
  signal?: AbortSignal | undefined
  /** Sent beside the headers of every request. */
  headers?: Record<string, string>
}

/** Returns an endpoint's address, with its values filled in. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Pick<Parts, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') asked.set(name, String(value))
  return `/api${path}${asked.size > 0 ? `?${asked}` : ''}`
}

/** Returns the headers of every request: the login and the page's own token. */
export function headersOf(endpoint: Endpoint, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: endpoint.file?.type ?? 'application/json' }
  const login = getLogin()
  if (login) headers.authorization = `${login.tokenType} ${login.token}`
  const csrf = csrfToken()
  if (csrf) headers['x-csrf-token'] = csrf
  if (key) headers['idempotency-key'] = key
  return headers
}

function needLogin(endpoint: Endpoint): string {
  const token = storedLogin()?.token ?? ''
  if (endpoint.action !== 'public' && token === '') throw new ApiError(401, AUTHENTICATION_REQUIRED)
  return token
}

/** Makes the error of an answer that is no success. */
export function toRefusal(endpoint: Endpoint, status: number, body: unknown, retryAfter?: string | null): ApiError {
  const error = refusal(endpoint, status, body, retryAfter)
  const user = getLogin()?.user
  if (status === 403 && user && !user.must_change_password && error.message === PASSWORD_FIRST)
    storeUser({ ...user, must_change_password: true })
  if (status === 403 && user && !user.must_set_up_second_factor && error.message === SECOND_FACTOR_FIRST)
    storeUser({ ...user, must_set_up_second_factor: true })
  return error
}

/** Runs a request, and once more after a 401 when the person has signed in again. */
export async function withLogin<R extends { status: number }>(
  endpoint: Endpoint,
  request: () => Promise<R>,
): Promise<R> {
  const token = needLogin(endpoint)
  const answer = await request()
  if (answer.status !== 401 || endpoint.action === 'public') return answer
  // Nothing that is being typed may fall into a password field that came by itself. Saving asks.
  if (endpoint.isAside && hasOpenForm()) return answer
  return (await hasNewLogin(token)) ? await request() : answer
}

async function fetchNow(url: string, init: RequestInit): Promise<Response> {
  const from = performance.now()
  const answer = await fetch(url, init)
  notePace(performance.now() - from)
  return answer
}

async function takeEarlyOr(early: Promise<Response>, url: string, init: RequestInit): Promise<Response> {
  const answer = await early.catch(() => undefined)
  init.signal?.throwIfAborted()
  return answer ?? fetchNow(url, init)
}

/** Takes the answer that the page has asked for early, if it came; otherwise asks the server, within this same task. */
function fetchEarlyOr(endpoint: Endpoint, url: string, init: RequestInit): Promise<Response> {
  if (endpoint.method !== 'GET') endOpeningCalls()
  const early = endpoint.file ? undefined : earlyAnswer(url)
  return early ? takeEarlyOr(early, url, init) : fetchNow(url, init)
}

async function fetchOnce(endpoint: Endpoint, { body, key, signal, ...parts }: Parts): Promise<Response> {
  const headers = { ...headersOf(endpoint, key), ...parts.headers }
  const init: RequestInit = { method: endpoint.method, headers }
  if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), endpoint.takesMinutes ? LONG_API_TIMEOUT_MS : API_TIMEOUT_MS)
  init.signal = signal ? AbortSignal.any([signal, slow.signal]) : slow.signal
  try {
    const response = await fetchEarlyOr(endpoint, addressOf(endpoint, parts), init)
    // A large file that has begun to arrive may take its time.
    if (endpoint.file) clearTimeout(timer)
    return response
  } catch (error) {
    clearTimeout(timer)
    if (signal?.aborted) throw error
    throw new ApiError(0, slow.signal.aborted ? TOO_SLOW : UNREACHABLE)
  }
}

/** Parses a JSON text; returns nothing when it is none. */
export function parseText(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, UNREACHABLE)
  }
}

/** Returns a successful answer, or throws the refusal. */
export async function fetchAnswer(endpoint: Endpoint, input: Parts): Promise<Response> {
  const response = await withLogin(endpoint, () => fetchOnce(endpoint, input))
  if (response.ok || response.status === UNCHANGED) return response
  throw toRefusal(endpoint, response.status, parseText(await bodyOf(response)), response.headers.get('retry-after'))
}

/**
 * Calls the server for JSON; nothing else does. The declaration has address, method and schemas. A success without JSON
 * came from something in between, such as the sign-in page of a Wi-Fi, so it counts as a server that was not reached.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Args<E>): Promise<Reply<E>> {
  const response = await fetchAnswer(endpoint, (input ?? {}) as Parts)
  const body = parseText(await bodyOf(response))
  if (body === undefined) throw new ApiError(0, UNREACHABLE)
  return body as Reply<E>
}

/** Calls for an answer that the caller keeps, and returns nothing while its validator holds. It may have none. */
export async function callUnlessKnown<E extends Endpoint>(
  endpoint: E,
  validator: string | undefined,
): Promise<{ reply: Reply<E>; validator: string | null } | undefined> {
  const response = await fetchAnswer(endpoint, validator ? { headers: { 'if-none-match': validator } } : {})
  if (response.status === UNCHANGED) return undefined
  const body = parseText(await bodyOf(response))
  if (body === undefined) throw new ApiError(0, UNREACHABLE)
  return { reply: body as Reply<E>, validator: response.headers.get('etag') }
}

/** Returns true when the person cancelled the call. */
export const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
