import { useQuery } from '@tanstack/react-query'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { can } from '../../../shared/permissions.ts'
import { formatDate } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { RowWords } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { casesQuery } from './api.ts'
import { RowsTable } from './RowsTable.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'

const COLUMNS: readonly Column<Reporting>[] = [
  {
    header: 'Case #',
    cell: ({ id, case_number }) => (
      <span className={classes.figures}>
        <RowLink to={`/reporting?modal=view&id=${id}`}>{case_number}</RowLink>
      </span>
    ),
  },
  { header: 'Title', cell: ({ title }) => <bdi>{title}</bdi> },
  { header: 'Severity', cell: ({ severity }) => <StatusBadge status={severity} /> },
  {
    header: 'Status',
    cell: (report) => (
      <RowWords>
        <StatusBadge status={report.status} />
        {report.is_overdue && <StatusBadge status="overdue" />}
        {report.is_confidential && <StatusBadge status="inactive" label="Hidden from student" />}
      </RowWords>
    ),
  },
  { header: 'Reported', cell: ({ reported_at }) => formatDate(reported_at) },
]

const caseId = ({ id }: Reporting) => id

/** The reports about the student in which the person has a part, and for permitted roles the number of all reports. */
export function CasesPanel({ studentId }: { studentId: number }) {
  const cases = useQuery(casesQuery(studentId))
  const counts = can(useRoles(), 'reportings:read-student')
  return (
    <SectionPanel
      id="reports"
      title="Reports"
      rule="The reports about the student that you have filed, are or were given, or may read."
      actions={
        counts && (
          <AddressLink
            label="All Reports of the Student"
            changes={{ modal: 'reports', id: null }}
            className={classes.link}
          >
            All Reports of the Student
          </AddressLink>
        )
      }
    >
      <ListState
        query={cases}
        skeleton={<Skeleton height={120} role="status" aria-label="Loading" />}
        isEmpty={(found) => found.length === 0}
        empty={<Text>No reports yet.</Text>}
      >
        {(found) => (
          <RowsTable caption="Reports about the student" of="reports" columns={COLUMNS} rows={found} rowKey={caseId} />
        )}
      </ListState>
    </SectionPanel>
  )
}
