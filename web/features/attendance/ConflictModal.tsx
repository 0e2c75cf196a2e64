import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { formatInstant } from '../../core/formats.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type Difference, type MarkStatus, statusWord } from './marks.rules.ts'

const COLUMNS: readonly Column<Difference>[] = [
  {
    header: 'Student',
    cell: ({ student }) => (
      <>
        {student.roll_no} <PersonName name={student.name} />
      </>
    ),
  },
  { header: 'Mine', cell: ({ mine }) => <Mark status={mine.status} remark={mine.remark} /> },
  { header: 'Stored', cell: ({ student: { status, remarks } }) => <Mark status={status} remark={remarks} /> },
]

function Mark({ status, remark }: { status: MarkStatus | null; remark: string | null }) {
  return (
    <>
      <StatusBadge status={status ?? 'none'} label={statusWord(status)} />
      {remark && (
        <Text size="sm" dir="auto">
          {remark}
        </Text>
      )}
    </>
  )
}

const studentKey = ({ student }: Difference) => student.student_id

interface Props {
  title: string
  session: AttendanceSession
  differences: readonly Difference[]
  pending: boolean
  onTheirs: () => void
  onMine: () => void
  onClose: () => void
  /** What session it is. */
  children: ReactNode
}

/** The marks that were stored meanwhile beside mine, where they differ, for the person to decide. */
export function ConflictModal(props: Props) {
  const { title, session, differences, pending, onTheirs, onMine, onClose, children } = props
  const { taken_by, taken_at } = session
  return (
    <Modal
      title={title}
      onClose={() => !pending && onClose()}
      footer={
        <>
          <Button variant="default" disabled={pending} onClick={onTheirs}>
            Keep theirs
          </Button>
          <Button disabled={pending} onClick={onMine}>
            {pending ? 'Saving...' : 'Use mine'}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {children}
        <Problem text="The attendance of this session was saved meanwhile, with other marks than yours." />
        {taken_by && (
          <Text>
            Taken by <PersonName name={taken_by.name} />
            {taken_at && `, ${formatInstant(taken_at)}`}.
          </Text>
        )}
        <DataTable caption="Marks that differ" columns={COLUMNS} rows={differences} rowKey={studentKey} />
        <Text size="sm" c="dimmed">
          Everybody else has the same mark in both. What is stored now is kept as history if you use yours.
        </Text>
      </Stack>
    </Modal>
  )
}
