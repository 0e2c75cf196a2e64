import type { ReactNode } from 'react'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { discardEntries } from './kept.api.ts'
import { OwnEntriesTable } from './OwnEntriesTable.tsx'
import { type EntryDraft, ownEntries } from './register.rules.ts'

interface Props {
  title: string
  thing: string | undefined
  session: { id: number; title: string }
  /** The reason why the session takes no entries. */
  why: string
  /** The device's entries of it, if any. */
  given: EntryDraft | undefined
  students: readonly RosterStudent[]
  onClose: () => void
  /** The facts of the session. */
  children?: ReactNode
}

/** Shows a session that takes no entries any more. The device's entries can be read and discarded. */
export function LostSessionModal({ title, thing, session, why, given, students, onClose, children }: Props) {
  const entries = given ? ownEntries(students, given) : []
  return (
    <Modal
      title={title}
      thing={thing}
      onClose={onClose}
      footer={
        <>
          {given && (
            <Button variant="default" onClick={() => discardEntries(session, onClose)}>
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
        {entries.length > 0 && <OwnEntriesTable entries={entries} />}
      </Stack>
    </Modal>
  )
}
