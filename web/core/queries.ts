import {
  hashKey,
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  type UseQueryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, Reply } from '../../shared/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type CallInput, call } from './call.ts'
import { everyPage, type Listed } from './every-page.ts'

/** All endpoints of one resource, as `shared/contract` declares them. */
export type Contract = Readonly<Record<string, Endpoint>>

type Given<E extends Endpoint> = Omit<CallInput<E>, 'key' | 'signal'>

/** What a call is given; while a parameter is not known, the query waits. */
type Asked<E extends Endpoint> =
  Given<E> extends { params: infer P extends object }
    ? Omit<Given<E>, 'params'> & { params: { [K in keyof P]: P[K] | undefined } }
    : Given<E>

interface KeyInput {
  params?: object
  query?: object
  body?: unknown
}

export type Key = readonly [root: string, path: string, input: KeyInput, variant?: string]

/** The first word of a path: all keys of a resource begin with it. */
const rootOf = ({ path }: Endpoint) => path.split('/')[1] ?? ''

/** The key of what an endpoint answers; a `variant` says that something else is made of the answer. */
export const keyOf = (endpoint: Endpoint, input: KeyInput, variant?: string): Key =>
  variant === undefined ? [rootOf(endpoint), endpoint.path, input] : [rootOf(endpoint), endpoint.path, input, variant]

function keyWithout(key: readonly unknown[], names: readonly string[]): string {
  const [root, path, { query, ...input }, ...variant] = key as Key
  const left = Object.entries(query ?? {}).filter(([name]) => !names.includes(name))
  return hashKey([root, path, { ...input, query: Object.fromEntries(left) }, ...variant])
}

/** Lets the former answer stand in for the next one, where only these values of the query differ. */
export const sameBut =
  (key: Key, ...names: string[]) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query && keyWithout(query.queryKey, names) === keyWithout(key, names) ? before : undefined

type StandsIn = ReturnType<typeof sameBut>
const standsIn = new Map<string, StandsIn>()
const MOST_STANDING_IN = 100

/**
 * The same function for the same key. With a new one at each drawing the library would select anew from the answer that
 * stands in, take what is selected for new data, and draw for ever.
 */
function standInFor(key: Key, names: readonly string[]): StandsIn {
  const hash = hashKey([key, names])
  const known = standsIn.get(hash)
  if (known) return known
  if (standsIn.size >= MOST_STANDING_IN) standsIn.clear()
  const made = sameBut(key, ...names)
  standsIn.set(hash, made)
  return made
}

type Options<Answer, Data> = Omit<
  UseQueryOptions<Answer, Error, Data, Key>,
  'queryKey' | 'queryFn' | 'initialData' | 'placeholderData'
> & {
  /** The former answer stands in for the next one while only these values of the query differ. */
  sameBut?: readonly string[]
}

function optionsOf<E extends Endpoint, Answer, Data>(
  endpoint: E,
  input: Asked<E> | typeof skipToken,
  { sameBut: names = [], ...options }: Options<Answer, Data>,
  read: (input: Given<E>, signal: AbortSignal) => Promise<Answer>,
  variant?: string,
) {
  const asked: KeyInput = input === skipToken ? {} : input
  const isKnown = input !== skipToken && Object.values(asked.params ?? {}).every((value) => value !== undefined)
  const queryKey = keyOf(endpoint, asked, isKnown ? variant : 'waiting')
  return queryOptions({
    ...(names.length > 0 && { placeholderData: standInFor(queryKey, names) }),
    ...options,
    queryKey,
    queryFn: isKnown ? ({ signal }) => read(input as unknown as Given<E>, signal) : skipToken,
  })
}

const callWith = <E extends Endpoint>(endpoint: E, input: object): Promise<Reply<E>> =>
  call(endpoint, input as CallInput<E>)

/** A query of what an endpoint answers, under a key that the contract gives. */
export const queryOf = <E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  input: Asked<E> | typeof skipToken,
  options: Options<Reply<E>, Data> = {},
) => optionsOf(endpoint, input, options, (given, signal) => callWith(endpoint, { ...given, signal }))

type Row<E extends Endpoint> = Reply<E> extends Listed<infer R> ? R : never

/** A query of a whole list, page after page. */
export const everyOf = <E extends Endpoint, Data = Row<E>[]>(
  endpoint: E,
  input: Asked<E> | typeof skipToken,
  options: Options<Row<E>[], Data> = {},
) =>
  optionsOf(
    endpoint,
    input,
    options,
    (given, signal) =>
      everyPage(
        (page) =>
          callWith(endpoint, { ...given, query: { ...(given as KeyInput).query, ...page }, signal }) as Promise<
            Listed<Row<E>>
          >,
      ),
    'every',
  )

type One<E extends Endpoint> = Reply<E> extends { data: infer D } ? D : never

/** A query of a record that may not be there: then the answer is null. */
export const foundOf = <E extends Endpoint>(
  endpoint: E,
  input: Asked<E> | typeof skipToken,
  options: Options<One<E> | null, One<E> | null> = {},
) =>
  optionsOf(
    endpoint,
    input,
    options,
    async (given, signal) => {
      try {
        return ((await callWith(endpoint, { ...given, signal })) as { data: One<E> }).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    'found',
  )

/** The record or the rows of an answer. */
export const dataOf = <T>({ data }: { data: T }): T => data

/** Reads again what is shown of these contracts; what is not shown is read when it is shown next. */
export async function refresh(client: QueryClient, stale: readonly Contract[]): Promise<void> {
  const roots = new Set(stale.flatMap((contract) => Object.values(contract).map(rootOf)))
  const isStale = ({ queryKey }: Query) => {
    const [root, , { body }] = queryKey as Key
    // What a form that is still being filled in would make is no record yet.
    return roots.has(root) && body === undefined
  }
  // An answer that has been on its way since before the change is not waited for: the library would take it for a new one.
  await client.cancelQueries({ predicate: (query) => isStale(query) && query.state.data === undefined })
  await client.invalidateQueries({ predicate: isStale })
}

export function useRefresh(stale: readonly Contract[]): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => refresh(client, stale), [client, stale])
}

export interface Effects {
  /** What shows the changed record, or counts it. */
  stale: readonly Contract[]
  /** Resolves before the lists are read again: the answer brings what is told only once. */
  atOnce?: boolean
}

/** The server's word that a record is no longer as it was shown. */
const isOutdated = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 409)

/** A change: resolves with the server's answer when everything shown that has gone stale has been read again. */
export function useChange<E extends Endpoint>(
  endpoint: E,
  { stale, atOnce = false }: Effects,
): (input: CallInput<E>) => Promise<Reply<E>> {
  const refreshStale = useRefresh(stale)
  return useCallback(
    async (input) => {
      try {
        const reply = await callWith(endpoint, input)
        const refreshed = refreshStale()
        if (!atOnce) await refreshed
        return reply
      } catch (error) {
        if (isOutdated(error)) void refreshStale()
        throw error
      }
    },
    [endpoint, refreshStale, atOnce],
  )
}
