import type { ReactNode } from 'react'
import { helpsToRetry, messageOf } from '../core/api-error.ts'
import { isSlowNetwork } from '../core/pace.ts'
import { Button } from './buttons.tsx'
import { Skeleton, Stack } from './elements.tsx'
import { useIsLate } from './late.ts'
import { CloseFooter, Modal } from './Modal.tsx'
import { Problem } from './Problem.tsx'

interface Props<T> {
  title: string
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  onClose: () => void
  failure?: string | undefined
  children: (record: T) => ReactNode
}

/** An answer within this time is shown at once: drawing a dialog twice takes longer than the wait. */
const WAITING_AFTER_MS = 40

/** Shows a dialog of one record: its wait, its failure, and then `children`, a dialog itself. */
export function RecordModal<T>({ title, query, onClose, failure, children }: Props<T>) {
  const { data, error, refetch } = query
  const isLate = useIsLate(isSlowNetwork() ? 0 : WAITING_AFTER_MS)
  if (data !== undefined) return children(data)
  if (!isLate && !error) return null
  return (
    <Modal title={title} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      {error ? (
        <Problem text={failure ?? messageOf(error)}>
          {helpsToRetry(error) && (
            <Button variant="default" size="xs" onClick={() => refetch()}>
              Retry
            </Button>
          )}
        </Problem>
      ) : (
        <RecordSkeleton />
      )}
    </Modal>
  )
}

export const RecordSkeleton = () => (
  <Stack role="status" aria-label="Loading">
    <Skeleton height={36} />
    <Skeleton height={36} />
    <Skeleton height={36} />
  </Stack>
)
