import { IconAlertTriangle } from '@tabler/icons-react'
import type { Posting } from '../../../shared/contract/postings.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import classes from './PostingsTable.module.css'
import { clashText, daysText, inOrder, postingName } from './rules.ts'

const NONE = <span data-none>—</span>

const COLUMNS: readonly Column<Posting>[] = [
  { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
  { header: 'Ward', cell: ({ ward }) => (ward ? <bdi>{ward}</bdi> : NONE) },
  { header: 'Days', cell: daysText },
  {
    header: 'Clashes',
    cell: ({ clashes }) =>
      clashes.length === 0 ? (
        NONE
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
  const ordered = inOrder(rows)
  const again = new Set(ordered.filter(({ group }, place) => group.name === ordered[place - 1]?.group.name))
  const group: Column<Posting> = {
    header: 'Group',
    cell: (row) => (
      <strong dir="auto" data-again={again.has(row) || undefined}>
        {row.group.name}
      </strong>
    ),
  }
  const actions = actionsColumn<Posting>((row) => (
    <RowActions of={postingName(row)} view edit={writes} remove={writes} onAction={(action) => onAction(action, row)} />
  ))
  return (
    <div className={classes.dense}>
      <DataTable
        caption="Postings by group and day"
        columns={[group, ...COLUMNS, actions]}
        rows={ordered}
        rowKey={({ id }) => id}
        isUrgent={({ clashes }) => clashes.length > 0}
        loading={loading}
      />
    </div>
  )
}
