import { Text } from '@mantine/core'
import type { ImportKind, ImportRow } from '../../../shared/contract/imports.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { changesOf, KEY_NAMES, problemsOf } from './rules.ts'

function columnsOf(kind: ImportKind): Column<ImportRow>[] {
  return [
    { header: 'Line', cell: ({ line }) => line },
    { header: 'Name', cell: ({ name }) => <PersonName name={name} /> },
    { header: KEY_NAMES[kind], cell: ({ key }) => <span style={{ overflowWrap: 'anywhere' }}>{key}</span> },
    { header: 'Outcome', cell: ({ outcome }) => <StatusBadge status={outcome} /> },
    {
      header: 'Details',
      cell: (row) => (
        <div>
          {problemsOf(row).map((text) => (
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

const COLUMNS: Record<ImportKind, readonly Column<ImportRow>[]> = {
  students: columnsOf('students'),
  staff: columnsOf('staff'),
}

/** Rows of the file and what the import would do with each. */
export function PreviewTable({ kind, rows }: { kind: ImportKind; rows: readonly ImportRow[] }) {
  return <DataTable caption="Rows of the file" columns={COLUMNS[kind]} rows={rows} rowKey={({ line }) => line} />
}
