import { IconInfoCircle, IconPencil } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EVERY_ROW, type Mended } from '../../../shared/contract/import-answers.ts'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { counted } from '../../../shared/labels.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { Previewed } from './api.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { MissingPanel } from './MissingPanel.tsx'
import { boxesOf, mendedProblem, mendedText, mendedWith, useMending, withBoxes } from './mending.ts'
import { NewNamesPanel } from './NewNamesPanel.tsx'
import classes from './PreviewTable.module.css'
import { PreviewTable } from './PreviewTable.tsx'
import { ReadingPanel } from './ReadingPanel.tsx'
import { type Answers, countsOf, isOpen, type RowFilter, rowsShown, rowsText, SHOWN } from './rules.ts'
import { UnsureColumnsPanel } from './UnsureColumnsPanel.tsx'
import { WideColumnsPanel } from './WideColumnsPanel.tsx'

const ROWS_PER_PAGE: PageSize = 50

interface Props {
  kind: ImportKind
  shown: Previewed
  onRun: () => void
  /** Asks for the preview again, with more that was answered or mended. */
  onAnswer: (answers: Answers) => void
  onColumn: (column: number, field: string | null) => void
  /** Remembers what was chosen for the next preview, and asks for none. */
  onChoose: (chosen: Answers) => void
}

/**
 * Shows the preview, which stands below the file's field. A screen reader is told of that of a file just chosen; a new one
 * of the same file keeps the focus where it was answered.
 */
function bringIntoView(panel: HTMLElement | null, isFirst: boolean): void {
  panel?.scrollIntoView({ block: 'start' })
  if (isFirst) panel?.querySelector('h2')?.focus({ preventScroll: true })
  else if (panel?.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
}

/** Shows what the import would do with each row, and the button that runs it. */
export function PreviewPanel({ kind, shown: step, onRun, onAnswer, onColumn, onChoose }: Props) {
  const { preview, answers, problem, cancelled, column } = step
  const { rows } = preview
  const asks = isOpen(preview)
  const counts = useMemo(() => countsOf(rows), [rows])
  const [shown, setShown] = useState<RowFilter>(counts.error > 0 ? 'error' : 'all')
  const [page, setPage] = useState(1)
  const visible = useMemo(() => rowsShown(rows, shown), [rows, shown])
  const due = counts.create + counts.update
  const mending = useMending(kind)
  const panel = useRef<HTMLDivElement>(null)
  const { isFirst = false } = step
  useEffect(() => {
    bringIntoView(panel.current, isFirst)
  }, [isFirst])
  const [tooMuch, setTooMuch] = useState<string>()
  function check(answered: Answers = {}): void {
    const before = answers.mended ?? {}
    // Every letter counts, also those since the panel was drawn.
    const edits = mending.changes()
    const mended = mendedWith(edits[EVERY_ROW] ? withBoxes(before, boxesOf(preview, before)) : before, edits)
    const wrong = mendedProblem(mended)
    setTooMuch(wrong)
    if (!wrong) onAnswer({ ...answered, mended: Object.keys(mended).length > 0 ? mended : undefined })
  }
  const again = (
    <Button variant="default" size="xs" onClick={() => onAnswer({})}>
      Preview again
    </Button>
  )

  function show(one: RowFilter): void {
    setShown(one)
    setPage(1)
  }

  return (
    <Stack gap="md" ref={panel} className={classes.panel}>
      <Title order={2} size="h4" tabIndex={-1} style={{ overflowWrap: 'anywhere', outline: 'none' }}>
        Preview of {preview.file_name}
      </Title>
      {problem && <Problem text={problem}>{again}</Problem>}
      {cancelled && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} role="status">
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ flex: '1 1 12rem' }}>
              Cancelled. An import that is cancelled before it is written leaves nothing; preview the file again to be
              sure.
            </Text>
            {again}
          </Group>
        </Alert>
      )}
      <UnsureColumnsPanel preview={preview} onColumn={onColumn} />
      <ColumnsPanel preview={preview} isFirst={isFirst} column={column} onColumn={onColumn} />
      <ReadingPanel preview={preview} onOrder={(order) => onAnswer({ order })} />
      <NewNamesPanel
        preview={preview}
        answers={answers}
        mending={mending}
        onMake={(making) => check({ making })}
        onChoose={onChoose}
      />
      <WideColumnsPanel preview={preview} mended={answers.mended} mending={mending} onCheck={() => check()} />
      <MissingPanel preview={preview} mended={answers.mended} mending={mending} onCheck={() => check()} />
      <MendedNote mended={answers.mended} onUndo={() => onAnswer({ mended: undefined })} />
      {counts.error > 0 && !asks && (
        <Problem
          text={`${preview.unknown.length > 0 ? 'Make the names above with the import, or mend' : 'Mend'} the rows with errors here, or in your file and choose it again. Nothing has been imported.`}
        />
      )}
      <Group gap={8} role="group" aria-label="Rows shown">
        {SHOWN.map(([one, label]) => (
          <Button
            key={one}
            size="sm"
            variant={shown === one ? 'filled' : 'default'}
            aria-pressed={shown === one}
            onClick={() => show(one)}
          >
            {label} ({counts[one]})
          </Button>
        ))}
      </Group>
      {visible.length === 0 ? (
        <Text c="dimmed" role="status">
          No rows
        </Text>
      ) : (
        <PreviewTable
          kind={kind}
          preview={preview}
          rows={visible.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE)}
          mended={answers.mended}
          mending={mending}
          onCheck={() => check()}
        />
      )}
      <PagesRow meta={{ page, per_page: ROWS_PER_PAGE, total: visible.length }} onPage={setPage} />
      {counts.error === 0 && due === 0 && <Text>There is nothing to import: no row differs from what is stored.</Text>}
      {mending.count > 0 && (
        <Group className={classes.due}>
          <Button onClick={() => check()}>Check {counted(mending.count, 'change')}</Button>
        </Group>
      )}
      {tooMuch && <Problem text={tooMuch} />}
      {asks && <Text>Answer the open questions above before you import.</Text>}
      {counts.error === 0 && due > 0 && !asks && mending.count === 0 && (
        <Group className={classes.due}>
          <Button onClick={onRun}>Import {rowsText(due)}</Button>
        </Group>
      )}
    </Stack>
  )
}

/** Says that rows are read otherwise than they stand in the file, and offers to read them as they stand there. */
function MendedNote({ mended, onUndo }: { mended: Mended | undefined; onUndo: () => void }) {
  const text = mended && mendedText(mended)
  if (!text) return null
  return (
    <Alert color="gray" icon={<IconPencil aria-hidden />} role="note">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 12rem' }}>
          Read otherwise than in the file: {text}.
        </Text>
        <Button variant="default" size="xs" onClick={onUndo}>
          Read the file as it is
        </Button>
      </Group>
    </Alert>
  )
}
