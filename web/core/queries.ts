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
import { today } from '../../shared/contract/today.ts'
import type { Endpoint, Reply } from '../../shared/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type CallInput, call } from './call.ts'
import { everyPage, type ListPage } from './every-page.ts'

/** The endpoints of a resource, as `shared/contract` declares them. */
export type Contract = Readonly<Record<string, Endpoint>>

type ReadInput<E extends Endpoint> = Omit<CallInput<E>, 'key' | 'signal'>

/** The input of a query; while a parameter is undefined, the query waits. */
type QueryArguments<E extends Endpoint> =
  ReadInput<E> extends { params: infer P extends object }
    ? Omit<ReadInput<E>, 'params'> & { params: { [K in keyof P]: P[K] | undefined } }
    : ReadInput<E>

interface KeyInput {
  params?: object
  query?: object
  body?: unknown
}

export type Key = readonly [root: string, path: string, input: KeyInput, variant?: string]

/** Returns the first word of a path: all keys of a resource begin with it. */
const rootOf = ({ path }: Endpoint) => path.split('/')[1] ?? ''

/** Returns the key of an endpoint's answer. A `variant` marks a query that makes something else of the answer. */
export const keyOf = (endpoint: Endpoint, input: KeyInput, variant?: string): Key =>
  variant === undefined ? [rootOf(endpoint), endpoint.path, input] : [rootOf(endpoint), endpoint.path, input, variant]

function keyWithout(key: readonly unknown[], names: readonly string[]): string {
  const [root, path, { query, ...input }, ...variant] = key as Key
  const left = Object.entries(query ?? {}).filter(([name]) => !names.includes(name))
  return hashKey([root, path, { ...input, query: Object.fromEntries(left) }, ...variant])
}

/** Keeps the former answer on the screen until the next one, when only these values of the query differ. */
export const sameBut =
  (key: Key, ...names: string[]) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query && keyWithout(query.queryKey, names) === keyWithout(key, names) ? before : undefined

type StandsIn = ReturnType<typeof sameBut>
const standsIn = new Map<string, StandsIn>()
const MOST_STANDING_IN = 100

/**
 * Returns the same function for the same key. With a new one at each drawing the library would select anew from the
 * former answer, take the selection for new data, and draw for ever.
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
  /** The values of the query that may differ while the former answer stays on the screen. */
  sameBut?: readonly string[]
}

function optionsOf<E extends Endpoint, Answer, Data>(
  endpoint: E,
  input: QueryArguments<E> | typeof skipToken,
  { sameBut: names = [], ...options }: Options<Answer, Data>,
  read: (input: ReadInput<E>, signal: AbortSignal) => Promise<Answer>,
  variant?: string,
) {
  const asked: KeyInput = input === skipToken ? {} : input
  const isKnown = input !== skipToken && Object.values(asked.params ?? {}).every((value) => value !== undefined)
  const queryKey = keyOf(endpoint, asked, isKnown ? variant : 'waiting')
  return queryOptions({
    ...(names.length > 0 && { placeholderData: standInFor(queryKey, names) }),
    ...options,
    queryKey,
    queryFn: isKnown ? ({ signal }) => read(input as unknown as ReadInput<E>, signal) : skipToken,
  })
}

const callWith = <E extends Endpoint>(endpoint: E, input: object): Promise<Reply<E>> =>
  call(endpoint, input as CallInput<E>)

/** Makes a query of an endpoint, with the contract's key. */
export const queryOf = <E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  input: QueryArguments<E> | typeof skipToken,
  options: Options<Reply<E>, Data> = {},
) => optionsOf(endpoint, input, options, (given, signal) => callWith(endpoint, { ...given, signal }))

type Row<E extends Endpoint> = Reply<E> extends ListPage<infer R> ? R : never

/** Makes a query of a whole list, page after page. */
export const everyOf = <E extends Endpoint, Data = Row<E>[]>(
  endpoint: E,
  input: QueryArguments<E> | typeof skipToken,
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
            ListPage<Row<E>>
          >,
      ),
    'every',
  )

type One<E extends Endpoint> = Reply<E> extends { data: infer D } ? D : never

/** Makes a query of a record that may be missing: then the answer is null. */
export const foundOf = <E extends Endpoint>(
  endpoint: E,
  input: QueryArguments<E> | typeof skipToken,
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

/** Returns the record or the rows of an answer. */
export const dataOf = <T>({ data }: { data: T }): T => data

/** The first word of the keys of Today, of which any change may take something away. */
const TODAY = rootOf(today.read)

/** Reads the shown queries of these contracts again; hidden ones, and Today, are read when they are shown next. */
export async function refresh(client: QueryClient, stale: readonly Contract[]): Promise<void> {
  const roots = new Set(stale.flatMap((contract) => Object.values(contract).map(rootOf)))
  const isStale = ({ queryKey }: Query) => {
    const [root, , { body }] = queryKey as Key
    // A query with a body previews a form that is still being filled in; it is not stale.
    return roots.has(root) && body === undefined
  }
  // A first answer that is on its way since before the change is cancelled: the library would take it for a new one.
  await client.cancelQueries({ predicate: (query) => isStale(query) && query.state.data === undefined })
  await Promise.all([
    client.invalidateQueries({ predicate: isStale }),
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === TODAY, refetchType: 'none' }),
  ])
}

export function useRefresh(stale: readonly Contract[]): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => refresh(client, stale), [client, stale])
}

export interface Effects {
  /** The contracts of everything that shows or counts the changed record. */
  stale: readonly Contract[]
  /** Resolves before the lists are read again, for answers with a text that is told only once. */
  atOnce?: boolean
}

/** Returns true when the server says that the shown record is outdated. */
const isOutdated = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 409)

type RecordContract = Contract & Readonly<Record<'create' | 'update' | 'remove', Endpoint>>

/** Returns the changes of a record's form and of its removal. */
export const useRecordChanges = <C extends RecordContract>(contract: C, effects: Effects) => ({
  create: useChange<C['create']>(contract.create, effects),
  update: useChange<C['update']>(contract.update, effects),
  remove: useChange<C['remove']>(contract.remove, effects),
})

/** Makes a change. It resolves with the answer when the stale queries on the screen have been read again. */
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
