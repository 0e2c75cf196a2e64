import type { ReportRow, ReportStats } from '../../../shared/contract/student-reports.ts'
import { spanText } from '../../../shared/written-day.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton } from '../../ui/elements.tsx'
import { FigureCards } from '../../ui/FigureCards.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { ReportsTable } from './ReportsTable.tsx'
import { percentText, type ReportFilter } from './rules.ts'

interface Query<T> {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

interface Props {
  list: Query<{ data: ReportRow[]; meta: { page: number; per_page: number; total: number } }>
  stats: Query<ReportStats>
  /** The filter of the rows that are shown. */
  filter: Pick<ReportFilter, 'only' | 'from' | 'to'>
  onView: (row: ReportRow) => void
  onPage: (page: number) => void
}

/** Drops an error of the totals that the list above shows already; its Retry reads both. */
const withoutEcho = <T,>(stats: Query<T>, list: Query<unknown>): Query<T> =>
  list.error && stats.data !== undefined ? { ...stats, error: null } : stats

function emptyText({ only, from, to }: Props['filter']): string {
  const days = spanText({ from, to })
  if (days) return `Nobody matches of those who were members then: ${days}.`
  return only
    ? 'No active student is below the minimum there.'
    : 'No active students match. Choose another batch or group.'
}

/** Shows the totals, and the counted students. */
export function ReportsList({ list, stats, filter, onView, onPage }: Props) {
  return (
    <ListState
      query={list}
      skeleton={<ReportsTable rows={[]} loading onView={onView} />}
      isEmpty={({ meta }) => meta.total === 0}
      empty={<Prompt title="No student reports found" text={emptyText(filter)} />}
    >
      {({ data, meta }) => (
        <>
          <ListState
            query={withoutEcho(stats, list)}
            skeleton={<Skeleton height={44} role="status" aria-label="Loading totals" />}
          >
            {(totals) => <Totals totals={totals} />}
          </ListState>
          <ReportsTable rows={data} isBelow={filter.only === 'below'} onView={onView} />
          <PagesRow meta={meta} onPage={onPage} />
        </>
      )}
    </ListState>
  )
}

/** Shows the totals in one line, so that the students begin on the first screen. */
function Totals({ totals }: { totals: ReportStats }) {
  const { totalStudents, presentCount, absentCount, leaveCount, attendancePercentage } = totals
  return (
    <FigureCards
      label="Totals"
      isSlim
      figures={[
        { label: 'Total Students', value: totalStudents },
        { label: 'Present', value: presentCount, meaning: 'good' },
        { label: 'Absent', value: absentCount, meaning: 'bad' },
        { label: 'Leave', value: leaveCount, meaning: 'waiting' },
        {
          label: 'Attendance Percentage',
          value: percentText(attendancePercentage, presentCount + absentCount + leaveCount),
          note: 'present and leave',
        },
      ]}
    />
  )
}
