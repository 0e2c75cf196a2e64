import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import { formatInstant } from '../../core/formats.ts'
import { TwoVersionsModal } from '../../parts/TwoVersionsModal.tsx'
import { Button } from '../../ui/buttons.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { markText } from './absent.rules.ts'
import { latestChangesQuery } from './figures.api.ts'
import type { MarkLine } from './lines.rules.ts'
import classes from './MarksList.module.css'
import { LineName } from './MarksRow.tsx'
import { type Difference, readMarks } from './results.rules.ts'

type Decide = (which: readonly Difference[], whose: 'mine' | 'theirs') => void

function Values({ marks, remarks, children }: { marks: string; remarks: string | null; children?: ReactNode }) {
  return (
    <div>
      <Text fw={600} className={classes.figures}>
        {marks}
      </Text>
      <Text size="sm" dir="auto" {...(!remarks && { c: 'dimmed' })}>
        {remarks || 'No remarks'}
      </Text>
      {children}
    </div>
  )
}

/** Names the person who stored the result, and the time; the name comes from the history. */
function Who({ stored: { assessment_id, student_id, updated_at } }: { stored: AssessmentResult }) {
  const { data, isFetching } = useQuery(latestChangesQuery(assessment_id))
  const last = isFetching ? undefined : data?.data.find(({ student }) => student.id === student_id)
  return (
    <Text size="sm" c="dimmed">
      {last && (
        <>
          <PersonName name={last.actor?.name ?? 'System'} />,{' '}
        </>
      )}
      {formatInstant(updated_at)}
    </Text>
  )
}

const NONE = 'No marks'

/** Returns the typed text, even where it is no mark. */
function typedText(typed: string, { totalMarks }: MarkLine): string {
  const read = readMarks(typed, totalMarks)
  return read.problem === undefined ? markText(read, NONE) : typed
}

const columnsFor = (ofPeople: boolean): readonly Column<Difference>[] => [
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
      <Values marks={markText(stored, NONE)} remarks={stored?.remarks ?? null}>
        {stored && <Who stored={stored} />}
      </Values>
    ),
  },
]

/** The buttons of each line, where there are several. */
const decisionsColumn = (decide: Decide, pending: boolean): Column<Difference> => ({
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
})

const lineKey = ({ line }: Difference) => line.key

interface Props {
  title: string
  /** The name of the assessment, or of the student, whose marks are in conflict. */
  subject: string
  conflicts: readonly Difference[]
  /** The number of other lines to save. */
  others: number
  pending: boolean
  onDecide: Decide
  onClose: () => void
}

/** Shows marks that others saved meanwhile beside the user's own, who keeps either, line by line or all at once. */
export function MarksConflictModal({ title, subject, conflicts, others, pending, onDecide, onClose }: Props) {
  const ofPeople = conflicts.some(({ line }) => line.isPerson)
  const several = conflicts.length > 1
  const columns = useMemo(
    () => (several ? [...columnsFor(ofPeople), decisionsColumn(onDecide, pending)] : columnsFor(ofPeople)),
    [onDecide, pending, ofPeople, several],
  )
  return (
    <TwoVersionsModal
      title={title}
      thing={subject}
      problem={`Somebody else has saved ${several ? `${conflicts.length} marks` : 'a mark'} meanwhile, other than yours.`}
      caption="Marks that differ"
      columns={columns}
      rows={conflicts}
      rowKey={lineKey}
      note={`${several ? 'Your marks are saved once it is decided for each line. ' : ''}What is stored now is kept as history if you use yours.`}
      mineLabel="Use mine and save"
      theirsLabel={others > 0 ? 'Keep theirs, save the rest' : 'Keep theirs'}
      pending={pending}
      onTheirs={() => onDecide(conflicts, 'theirs')}
      onMine={() => onDecide(conflicts, 'mine')}
      onClose={onClose}
    />
  )
}
