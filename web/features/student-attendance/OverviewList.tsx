import type { ReactNode } from 'react'
import { isBelowMinimum } from '../../../shared/attendance-rate.ts'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { attendanceOf, NONE_COUNTED, percentText } from '../../parts/attendance-texts.ts'
import { Text, Title } from '../../ui/elements.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './OverviewList.module.css'

/** The id of the part that the lines lead to. */
export const RECORDS = 'records'

interface Props {
  records: readonly DepartmentRecord[]
  /** The department whose records are shown now. */
  shownId: number
}

/**
 * Lists a student's departments with the share of each, the lowest first. With a single department there is none: its
 * records say the same.
 */
export function OverviewList({ records, shownId }: Props) {
  const [first] = records
  if (!first || records.length === 1) return null
  const counted = lowestFirst(records)
  return (
    <section aria-label="Where you stand" className={classes.overview}>
      <Title order={3} size="h5">
        Where you stand
      </Title>
      {counted.length === 0 ? (
        <Text>{NONE_COUNTED}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            Attended of all sessions taken; a leave does not count as attended. At least {first.minimum}% is asked for.
          </Text>
          <ul className={classes.lines}>
            {counted.map((record) => (
              <DepartmentLine key={record.department.id} record={record} isShown={record.department.id === shownId} />
            ))}
            {counted.length > 1 && <Together {...attendanceOf(records)} />}
          </ul>
        </>
      )}
    </section>
  )
}

/** Leaves departments out in which nothing has been counted yet. */
const lowestFirst = (records: readonly DepartmentRecord[]) =>
  records
    .flatMap((record) => (record.precise_rate === null ? [] : [{ ...record, precise_rate: record.precise_rate }]))
    .toSorted((one, other) => one.precise_rate - other.precise_rate)

interface LineProps {
  share: Pick<DepartmentRecord, 'present' | 'total' | 'precise_rate'>
  /** The minimum in percent, where the share is judged by it. */
  minimum?: number
  children: ReactNode
}

function Line({ share, minimum, children }: LineProps) {
  const isBelow = minimum !== undefined && isBelowMinimum(share, minimum)
  return (
    <li className={classes.line} data-below={isBelow || undefined}>
      {children}
      {isBelow && <StatusBadge status="failed" label={`Below ${minimum}%`} />}
      <span className={classes.counts}>
        {share.present} of {share.total}
      </span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ inlineSize: `${share.precise_rate}%` }} />
        {minimum !== undefined && <span className={classes.minimum} style={{ insetInlineStart: `${minimum}%` }} />}
      </span>
    </li>
  )
}

function DepartmentLine({ record, isShown }: { record: DepartmentRecord; isShown: boolean }) {
  const { id, name } = record.department
  const text = `${name}: ${percentText(record.precise_rate)}`
  return (
    <Line share={record} minimum={record.minimum}>
      <AddressLink
        label={`Records of ${text}`}
        changes={{ tab: id, page: null }}
        hash={`#${RECORDS}`}
        current={isShown}
        className={classes.name}
      >
        {text}
      </AddressLink>
    </Line>
  )
}

/** Has no minimum, which each department is judged by alone. */
const Together = (share: LineProps['share']) => (
  <Line share={share}>
    <span className={classes.name}>All together: {percentText(share.precise_rate)}</span>
  </Line>
)
