import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { ownEntries } from './register.rules.ts'

type OwnEntry = ReturnType<typeof ownEntries>[number]

const COLUMNS: readonly Column<OwnEntry>[] = [
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

const studentKey = ({ student }: OwnEntry) => student.student_id

/** Lists the person's entries that the list of students can't show. */
export function OwnEntriesTable({ entries }: { entries: readonly OwnEntry[] }) {
  return <DataTable caption="Your marks" columns={COLUMNS} rows={entries} rowKey={studentKey} />
}
