import { useMemo } from 'react'
import type { ImportKind, ImportPreview, ImportRow } from '../../../shared/contract/imports.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { changesOf, KEY_NAMES, problemsOf } from './rules.ts'

function columnsOf(kind: ImportKind, columns: ImportPreview['columns']): Column<ImportRow>[] {
  return [
    { header: 'Line', cell: ({ line }) => line },
    { header: 'Name', cell: ({ name }) => <PersonName name={name} /> },
    { header: KEY_NAMES[kind], cell: ({ key }) => <span style={{ overflowWrap: 'anywhere' }}>{key}</span> },
    { header: 'Outcome', cell: ({ outcome }) => <StatusBadge status={outcome} /> },
    {
      header: 'Details',
      cell: (row) => (
        <div>
          {problemsOf(row, columns).map((text) => (
            <Text key={text} size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ))}
          {changesOf(row).map((text) => (
            <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          ))}
        </div>
      ),
    },
  ]
}

interface Props {
  kind: ImportKind
  rows: readonly ImportRow[]
  /** Field → the heading of its column in the file. */
  columns: ImportPreview['columns']
}

/** Shows the file's rows with the import's effect on each. */
export function PreviewTable({ kind, rows, columns }: Props) {
  const shown = useMemo(() => columnsOf(kind, columns), [kind, columns])
  return <DataTable caption="Rows of the file" columns={shown} rows={rows} rowKey={({ line }) => line} />
}
