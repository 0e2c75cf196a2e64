import { memo, useMemo } from 'react'
import type { Student } from '../../../shared/contract/students.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './StudentsTable.module.css'

interface Props {
  students: readonly Student[]
  /** Whether the person may change students. */
  writes: boolean
  loading?: boolean
  /** Always the same function, or the rows are drawn again. */
  onAction: (action: string, student: Student) => void
}

const COLUMNS: readonly Column<Student>[] = [
  {
    header: 'Name',
    cell: (student) => (
      <div className={classes.name}>
        <strong>
          <StudentName student={student} />
        </strong>
        {student.roll_no && <RowText kind="detail">{student.roll_no}</RowText>}
      </div>
    ),
  },
  {
    header: 'Status',
    cell: ({ status, never_signed_in }) => (
      <div>
        <StatusBadge status={status} />
        {never_signed_in && <RowText kind="detail">Never signed in</RowText>}
      </div>
    ),
  },
]

const studentId = ({ id }: Student) => id

/** The students of a batch; hundreds of rows, so they are drawn again only when they are others. */
export const StudentsTable = memo(function StudentsTable({ students, writes, loading, onAction }: Props) {
  const columns = useMemo(() => {
    const actions = actionsColumn<Student>((student) => (
      <RowActions of={student.name} edit remove onAction={(action) => onAction(action, student)} />
    ))
    return writes ? [...COLUMNS, actions] : COLUMNS
  }, [writes, onAction])
  return <DataTable caption="Students" columns={columns} rows={students} rowKey={studentId} loading={loading} />
})
