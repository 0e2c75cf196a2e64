import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Problem } from '../ui/Problem.tsx'

interface Props<Row> {
  title: string
  /** What has happened. */
  problem: string
  /** What the table shows; read aloud, not seen. */
  caption: string
  /** Mine and what is stored, side by side. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** What of the rest, and what becomes of what is not taken. */
  note: string
  pending: boolean
  onTheirs: () => void
  onMine: () => void
  /** What the buttons do beside taking one of both. */
  theirsLabel?: string
  mineLabel?: string
  onClose: () => void
  /** What it is about. */
  children: ReactNode
  /** Who stored the others. */
  who?: ReactNode
}

/** What somebody else has stored meanwhile beside mine, where they differ, for the person to decide. */
export function TwoVersionsModal<Row>(props: Props<Row>) {
  const { title, problem, note, pending, onTheirs, onMine, onClose, children, who, ...rest } = props
  const { theirsLabel = 'Keep theirs', mineLabel = 'Use mine', ...table } = rest
  return (
    <Modal
      title={title}
      onClose={() => !pending && onClose()}
      footer={
        <>
          <Button variant="default" disabled={pending} onClick={onTheirs}>
            {theirsLabel}
          </Button>
          <Button variant="default" disabled={pending} onClick={onMine}>
            {pending ? 'Saving...' : mineLabel}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {children}
        <Problem text={problem} />
        {who}
        <DataTable {...table} />
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </Stack>
    </Modal>
  )
}
