import { type FetchQueryOptions, type QueryKey, skipToken, type UseQueryOptions } from '@tanstack/react-query'
import { type Address, readAddress } from './address.ts'
import { queryClient } from './query-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: queries of every kind of answer stand in one list
type AnyQuery = UseQueryOptions<any, Error, any, any>
export type Need = AnyQuery | false

/** Starts a query that has not been asked yet. The component that shows its answer also shows its failure. */
function start(need: Need): void {
  if (!need || need.queryFn === skipToken || queryClient.getQueryState(need.queryKey)) return
  void queryClient.prefetchQuery(need as FetchQueryOptions)
}

/** Reads the answer of a query that others depend on. */
export const answerOf = <T, Key extends QueryKey>(query: UseQueryOptions<T, Error, T, Key>): Promise<T> =>
  queryClient.ensureQueryData(query as FetchQueryOptions<T, Error, T, Key>)

/** Makes a function that starts a screen's queries when its address is opened, while its code is loading. */
export const needsOf =
  (needs: (address: Address) => readonly (Need | Promise<Need>)[]) =>
  (params: URLSearchParams, roles: readonly string[]): void => {
    for (const need of needs(readAddress(params, roles)))
      if (need instanceof Promise) need.then(start).catch(() => undefined)
      else start(need)
  }

export type Needs = ReturnType<typeof needsOf>
