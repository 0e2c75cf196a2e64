import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { DateOrder, ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { ReadingPanel } from './ReadingPanel.tsx'
import { countsOf, isOpen, type RowFilter, rowsShown, rowsText, SHOWN } from './rules.ts'

const ROWS_PER_PAGE: PageSize = 50

interface Props {
  kind: ImportKind
  preview: ImportPreview
  /** The reason why the import failed. */
  problem: string | undefined
  cancelled: boolean
  onRun: () => void
  onAgain: () => void
  /** Called with the order of the days, if the file leaves it open. */
  onOrder: (order: DateOrder) => void
  /** The place of the column whose use was changed last. */
  column: number | undefined
  onColumn: (column: number, field: string | null) => void
}

/** Says what new records need or should have, and the file lacks. */
function MissingAlert({ missing }: Pick<ImportPreview, 'missing'>) {
  if (missing.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The file lacks something" role="note">
      {missing.map((text) => (
        <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ))}
    </Alert>
  )
}

/** Shows what the import would do with each row, and the button that runs it. */
export function PreviewPanel({ kind, preview, problem, cancelled, column, onRun, onAgain, onOrder, onColumn }: Props) {
  const { rows } = preview
  const asks = isOpen(preview)
  const counts = useMemo(() => countsOf(rows), [rows])
  const [shown, setShown] = useState<RowFilter>(counts.error > 0 ? 'error' : 'all')
  const [page, setPage] = useState(1)
  const visible = useMemo(() => rowsShown(rows, shown), [rows, shown])
  const due = counts.create + counts.update
  const again = (
    <Button variant="default" size="xs" onClick={onAgain}>
      Preview again
    </Button>
  )

  function show(one: RowFilter): void {
    setShown(one)
    setPage(1)
  }

  return (
    <Stack gap="md">
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
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
      <ColumnsPanel preview={preview} column={column} onColumn={onColumn} />
      <ReadingPanel preview={preview} onOrder={onOrder} />
      {counts.error > 0 && !asks && (
        <Problem text="Mend the rows with errors in your file and choose it again. Nothing has been imported." />
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
        />
      )}
      <PagesRow meta={{ page, per_page: ROWS_PER_PAGE, total: visible.length }} onPage={setPage} />
      {counts.error === 0 && due === 0 && <Text>There is nothing to import: no row differs from what is stored.</Text>}
      <MissingAlert missing={preview.missing} />
      {counts.error === 0 && due > 0 && !asks && (
        <Group>
          <Button onClick={onRun}>Import {rowsText(due)}</Button>
        </Group>
      )}
    </Stack>
  )
}
