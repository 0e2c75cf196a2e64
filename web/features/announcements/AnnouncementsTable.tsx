import { IconPaperclip } from '@tabler/icons-react'
import type { Announcement } from '../../../shared/contract/announcements.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { VisuallyHidden } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { audienceText } from './rules.ts'

const COLUMNS: readonly Column<Announcement>[] = [
  {
    header: 'Title',
    cell: ({ title, file, is_read }) => (
      <>
        <strong dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </strong>
        {file && (
          <>
            {' '}
            <IconPaperclip size={14} aria-hidden style={{ verticalAlign: 'middle' }} />
            <VisuallyHidden>with a file</VisuallyHidden>
          </>
        )}
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
  { header: 'Announced', whole: true, cell: ({ created_at }) => formatInstant(created_at) },
  {
    header: 'Last day',
    whole: true,
    cell: ({ last_day }) => (last_day ? <span style={{ whiteSpace: 'nowrap' }}>{formatDay(last_day)}</span> : '—'),
  },
]

interface Props {
  rows: readonly Announcement[]
  loading?: boolean
  isEditable: (row: Announcement) => boolean
  isDeletable: (row: Announcement) => boolean
  onAction: (action: 'view' | 'edit' | 'delete', row: Announcement) => void
  onRead: (row: Announcement) => void
}

export function AnnouncementsTable(props: Props) {
  const { rows, loading = false, isEditable, isDeletable, onAction, onRead } = props
  const actions = actionsColumn<Announcement>((row) => (
    <RowActions
      of={row.title}
      view
      edit={isEditable(row)}
      remove={isDeletable(row)}
      onAction={(action) => onAction(action, row)}
    >
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
