import type { Batch, Turn } from '../../../shared/contract/batches.ts'
import { Stack } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { HeldList } from './HeldList.tsx'

interface Props {
  batch: Batch
  /** Its last year's turn, where it can be undone and the person may know of it. */
  turn: Turn | undefined
}

/** Shows all fields of a batch, and who was held back with its last turn. */
export function BatchPanel({ batch: { name, current_year, description, status }, turn }: Props) {
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Name', name, 'wide'],
          ['Current Year', current_year],
          ['Status', <StatusBadge key="status" status={status} />],
          ['Description', description, 'wide'],
        ]}
      />
      {turn && <HeldList turn={turn} of={name} />}
    </Stack>
  )
}
