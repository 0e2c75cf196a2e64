import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { formatInstant } from '../../core/formats.ts'
import { TwoVersionsModal } from '../../parts/TwoVersionsModal.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { entryHistoryQuery } from './api.ts'
import { type Difference, type EntryStatus, statusWord } from './register.rules.ts'

const COLUMNS: readonly Column<Difference>[] = [
  {
    header: 'Student',
    cell: ({ student }) => (
      <>
        {student.roll_no} <PersonName name={student.name} />
      </>
    ),
  },
  { header: 'Mine', cell: ({ mine }) => <Entry status={mine.status} remark={mine.remark} /> },
  { header: 'Stored', cell: ({ student: { status, remarks } }) => <Entry status={status} remark={remarks} /> },
]

function Entry({ status, remark }: { status: EntryStatus | null; remark: string | null }) {
  return (
    <div>
      <StatusBadge status={status ?? 'none'} label={statusWord(status)} />
      {remark && (
        <Text size="sm" dir="auto">
          {remark}
        </Text>
      )}
    </div>
  )
}

/** Names the person who last changed an entry, or else who took the register. */
function WhoWasLast({ session: { id, taken_by, taken_at } }: { session: AttendanceSession }) {
  const { data: history, isPending } = useQuery(entryHistoryQuery(id, 1))
  const last = history?.data[0]
  const who = last ? (last.actor?.name ?? 'System') : history && taken_by?.name
  const when = last?.at ?? taken_at
  // Keeps the line, so that nothing moves when the name arrives.
  if (!who) return isPending && <Text aria-hidden>&nbsp;</Text>
  return (
    <Text>
      {last ? 'Last changed by' : 'Taken by'} <PersonName name={who} />
      {when && `, ${formatInstant(when)}`}.
    </Text>
  )
}

const studentKey = ({ student }: Difference) => student.student_id

interface Props {
  title: string
  thing: string
  session: AttendanceSession
  differences: readonly Difference[]
  pending: boolean
  onTheirs: () => void
  onMine: () => void
  onClose: () => void
  /** The facts of the session. */
  children: ReactNode
}

/** Shows the entries that others stored meanwhile beside the own ones, where they differ, for a decision. */
export function ConflictModal(props: Props) {
  const { session, differences, ...rest } = props
  return (
    <TwoVersionsModal
      {...rest}
      problem="The attendance of this session was saved meanwhile, with other marks than yours."
      who={<WhoWasLast session={session} />}
      caption="Marks that differ"
      columns={COLUMNS}
      rows={differences}
      rowKey={studentKey}
      note="Everybody else has the same mark in both. What is stored now is kept as history if you use yours."
    />
  )
}
