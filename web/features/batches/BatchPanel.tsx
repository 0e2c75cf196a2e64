import type { Batch } from '../../../shared/contract/batches.ts'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Shows all fields of a batch. */
export function BatchPanel({ batch: { name, current_year, description, status } }: { batch: Batch }) {
  return (
    <Facts
      facts={[
        ['Name', name, 'wide'],
        ['Current Year', current_year],
        ['Status', <StatusBadge key="status" status={status} />],
        ['Description', description, 'wide'],
      ]}
    />
  )
}
