import { Button, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { decimalText } from '../../../shared/decimals.ts'
import { formatInstant } from '../../core/formats.ts'
import { TwoVersionsModal } from '../../parts/TwoVersionsModal.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import classes from './MarksList.module.css'
import { LineName } from './MarksRow.tsx'
import { type Difference, type MarkLine, readMarks } from './results.rules.ts'

type Decide = (which: readonly Difference[], whose: 'mine' | 'theirs') => void

function Values({ marks, remarks, at }: { marks: string; remarks: string | null; at?: string | undefined }) {
  return (
    <div>
      <Text fw={600} className={classes.figures}>
        {marks}
      </Text>
      {remarks && (
        <Text size="sm" dir="auto">
          {remarks}
        </Text>
      )}
      {at && (
        <Text size="sm" c="dimmed">
          {formatInstant(at)}
        </Text>
      )}
    </div>
  )
}

const NONE = 'No marks'
const marksText = (marks: number | null | undefined) => (marks == null ? NONE : decimalText(marks))

/** What was typed, even where it is no mark. */
function typedText(typed: string, { totalMarks }: MarkLine): string {
  const { marks, problem } = readMarks(typed, totalMarks)
  return problem === undefined ? marksText(marks) : typed
}

const columnsFor = (decide: Decide, pending: boolean, ofPeople: boolean): readonly Column<Difference>[] => [
  {
    header: ofPeople ? 'Student' : 'Assessment',
    cell: ({ line }) => <LineName line={line} />,
  },
  {
    header: 'Mine',
    cell: ({ line, mine }) => <Values marks={typedText(mine.marks, line)} remarks={mine.remarks} />,
  },
  {
    header: 'Stored',
    cell: ({ line: { stored } }) => (
      <Values marks={marksText(stored?.marks)} remarks={stored?.remarks ?? null} at={stored?.updated_at} />
    ),
  },
  {
    header: 'Actions',
    end: true,
    cell: (difference) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <Button
          size="sm"
          variant="default"
          disabled={pending}
          aria-label={`Keep theirs for ${difference.line.name}`}
          onClick={() => decide([difference], 'theirs')}
        >
          Theirs
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={pending}
          aria-label={`Use mine for ${difference.line.name}`}
          onClick={() => decide([difference], 'mine')}
        >
          Mine
        </Button>
      </Group>
    ),
  },
]

const lineKey = ({ line }: Difference) => line.key

interface Props {
  title: string
  /** Whose marks they are. */
  subject: string
  conflicts: readonly Difference[]
  pending: boolean
  onDecide: Decide
  onClose: () => void
}

/** The marks that somebody else has stored meanwhile beside mine: one of both is taken, for a line or for all. */
export function MarksConflictModal({ title, subject, conflicts, pending, onDecide, onClose }: Props) {
  const ofPeople = conflicts.some(({ line }) => line.isPerson)
  const columns = useMemo(() => columnsFor(onDecide, pending, ofPeople), [onDecide, pending, ofPeople])
  return (
    <TwoVersionsModal
      title={title}
      problem={`Somebody else has saved ${conflicts.length === 1 ? 'a mark' : `${conflicts.length} marks`} meanwhile, other than yours.`}
      caption="Marks that differ"
      columns={columns}
      rows={conflicts}
      rowKey={lineKey}
      note="Your other marks are kept. What is stored now is kept as history if you use yours."
      pending={pending}
      onTheirs={() => onDecide(conflicts, 'theirs')}
      onMine={() => onDecide(conflicts, 'mine')}
      onClose={onClose}
    >
      <Text fw={600} dir="auto">
        {subject}
      </Text>
    </TwoVersionsModal>
  )
}
