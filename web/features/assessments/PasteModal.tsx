import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import classes from './MarksList.module.css'
import { LineName } from './MarksRow.tsx'
import { countFilled, type Filling, fillings, type Paste, pasteProblems } from './paste.rules.ts'

const columnsFor = (ofPeople: boolean): readonly Column<Filling>[] => [
  {
    header: ofPeople ? 'Student' : 'Assessment',
    cell: ({ line }) => <LineName line={line} />,
  },
  {
    header: 'Marks',
    cell: ({ text, problem }) => (
      <div>
        <span className={classes.figures}>{text || 'stays as it is'}</span>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            <IconAlertTriangle size={14} aria-hidden /> {problem}
          </Text>
        )}
      </div>
    ),
  },
]

const lineKey = ({ line }: Filling) => line.key

interface Props {
  pasted: Paste
  onFill: () => void
  onClose: () => void
}

/** Shows which line gets which value, and the values that do not fit, before anything changes. */
export function PasteModal({ pasted, onFill, onClose }: Props) {
  const rows = fillings(pasted)
  const count = countFilled(pasted)
  return (
    <Modal
      title="Paste marks"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus disabled={count === 0} onClick={onFill}>
            {count === 1 ? 'Fill in 1 value' : `Fill in ${count} values`}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {pasteProblems(pasted).map((text) => (
          <Problem key={text} text={text} />
        ))}
        <Text size="sm">The values are filled in in the order shown. Empty cells change nothing.</Text>
        <DataTable
          caption="Values to fill in"
          columns={columnsFor(rows.some(({ line }) => line.isPerson))}
          rows={rows}
          rowKey={lineKey}
        />
      </Stack>
    </Modal>
  )
}
