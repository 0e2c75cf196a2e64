import { useMemo } from 'react'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { daysText, levelText } from '../../../shared/labels.ts'
import { mayReport } from '../../../shared/policies/reportings.ts'
import { formatInstant } from '../../core/formats.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './ReportsTable.module.css'
import { excerpt, HIDDEN, isUrgent } from './rules.ts'

export type RowAction = 'view' | 'edit' | 'delete'

interface Props {
  caption: string
  reports: readonly Reporting[]
  /** True when rows can be changed and withdrawn here. */
  changes: boolean
  loading?: boolean
  onAction: (action: RowAction, report: Reporting) => void
}

const COLUMNS: readonly Column<Reporting>[] = [
  {
    header: 'Case #',
    cell: (report) => (
      <div>
        <Text size="sm" fw={600} className={classes.number}>
          {report.case_number}
        </Text>
        {isUrgent(report) && <StatusBadge status="urgent" />}
      </div>
    ),
  },
  {
    header: 'Title',
    cell: ({ title, description, is_confidential }) => (
      <div className={classes.title}>
        <Text size="sm" fw={600} dir="auto">
          {title}
        </Text>
        <Text size="sm" c="dimmed" dir="auto">
          {excerpt(description)}
        </Text>
        {is_confidential && <StatusBadge status="inactive" label={HIDDEN} />}
      </div>
    ),
  },
  {
    header: 'Student',
    cell: ({ student }) => (
      <div className={classes.person}>
        <StudentName student={student} />
        <Text size="sm" c="dimmed" className={classes.number}>
          {student.roll_no}
        </Text>
      </div>
    ),
  },
  { header: 'Severity', cell: ({ severity }) => <StatusBadge status={severity} /> },
  {
    header: 'Status',
    cell: (report) => (
      <div>
        <Group gap={4}>
          <StatusBadge status={report.status} />
          {report.is_waiting && <StatusBadge status="waiting" label="Your turn" />}
          {report.is_overdue && <StatusBadge status="overdue" />}
        </Group>
        <Text size="sm" c="dimmed">
          {report.resolved_at ? `Resolved after ${daysText(report.days_open)}` : `Open ${daysText(report.days_open)}`}
        </Text>
      </div>
    ),
  },
  { header: 'Current Level', cell: ({ current_level }) => levelText(current_level) },
  {
    header: 'Reported',
    cell: ({ reported_at, reporter }) => (
      <div className={classes.person}>
        <Text size="sm">{formatInstant(reported_at)}</Text>
        {reporter && (
          <Text size="sm" c="dimmed">
            by <PersonName name={reporter.name} />
          </Text>
        )}
      </div>
    ),
  },
]

const reportKey = ({ id }: Reporting) => id

export function ReportsTable({ caption, reports, changes, loading = false, onAction }: Props) {
  const columns = useMemo(
    () => [
      ...COLUMNS,
      actionsColumn<Reporting>((report) => (
        <RowActions
          of={report.case_number}
          view
          edit={changes && mayReport('edit', report)}
          remove={changes && mayReport('withdraw', report)}
          onAction={(action) => onAction(action, report)}
        />
      )),
    ],
    [changes, onAction],
  )
  return (
    <ScrollBox className={classes.box} keepsButtons>
      <DataTable
        caption={caption}
        columns={columns}
        rows={reports}
        rowKey={reportKey}
        isUrgent={isUrgent}
        loading={loading}
      />
    </ScrollBox>
  )
}
