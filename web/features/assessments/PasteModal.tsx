import { IconAlertTriangle } from '@tabler/icons-react'
import { counted } from '../../../shared/labels.ts'
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

type Count = ReturnType<typeof countFilled>

/** Returns "Fill in 3 values", or with values that are no marks "Fill in 1 value, and 2 to correct". */
function fillText({ right, wrong }: Count): string {
  const filled = `Fill in ${counted(right, 'value')}`
  return wrong === 0 || right === 0 ? filled : `${filled}, and ${wrong} to correct`
}

function wrongText({ right, wrong }: Count): string {
  const said = wrong === 1 ? '1 value is no mark.' : `${wrong} values are no marks.`
  if (right === 0) return `${said} Perhaps another column was copied.`
  return `${said} ${wrong === 1 ? 'It is' : 'They are'} filled in as copied, to be corrected before you save.`
}

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
  const { right, wrong } = count
  return (
    <Modal
      title="Paste marks"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus disabled={right === 0} onClick={onFill}>
            {fillText(count)}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {pasteProblems(pasted).map((text) => (
          <Problem key={text} text={text} />
        ))}
        {wrong > 0 && <Problem text={wrongText(count)} />}
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
