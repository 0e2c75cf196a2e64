import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { discardMarks } from './KeptSessionsPanel.tsx'
import { type Given, ownMarks } from './marks.rules.ts'

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

interface Props {
  title: string
  session: { id: number; title: string }
  /** What has become of the session. */
  why: string
  /** What this device keeps of it, if anything. */
  given: Given | undefined
  students: readonly RosterStudent[]
  onClose: () => void
  /** What session it is. */
  children?: ReactNode
}

/** A session that takes no marks any more; those that this device keeps of it can be read, and given up. */
export function LostSessionModal({ title, session, why, given, students, onClose, children }: Props) {
  async function discard(): Promise<void> {
    if (await discardMarks(session.id, session.title)) onClose()
  }

  const marks = given ? ownMarks(students, given) : []
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          {given && (
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {children}
        <Problem text={why} />
        {given && <Text>Your marks are on this device only. They cannot be saved.</Text>}
        {marks.length > 0 && <DataTable caption="Your marks" columns={COLUMNS} rows={marks} rowKey={studentKey} />}
      </Stack>
    </Modal>
  )
}
