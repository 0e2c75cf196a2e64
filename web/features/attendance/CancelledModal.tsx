import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { sessionTitle } from './api.ts'
import { discardMarks } from './KeptSessionsPanel.tsx'

interface Props {
  title: string
  session: AttendanceSession
  /** Marks were made before it was cancelled. */
  keepsMarks: boolean
  onClose: () => void
  /** What session it is. */
  children: ReactNode
}

/** A session that takes no marks; those that this device keeps of it can only be given up. */
export function CancelledModal({ title, session, keepsMarks, onClose, children }: Props) {
  async function discard(): Promise<void> {
    if (await discardMarks(session.id, sessionTitle(session))) onClose()
  }

  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          {keepsMarks && (
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
        <Problem text="This session is cancelled." />
        {keepsMarks && <Text>Your marks are on this device only. They cannot be saved.</Text>}
      </Stack>
    </Modal>
  )
}
