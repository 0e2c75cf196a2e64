import { useMemo } from 'react'
import type { ReportRow } from '../../../shared/contract/student-reports.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './ReportsTable.module.css'
import { shareText } from './rules.ts'

interface Props {
  rows: readonly ReportRow[]
  /** True for the list below the minimum: attendance has one decimal then. */
  isBelow?: boolean
  loading?: boolean
  /** Pass the same function each time, or the rows are drawn again. */
  onView: (row: ReportRow) => void
}

const columnsOf = (isBelow: boolean): readonly Column<ReportRow>[] => [
  {
    header: 'Student Name',
    cell: ({ student_id: id, name, roll_no, status }) => (
      <div className={classes.who}>
        <strong>
          <StudentName student={{ id, name }} />
        </strong>
        {roll_no && <RowText kind="detail">{roll_no}</RowText>}
        {status !== 'active' && <StatusBadge status={status} />}
      </div>
    ),
  },
  { header: 'Task', end: true, cell: ({ tasks_submitted, tasks_assigned }) => `${tasks_submitted}/${tasks_assigned}` },
  {
    header: 'Attendance',
    cell: ({ attendance_summary: summary }) => (
      <div>
        <strong>{shareText(summary, isBelow)}</strong> <span className={classes.of}>present only</span>
        <RowText kind="detail" figures>
          {summary.present} present, {summary.absent} absent, {summary.leave} leave
        </RowText>
      </div>
    ),
  },
  { header: 'Assessment', cell: () => '-' },
]

const studentId = ({ student_id }: ReportRow) => student_id

export function ReportsTable({ rows, isBelow = false, loading, onView }: Props) {
  const columns = useMemo(
    () => [
      ...columnsOf(isBelow),
      actionsColumn<ReportRow>((row) => <RowActions of={row.name} view onAction={() => onView(row)} />),
    ],
    [isBelow, onView],
  )
  return <DataTable caption="Student reports" columns={columns} rows={rows} rowKey={studentId} loading={loading} />
}
