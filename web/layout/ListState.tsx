import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { helpsToRetry, messageOf } from '../core/api-error.ts'
import { useIsLate } from '../ui/late.ts'
import { Problem } from '../ui/Problem.tsx'

interface Props<T> {
  /** A query of the list. */
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** Shown while the first answer is on its way. */
  skeleton: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** Instead of the error's own message. */
  failure?: string
  children: (data: T) => ReactNode
}

/** A list's four states: on its way, failed with Retry, empty, there. */
export function ListState<T>({ query, skeleton, isEmpty, empty, failure, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query
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
  return (
    <>
      {banner}
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}
