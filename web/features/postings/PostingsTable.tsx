import { IconAlertTriangle } from '@tabler/icons-react'
import type { Posting } from '../../../shared/contract/postings.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { clashText, daysText, inOrder, postingName } from './rules.ts'

const COLUMNS: readonly Column<Posting>[] = [
  { header: 'Group', cell: ({ group }) => <strong dir="auto">{group.name}</strong> },
  { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
  { header: 'Days', cell: daysText },
  { header: 'Ward', cell: ({ ward }) => <bdi>{ward ?? '—'}</bdi> },
  {
    header: 'Clashes',
    cell: ({ clashes }) =>
      clashes.length === 0 ? (
        '—'
      ) : (
        <Text size="sm" c="red">
          <IconAlertTriangle size={16} aria-hidden /> {clashText(clashes)}
        </Text>
      ),
  },
]

interface Props {
  rows: readonly Posting[]
  loading?: boolean
  writes: boolean
  onAction: (action: 'view' | 'edit' | 'delete', row: Posting) => void
}

/** Lists postings by group, and of each group by day. */
export function PostingsTable({ rows, loading = false, writes, onAction }: Props) {
  const actions = actionsColumn<Posting>((row) => (
    <RowActions of={postingName(row)} view edit={writes} remove={writes} onAction={(action) => onAction(action, row)} />
  ))
  return (
    <DataTable
      caption="Postings by group and day"
      columns={[...COLUMNS, actions]}
      rows={inOrder(rows)}
      rowKey={({ id }) => id}
      isUrgent={({ clashes }) => clashes.length > 0}
      loading={loading}
    />
  )
}
