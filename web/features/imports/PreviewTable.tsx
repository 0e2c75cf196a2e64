import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Mended } from '../../../shared/contract/import-answers.ts'
import type { ImportKind, ImportPreview, ImportRow } from '../../../shared/contract/imports.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { HintsRow } from './HintsRow.tsx'
import type { Mending } from './mending.ts'
import classes from './PreviewTable.module.css'
import { changesOf, KEY_NAMES, keyField, keyOf, problemsOf, valueFields } from './rules.ts'

/**
 * Shows a value as it will be stored, beside the stored one where it changes that. Each keeps to its own direction: two
 * Urdu ones beside each other would change places.
 */
function ValueText({ row, field, heading }: { row: ImportRow; field: string; heading: string }) {
  const value = row.values[field]
  if (value === undefined) return null
  if (field in row.errors) return <span style={{ color: 'var(--mantine-color-error)' }}>{value}</span>
  const change = row.changes[heading]
  if (!change) return field === 'email' ? <EmailText email={value} /> : <bdi>{value}</bdi>
  return (
    <span>
      {change[0] !== null && (
        <>
          <bdi>
            <del>{change[0]}</del>
          </bdi>{' '}
        </>
      )}
      →{' '}
      <bdi>
        <ins className={classes.new}>{change[1] ?? '–'}</ins>
      </bdi>
    </span>
  )
}

interface Shown {
  kind: ImportKind
  preview: ImportPreview
  mended: Mended | undefined
  mending: Mending
  /** The lines whose values are all fields now. */
  opened: ReadonlySet<number>
  onOpen: (line: number) => void
  listOf: (field: string) => string
}

/** Returns whether a cell is a field: it is wrong, or its row is being changed. */
const isWritable = ({ opened, mending }: Shown, { line, errors }: ImportRow, field: string) =>
  !mending.isLeftOut(line) && (field in errors || opened.has(line) || mending.textOf(line, field) !== undefined)

function columnsOf(shown: Shown): Column<ImportRow>[] {
  const { kind, preview, mended } = shown
  const [key, keyName] = [keyField(kind, preview), KEY_NAMES[kind]]
  const headingOf = (field: string) => preview.fields.find((one) => one.field === field)?.heading ?? field
  const cell = (row: ImportRow, field: string, text: ReactNode) => (
    <div className={classes.value} data-mended={mended?.[row.line]?.[field] !== undefined || undefined}>
      {isWritable(shown, row, field) ? (
        <CellField
          key={shown.mending.version}
          row={row}
          field={field}
          heading={headingOf(field)}
          mending={shown.mending}
          list={preview.fields.find((one) => one.field === field)?.choices && shown.listOf(field)}
        />
      ) : (
        text
      )}
    </div>
  )
  return [
    { header: 'Line', cell: ({ line }) => line },
    { header: 'Name', cell: (row) => cell(row, 'name', <PersonName name={row.values.name ?? row.name} />) },
    ...(keyName === undefined || key === undefined
      ? []
      : [
          {
            header: keyName,
            cell: (row: ImportRow) => cell(row, key, <EmailText email={keyOf(kind, row)} />),
          },
        ]),
    {
      header: 'Outcome',
      cell: ({ line, outcome }) => (shown.mending.isLeftOut(line) ? 'Left out' : <StatusBadge status={outcome} />),
    },
    { header: 'Details', cell: (row) => <RowDetails row={row} shown={shown} /> },
    ...valueFields(kind, preview).map(({ field, heading }) => ({
      header: heading,
      cell: (row: ImportRow) => cell(row, field, <ValueText row={row} field={field} heading={heading} />),
    })),
  ]
}

const detailsId = ({ line }: ImportRow) => `details-of-line-${line}`

/** Says what is wrong with a row and what it changes, and offers to change it or to leave it out. */
function RowDetails({ row, shown }: { row: ImportRow; shown: Shown }) {
  const { preview, mending, opened, onOpen } = shown
  const { line, outcome } = row
  const isOut = mending.isLeftOut(line)
  return (
    <div className={classes.details}>
      <div id={detailsId(row)}>
        {problemsOf(row, preview).map(({ field, text }) => (
          <div key={field}>
            <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            {!isOut && <HintsRow row={row} field={field} rows={preview.rows} mending={mending} />}
          </div>
        ))}
        {changesOf(row).map(({ heading, from, how, to }) => (
          <Text key={heading} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {heading}: <bdi>{from}</bdi>
            {how}
            <bdi>{to}</bdi>
          </Text>
        ))}
      </div>
      <Group gap={4}>
        {!opened.has(line) && !isOut && (
          <Button size="compact-sm" variant="subtle" aria-label={`Change line ${line}`} onClick={() => onOpen(line)}>
            Change
          </Button>
        )}
        {(outcome === 'error' || opened.has(line) || isOut) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`${isOut ? 'Keep' : 'Leave out'} line ${line}`}
            onClick={() => mending.leaveOut(line, !isOut)}
          >
            {isOut ? 'Keep' : 'Leave out'}
          </Button>
        )}
      </Group>
    </div>
  )
}

interface CellProps {
  row: ImportRow
  field: string
  heading: string
  mending: Mending
  list: string | undefined
}

/** A value of a row as one writes it. */
function CellField({ row, field, heading, mending, list }: CellProps) {
  const [text, setText] = useState(() => mending.textOf(row.line, field) ?? row.values[field] ?? '')
  const isWrong = field in row.errors
  return (
    <input
      className={classes.field}
      type="text"
      dir="auto"
      autoComplete="off"
      aria-label={`${heading} of line ${row.line}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? detailsId(row) : undefined}
      list={list}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        mending.write(row.line, field, value)
      }}
    />
  )
}

interface Props {
  kind: ImportKind
  preview: ImportPreview
  rows: readonly ImportRow[]
  mended: Mended | undefined
  mending: Mending
  /** Called when what was changed is to be checked. */
  onCheck: () => void
}

/** Shows the file's rows with the import's effect on each, and their values as they will be stored; each can be changed. */
export function PreviewTable({ kind, preview, rows, mended, mending, onCheck }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const lists = useId()
  const columns = useMemo(
    () =>
      columnsOf({
        kind,
        preview,
        mended,
        mending,
        opened,
        onOpen: (line) => setOpened(new Set([...opened, line])),
        listOf: (field) => `${lists}-${field}`,
      }),
    [kind, preview, mended, mending, opened, lists],
  )
  return (
    <section
      className={classes.wide}
      aria-label="Rows and their values"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
      tabIndex={0}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement && mending.count > 0) onCheck()
      }}
    >
      <DataTable caption="Rows of the file" columns={columns} rows={rows} rowKey={({ line }) => line} />
      {preview.fields.map(({ field, choices }) =>
        choices ? (
          <datalist key={field} id={`${lists}-${field}`}>
            {choices.map((choice) => (
              <option key={choice} value={choice} />
            ))}
          </datalist>
        ) : null,
      )}
    </section>
  )
}
