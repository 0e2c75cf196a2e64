import type { Group } from '../../../shared/contract/groups.ts'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Shows all fields of a group. */
export function GroupPanel({ group }: { group: Group }) {
  return (
    <Facts
      facts={[
        ['Name', group.name],
        ['Batch', group.batch.name],
        ['Department', group.department?.name ?? 'N/A'],
        ['Students', group.student_count],
        ['Description', group.description, 'wide'],
        ['Status', <StatusBadge key="status" status={group.status} />],
      ]}
    />
  )
}
