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
  /** True when the person may change students. */
  writes: boolean
  /** The students are of several batches, so each row names its batch. */
  ofSeveral?: boolean
  loading?: boolean
  /** Pass the same function each time, or the rows are drawn again. */
  onAction: (action: string, student: Student) => void
}

const columnsFor = (ofSeveral: boolean): Column<Student>[] => [
  {
    header: 'Name',
    cell: (student) => (
      <div className={classes.name}>
        <strong>
          <StudentName student={student} />
        </strong>
        {student.roll_no && <RowText kind="detail">{student.roll_no}</RowText>}
        {ofSeveral && (
          <RowText kind="detail" own>
            {student.batch?.name ?? 'Without a batch'}
          </RowText>
        )}
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

/** Lists the students of a batch. Memoised: hundreds of rows, drawn again only when they change. */
export const StudentsTable = memo(function StudentsTable(props: Props) {
  const { students, writes, ofSeveral = false, loading, onAction } = props
  const columns = useMemo(() => {
    const actions = actionsColumn<Student>((student) => (
      <RowActions of={student.name} edit remove onAction={(action) => onAction(action, student)} />
    ))
    const columns = columnsFor(ofSeveral)
    return writes ? [...columns, actions] : columns
  }, [writes, ofSeveral, onAction])
  return <DataTable caption="Students" columns={columns} rows={students} rowKey={studentId} loading={loading} />
})
