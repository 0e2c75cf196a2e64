import { Button } from '@mantine/core'
import type { Announcement } from '../../../shared/contract/announcements.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { audienceText } from './rules.ts'

const COLUMNS: readonly Column<Announcement>[] = [
  {
    header: 'Title',
    cell: ({ title, is_read }) => (
      <>
        <strong dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </strong>
        {is_read === false && (
          <>
            {' '}
            <StatusBadge status="waiting" label="Not read" />
          </>
        )}
      </>
    ),
  },
  { header: 'For', cell: (row) => <bdi>{audienceText(row)}</bdi> },
  { header: 'By', cell: ({ author }) => <PersonName name={author.name} /> },
  { header: 'Announced', cell: ({ created_at }) => formatInstant(created_at) },
  { header: 'Last day', cell: ({ last_day }) => (last_day ? formatDay(last_day) : '—') },
]

interface Props {
  rows: readonly Announcement[]
  loading?: boolean
  /** True when the person may change this announcement. */
  isOwn: (row: Announcement) => boolean
  onAction: (action: 'view' | 'edit' | 'delete', row: Announcement) => void
  onRead: (row: Announcement) => void
}

export function AnnouncementsTable({ rows, loading = false, isOwn, onAction, onRead }: Props) {
  const actions = actionsColumn<Announcement>((row) => (
    <RowActions of={row.title} view edit={isOwn(row)} remove={isOwn(row)} onAction={(action) => onAction(action, row)}>
      {row.is_read === false && (
        <Button variant="default" size="xs" aria-label={`Read ${row.title}`} onClick={() => onRead(row)}>
          Read
        </Button>
      )}
    </RowActions>
  ))
  return (
    <DataTable
      caption="Announcements"
      columns={[...COLUMNS, actions]}
      rows={rows}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
}
