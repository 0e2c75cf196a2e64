import { useMemo } from 'react'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { formatInstant } from '../../core/formats.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { type Status, StatusBadge } from '../../ui/StatusBadge.tsx'
import { DECISION_WORDS, LOG_STATUS_WORDS, performanceName, SETTING_WORDS, shortText } from './rules.ts'

interface Props {
  entries: readonly LogEntry[]
  /** The reader: a student is not told their own name, a signer when they have signed instead of whom it names. */
  of: 'student' | 'staff' | 'signer'
  onView: (id: number) => void
}

const STATUS_LOOKS: Record<LogEntry['status'], Status> = {
  logged: 'waiting',
  signed: 'completed',
  returned: 'returned',
  withdrawn: 'withdrawn',
}

/** Shows the status of an entry in a word; a signed one also tells another decision than completed. */
export const LogStatus = ({ status, decision }: Pick<LogEntry, 'status' | 'decision'>) => (
  <StatusBadge
    {...(decision && decision !== 'completed'
      ? { status: 'late', label: wordOf(DECISION_WORDS, decision) }
      : { status: STATUS_LOOKS[status] ?? 'none', label: wordOf(LOG_STATUS_WORDS, status) })}
  />
)

const entryId = ({ id }: LogEntry) => id

/** Lists performances. */
export function LogEntriesTable({ entries, of, onView }: Props) {
  const columns = useMemo((): Column<LogEntry>[] => {
    const student: Column<LogEntry> = {
      header: 'Student',
      cell: (entry) => (
        <div>
          <StudentName student={entry.student} />
          <RowText kind="detail">{entry.student.roll_no}</RowText>
        </div>
      ),
    }
    const performance: Column<LogEntry> = {
      header: 'Performance',
      cell: (entry) => (
        <div>
          <RowText kind="name">{entry.skill.name}</RowText>
          <RowText kind="detail">
            {wordOf(LEVEL_WORDS, entry.level)}
            {entry.setting !== 'patient' && `, ${wordOf(SETTING_WORDS, entry.setting).toLowerCase()}`}
            {shortText(entry, entry.skill) && `, ${shortText(entry, entry.skill)}`}
            {entry.corrects_id !== null && ', a correction'}
            {entry.corrected_by !== null && ', corrected since'}
          </RowText>
        </div>
      ),
    }
    return [
      ...(of === 'student' ? [] : [student]),
      performance,
      {
        header: 'Day',
        cell: ({ performed_on }) => (
          <RowText kind="name" figures>
            {writtenDay(performed_on)}
          </RowText>
        ),
      },
      {
        header: of === 'signer' ? 'Signed' : 'Supervisor',
        cell: ({ supervisor, signed_at, place }) => (
          <div>
            <RowText kind="name">{of === 'signer' && signed_at ? formatInstant(signed_at) : supervisor.name}</RowText>
            {place && <RowText kind="detail">{place}</RowText>}
          </div>
        ),
      },
      { header: 'Status', cell: (entry) => <LogStatus status={entry.status} decision={entry.decision} /> },
      actionsColumn((entry) => <RowActions of={performanceName(entry)} view onAction={() => onView(entry.id)} />),
    ]
  }, [of, onView])
  return <DataTable caption="Performances" columns={columns} rows={entries} rowKey={entryId} />
}
