import type { AttendanceSubmission } from '../../shared/contract/attendance.ts'
import { formatInstant } from '../core/formats.ts'
import { ListState } from '../layout/ListState.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Skeleton } from '../ui/elements.tsx'
import { PagesRow } from '../ui/PagesRow.tsx'
import { Prompt } from '../ui/Prompt.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

interface Entries {
  data: readonly AttendanceSubmission[]
  meta: { page: number; per_page: number; total: number }
}

interface Props {
  caption: string
  query: { data: Entries | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  onPage: (page: number) => void
}

const COLUMNS: readonly Column<AttendanceSubmission>[] = [
  { header: 'Date & Time', cell: ({ attendance_session }) => formatInstant(attendance_session.date_time) },
  { header: 'Group', cell: ({ attendance_session }) => <bdi>{attendance_session.group.name}</bdi> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Remarks',
    cell: ({ remarks, attendance_session }) => <bdi>{remarks ?? attendance_session.remarks ?? '—'}</bdi>,
  },
]

const entryId = ({ id }: AttendanceSubmission) => id

/** Lists a student's entries, from which a percentage is made. */
export function EntriesTable({ caption, query, onPage }: Props) {
  return (
    <ListState
      query={query}
      skeleton={<Skeleton height={160} role="status" aria-label="Loading" />}
      isEmpty={({ meta }) => meta.total === 0}
      empty={<Prompt title="No sessions found" text="Sessions are listed here once their attendance has been taken." />}
    >
      {({ data, meta }) => (
        <>
          <DataTable caption={caption} columns={COLUMNS} rows={data} rowKey={entryId} />
          <PagesRow meta={meta} onPage={onPage} />
        </>
      )}
    </ListState>
  )
}
