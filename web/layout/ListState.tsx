import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { helpsToRetry, messageOf } from '../core/api-error.ts'
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
    /** The data are those of the page or search before. */
    isPlaceholderData?: boolean
  }
  /** Shown while the first answer is on its way. */
  skeleton: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** Instead of the error's own message. */
  failure?: string
  children: (data: T) => ReactNode
}

/** A list's four states: on its way, failed with Retry, empty, there. What stands in for it meanwhile is paler. */
export function ListState<T>({ query, skeleton, isEmpty, empty, failure, children }: Props<T>) {
  const { data, error, isFetching, refetch, isPlaceholderData = false } = query
  const isLate = useIsLate(0)
  const banner = error && (
    <Problem text={failure ?? messageOf(error)}>
      {helpsToRetry(error) && (
        <Button variant="default" size="xs" disabled={isFetching} onClick={() => refetch()}>
          {isFetching ? 'Retrying...' : 'Retry'}
        </Button>
      )}
    </Problem>
  )
  if (data === undefined) return banner ?? (isLate ? skeleton : null)
  // What nothing was found by says nothing of what is looked for now.
  if (isEmpty?.(data) && isPlaceholderData && !banner) return isLate ? skeleton : null
  return (
    <div className={classes.found} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      {banner}
      {isEmpty?.(data) ? empty : children(data)}
    </div>
  )
}
