import { useMemo } from 'react'
import type { Leave } from '../../../shared/contract/leaves.ts'
import { formatInstant } from '../../core/formats.ts'
import { LeaveAnswers } from '../../parts/LeaveAnswers.tsx'
import { askedText, askedTexts } from '../../parts/leave-texts.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { mayWithdraw, waits } from './rules.ts'

/** The student of the requests; staff; the staff who decide. */
export type LeaveReader = 'student' | 'staff' | 'decider'

interface Props {
  leaves: readonly Leave[]
  reader: LeaveReader
  loading?: boolean
  /** Pass the same function each time, or the rows are drawn again. */
  onAction: (action: 'view' | 'withdraw', leave: Leave) => void
}

const whatId = ({ id }: Leave) => `leave-${id}`
const leaveKey = ({ id }: Leave) => id

const Student = ({ student }: Pick<Leave, 'student'>) => (
  <div>
    <RowText kind="name">
      <StudentName student={student} />
    </RowText>
    {student.roll_no && (
      <RowText kind="detail" figures>
        {student.roll_no}
      </RowText>
    )}
  </div>
)

function Asked({ leave }: { leave: Leave }) {
  const { what, when } = askedTexts(leave)
  return (
    <div>
      <RowText kind="name" id={whatId(leave)}>
        {what}
      </RowText>
      {when && <RowText kind="detail">{when}</RowText>}
    </div>
  )
}

const columnsFor = (reader: LeaveReader, onAction: Props['onAction']): readonly Column<Leave>[] => [
  ...(reader === 'student' ? [] : [{ header: 'Student', cell: (leave: Leave) => <Student {...leave} /> }]),
  { header: 'Leave', cell: (leave) => <Asked leave={leave} /> },
  {
    header: reader === 'student' ? 'Answers' : 'Departments',
    cell: ({ answers }) => <LeaveAnswers answers={answers} full={reader === 'student'} />,
  },
  { header: 'Asked', whole: true, cell: ({ created_at }) => formatInstant(created_at) },
  { header: 'File', cell: ({ file }) => (file ? 'Yes' : '—') },
  actionsColumn((leave) => {
    const of = `leave of ${askedText(leave)}`
    return (
      <RowActions
        of={reader === 'student' ? of : `${of}, ${leave.student.name}`}
        view={reader !== 'decider' || !waits(leave)}
        onAction={() => onAction('view', leave)}
      >
        {reader === 'decider' && waits(leave) && (
          <RowButton main of={whatId(leave)} onClick={() => onAction('view', leave)}>
            Decide
          </RowButton>
        )}
        {reader === 'student' && mayWithdraw(leave) && (
          <RowButton of={whatId(leave)} onClick={() => onAction('withdraw', leave)}>
            Withdraw
          </RowButton>
        )}
      </RowActions>
    )
  }),
]

export function LeavesTable({ leaves, reader, loading = false, onAction }: Props) {
  const columns = useMemo(() => columnsFor(reader, onAction), [reader, onAction])
  return <DataTable caption="Leave requests" columns={columns} rows={leaves} rowKey={leaveKey} loading={loading} />
}
