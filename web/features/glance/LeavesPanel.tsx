import { useQuery } from '@tanstack/react-query'
import type { Leave } from '../../../shared/contract/leaves.ts'
import { can } from '../../../shared/permissions.ts'
import { formatDate } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { ListState } from '../../layout/ListState.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { LeaveAnswers } from '../../parts/LeaveAnswers.tsx'
import { askedTexts } from '../../parts/leave-texts.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { leavesQuery } from './api.ts'
import { RowsTable } from './RowsTable.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'

interface Props {
  studentId: number
  reader: 'staff' | 'student'
}

function Asked({ leave }: { leave: Leave }) {
  const { what, when } = askedTexts(leave)
  return (
    <div>
      <RowText kind="name">
        <RowLink to={`/leaves?modal=view&id=${leave.id}`}>{what}</RowLink>
      </RowText>
      {when && <RowText kind="detail">{when}</RowText>}
    </div>
  )
}

const COLUMNS: readonly Column<Leave>[] = [
  { header: 'Leave', cell: (leave) => <Asked leave={leave} /> },
  { header: 'Answers', cell: ({ answers }) => <LeaveAnswers answers={answers} full /> },
  { header: 'Asked', cell: ({ created_at }) => formatDate(created_at) },
]

const leaveId = ({ id }: Leave) => id

/** The student's leave requests, with the answer of each department. */
export function LeavesPanel({ studentId, reader }: Props) {
  const found = useQuery(leavesQuery(studentId))
  const asks = can(useRoles(), 'leaves:ask') && reader === 'student'
  return (
    <SectionPanel
      id="leave"
      title="Leave"
      rule="Leave that was asked for, whatever the register says of the sessions."
      actions={
        asks && (
          <span data-screen>
            <ScreenLink to="/leaves?modal=add" className={classes.link}>
              Ask for leave
            </ScreenLink>
          </span>
        )
      }
    >
      <ListState
        query={found}
        skeleton={<Skeleton height={120} role="status" aria-label="Loading" />}
        isEmpty={(leaves) => leaves.length === 0}
        empty={<Text>No leave requests yet.</Text>}
      >
        {(leaves) => (
          <RowsTable
            of="requests"
            caption="Leave requests of the student"
            columns={COLUMNS}
            rows={leaves}
            rowKey={leaveId}
          />
        )}
      </ListState>
    </SectionPanel>
  )
}
