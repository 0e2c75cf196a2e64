import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { ownMarks } from './marks.rules.ts'

type OwnMark = ReturnType<typeof ownMarks>[number]

const COLUMNS: readonly Column<OwnMark>[] = [
  {
    header: 'Student',
    cell: ({ student }) => (
      <>
        {student.roll_no} <PersonName name={student.name} />
      </>
    ),
  },
  { header: 'Mine', cell: ({ status }) => <StatusBadge status={status} /> },
]

const studentKey = ({ student }: OwnMark) => student.student_id

/** Marks that the person has given and that cannot be shown in the list of students. */
export function OwnMarksTable({ marks }: { marks: readonly OwnMark[] }) {
  return <DataTable caption="Your marks" columns={COLUMNS} rows={marks} rowKey={studentKey} />
}
