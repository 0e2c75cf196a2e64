import type { ReactNode } from 'react'
import { Button } from '../ui/buttons.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Stack, Text } from '../ui/elements.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Problem } from '../ui/Problem.tsx'

interface Props<Row> {
  title: string
  /** The name of what has two versions. */
  thing: string
  /** Tells the conflict. */
  problem: string
  /** The content of the table; read aloud, not seen. */
  caption: string
  /** The columns, with the own version and the stored one side by side. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Tells what becomes of the other values, and of the version that is not taken. */
  note: string
  pending: boolean
  onTheirs: () => void
  onMine: () => void
  /** Name the buttons when they do more than take a version. */
  theirsLabel?: string
  mineLabel?: string
  onClose: () => void
  /** More about the subject of the conflict. */
  children?: ReactNode
  /** The person who stored the other version. */
  who?: ReactNode
}

/** Shows the own version beside the one that somebody else has stored meanwhile, where they differ, for a decision. */
export function TwoVersionsModal<Row>(props: Props<Row>) {
  const { title, thing, problem, note, pending, onTheirs, onMine, onClose, children, who, ...rest } = props
  const { theirsLabel = 'Keep theirs', mineLabel = 'Use mine', ...table } = rest
  return (
    <Modal
      title={title}
      thing={thing}
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
