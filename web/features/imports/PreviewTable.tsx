import { useMemo } from 'react'
import type { ImportKind, ImportPreview, ImportRow } from '../../../shared/contract/imports.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './PreviewTable.module.css'
import { changesOf, KEY_NAMES, keyOf, problemsOf, valueFields } from './rules.ts'

/** Shows a value as it will be stored, beside the stored one where it changes that. */
function ValueText({ row, field, heading }: { row: ImportRow; field: string; heading: string }) {
  const value = row.values[field]
  if (value === undefined) return null
  if (field in row.errors) return <span style={{ color: 'var(--mantine-color-error)' }}>{value}</span>
  const change = row.changes[heading]
  if (!change) return <bdi>{value}</bdi>
  return (
    <span>
      {change[0] !== null && (
        <>
          <del>{change[0]}</del>{' '}
        </>
      )}
      → <ins className={classes.new}>{change[1] ?? '–'}</ins>
    </span>
  )
}

function columnsOf(kind: ImportKind, preview: ImportPreview): Column<ImportRow>[] {
  return [
    { header: 'Line', cell: ({ line }) => line },
    { header: 'Name', cell: ({ name, values }) => <PersonName name={values.name ?? name} /> },
    { header: KEY_NAMES[kind], cell: (row) => <span style={{ overflowWrap: 'anywhere' }}>{keyOf(kind, row)}</span> },
    { header: 'Outcome', cell: ({ outcome }) => <StatusBadge status={outcome} /> },
    {
      header: 'Details',
      cell: (row) => (
        <div>
          {problemsOf(row, preview.columns).map((text) => (
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
    ...valueFields(kind, preview).map(({ field, heading }) => ({
      header: heading,
      cell: (row: ImportRow) => (
        <div className={classes.value}>
          <ValueText row={row} field={field} heading={heading} />
        </div>
      ),
    })),
  ]
}

interface Props {
  kind: ImportKind
  preview: ImportPreview
  rows: readonly ImportRow[]
}

/** Shows the file's rows with the import's effect on each, and their values as they will be stored. */
export function PreviewTable({ kind, preview, rows }: Props) {
  const columns = useMemo(() => columnsOf(kind, preview), [kind, preview])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
    <section className={classes.wide} aria-label="Rows and their values" tabIndex={0}>
      <DataTable caption="Rows of the file" columns={columns} rows={rows} rowKey={({ line }) => line} />
    </section>
  )
}
