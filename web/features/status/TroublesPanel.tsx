import type { Status, Trouble } from '../../../shared/contract/status.ts'
import { formatInstant } from '../../core/formats.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import classes from './PartPanel.module.css'
import { PartPanel } from './PartPanel.tsx'

type Slow = Status['slow'][number]

const last: Column<Trouble> = { header: 'Last', whole: true, cell: ({ last_at }) => formatInstant(last_at) }
const times: Column<Trouble> = { header: 'Times', end: true, cell: (row) => row.times }

const ERRORS: readonly Column<Trouble>[] = [
  {
    header: 'Error',
    cell: ({ what, detail }) => (
      <div>
        <RowText kind="name">{what}</RowText>
        {detail && <RowText kind="detail">{detail}</RowText>}
      </div>
    ),
  },
  times,
  last,
]

const SLOW: readonly Column<Slow>[] = [
  {
    header: 'Statement',
    cell: ({ what }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, and keys scroll what has the focus
      <pre className={classes.statement} tabIndex={0}>
        {what.trim()}
      </pre>
    ),
  },
  { header: 'Longest', end: true, cell: ({ longest_ms }) => `${(longest_ms / 1000).toFixed(1)} s` },
  times,
  last,
]

const keyOf = ({ what, detail, last_at }: Trouble) => `${what} ${detail} ${last_at}`

/** Lists the latest errors and slow statements of all processes, without values. */
export function TroublesPanel({ errors, slow }: Pick<Status, 'errors' | 'slow'>) {
  return (
    <>
      <PartPanel title="Last errors" note="Equal ones of a day are one row. The log of the server says more.">
        {errors.length > 0 ? (
          <DataTable caption="Last errors" columns={ERRORS} rows={errors} rowKey={keyOf} />
        ) : (
          <Text size="sm">No errors in the last 30 days.</Text>
        )}
      </PartPanel>
      <PartPanel title="Slow statements">
        {slow.length > 0 ? (
          <DataTable caption="Slow statements" columns={SLOW} rows={slow} rowKey={keyOf} />
        ) : (
          <Text size="sm">No slow statements in the last 30 days.</Text>
        )}
      </PartPanel>
    </>
  )
}
