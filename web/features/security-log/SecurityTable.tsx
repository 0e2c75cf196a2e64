import { useMemo } from 'react'
import { SECURITY_KINDS, type SecurityRow } from '../../../shared/contract/security-log.ts'
import { entryOf, wordOf } from '../../../shared/labels.ts'
import { formatInstant } from '../../core/formats.ts'
import { deviceText } from '../../parts/device-text.ts'
import { UnstyledButton } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { BADGES, unknownPerson } from './rules.ts'
import classes from './SecurityTable.module.css'

interface Props {
  rows: readonly SecurityRow[]
  loading?: boolean
  /** Narrows the list to a person or an address. */
  onNarrow: (to: { user_id: number } | { address: string }) => void
}

function Device({ userAgent }: { userAgent: string }) {
  const short = deviceText(userAgent)
  if (short === userAgent) return <span>{short}</span>
  return (
    <details className={classes.device}>
      <summary>{short}</summary>
      <Text size="sm" c="dimmed">
        {userAgent}
      </Text>
    </details>
  )
}

const columnsOf = (onNarrow: Props['onNarrow']): Column<SecurityRow>[] => [
  {
    header: 'Time',
    whole: true,
    cell: ({ last_at, times }) => (
      <div>
        {formatInstant(last_at)}
        {times > 1 && (
          <Text size="sm" c="dimmed">
            {times} times within the minute
          </Text>
        )}
      </div>
    ),
  },
  {
    header: 'Person',
    cell: (row) => (
      <div className={classes.person}>
        {row.user ? (
          <UnstyledButton
            className={classes.narrow}
            aria-label={`${row.user.name}: show only this person`}
            onClick={() => row.user && onNarrow({ user_id: row.user.id })}
          >
            <PersonName name={row.user.name} />
          </UnstyledButton>
        ) : (
          <Text component="span" c="dimmed">
            <bdi>{unknownPerson(row)}</bdi>
          </Text>
        )}
        {row.user && row.email && (
          <Text size="sm" c="dimmed">
            <EmailText email={row.email} />
          </Text>
        )}
      </div>
    ),
  },
  {
    header: 'What',
    cell: ({ kind, detail }) => (
      <div>
        <StatusBadge status={entryOf(BADGES, kind) ?? 'none'} label={wordOf(SECURITY_KINDS, kind)} />
        {detail && (
          <Text size="sm" c="dimmed">
            <bdi>{detail}</bdi>
          </Text>
        )}
      </div>
    ),
  },
  {
    header: 'Address',
    cell: ({ address }) =>
      address ? (
        <UnstyledButton
          className={`${classes.narrow} ${classes.address}`}
          aria-label={`${address}: show only this address`}
          onClick={() => onNarrow({ address })}
        >
          {address}
        </UnstyledButton>
      ) : (
        'Several'
      ),
  },
  { header: 'Device', cell: ({ device }) => (device ? <Device userAgent={device} /> : '—') },
]

/** Shows the log, newest first. */
export function SecurityTable({ rows, loading = false, onNarrow }: Props) {
  // The columns stay the same, so that the rows need not be drawn again.
  const columns = useMemo(() => columnsOf(onNarrow), [onNarrow])
  return <DataTable caption="Security Log" columns={columns} rows={rows} rowKey={({ id }) => id} loading={loading} />
}
