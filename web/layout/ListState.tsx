import type { ReactNode } from 'react'
import { helpsToRetry, messageOf } from '../core/api-error.ts'
import { Button } from '../ui/buttons.tsx'
import { useIsLate } from '../ui/late.ts'
import { Problem } from '../ui/Problem.tsx'
import classes from './ListState.module.css'

interface Props<T> {
  /** A query of the list. */
  query: {
    data: T | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
    /** True while the data belong to the page or search before. */
    isPlaceholderData?: boolean
  }
  /** Shown until the first answer. */
  skeleton: ReactNode
  /** Given for a list, which has its Retry whatever failed; a record that is refused or missing stays so. */
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** Replaces the error's own message. */
  failure?: string
  children: (data: T) => ReactNode
}

/** Shows a list's four states: loading, failed with Retry, empty, loaded. Former rows are paler while new ones load. */
export function ListState<T>({ query, skeleton, isEmpty, empty, failure, children }: Props<T>) {
  const { data, error, isFetching, refetch, isPlaceholderData = false } = query
  const isLate = useIsLate(0)
  const banner = error && (
    <Problem text={failure ?? messageOf(error)}>
      {(isEmpty || helpsToRetry(error)) && (
        <Button variant="default" size="xs" disabled={isFetching} onClick={() => refetch()}>
          {isFetching ? 'Retrying...' : 'Retry'}
        </Button>
      )}
    </Problem>
  )
  if (data === undefined) return banner ?? (isLate ? skeleton : null)
  // An empty former result says nothing about the present search.
  if (isEmpty?.(data) && isPlaceholderData && !banner) return isLate ? skeleton : null
  return (
    <div className={classes.found} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      {banner}
      {isEmpty?.(data) ? empty : children(data)}
    </div>
  )
}
