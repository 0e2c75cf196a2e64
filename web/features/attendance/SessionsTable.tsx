import { useMemo } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { endText, isOnDay } from '../../../shared/session-times.ts'
import { formatInstant } from '../../core/formats.ts'
import type { OnDevice } from '../../offline/kinds.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText, RowWords } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './SessionsTable.module.css'

interface Props {
  sessions: readonly AttendanceSession[]
  /** The entries that the device holds. Pass the same array and function each time, or every row is drawn again. */
  onDevice?: readonly OnDevice[]
  /** The sessions are of several groups, so each row names its group. */
  ofSeveral?: boolean
  roles: readonly string[]
  loading?: boolean
  onAction: (action: string, session: AttendanceSession) => void
}

const whenId = ({ id }: AttendanceSession) => `session-${id}`
const sessionKey = ({ id }: AttendanceSession) => id

const NOTHING: readonly OnDevice[] = []

const columnsFor = (
  onDevice: readonly OnDevice[],
  ofSeveral: boolean,
  roles: readonly string[],
  onAction: Props['onAction'],
): Column<AttendanceSession>[] => [
  { header: 'Date & Time', cell: (session) => <When session={session} ofSeveral={ofSeveral} /> },
  { header: 'Staff', cell: ({ staff }) => <PersonName name={staff.name} /> },
  {
    header: 'Status',
    cell: (session) => <Status session={session} held={onDevice.find(({ id }) => id === session.id)} />,
  },
  {
    header: 'Actions',
    end: true,
    cell: (session) => <Actions session={session} roles={roles} onAction={onAction} />,
  },
]

export function SessionsTable({
  sessions,
  onDevice = NOTHING,
  ofSeveral = false,
  roles,
  loading = false,
  onAction,
}: Props) {
  const columns = useMemo(
    () => columnsFor(onDevice, ofSeveral, roles, onAction),
    [onDevice, ofSeveral, roles, onAction],
  )
  return (
    <DataTable
      caption={ofSeveral ? 'Attendance sessions' : 'Attendance sessions of the group'}
      columns={columns}
      rows={sessions}
      rowKey={sessionKey}
      loading={loading}
    />
  )
}

function When({ session, ofSeveral }: { session: AttendanceSession; ofSeveral: boolean }) {
  return (
    <div>
      <RowWords>
        <RowText kind="name" id={whenId(session)}>
          {formatInstant(session.date_time)} to {endText(session)}
        </RowText>
        {isOnDay(session, collegeToday()) && <Tag word="Today" />}
      </RowWords>
      {ofSeveral && (
        <RowText kind="detail">
          <bdi>{session.group.name}</bdi>, <bdi>{session.batch.name}</bdi>, <bdi>{session.department.name}</bdi>
        </RowText>
      )}
      {session.remarks && (
        <RowText kind="detail" own>
          {session.remarks}
        </RowText>
      )}
    </div>
  )
}

/** Shows the status, the figures once the register is taken, and the state of the entry on this device. */
function Status({
  session: { status, counts, own_status: own },
  held,
}: {
  session: AttendanceSession
  held: OnDevice | undefined
}) {
  return (
    <div>
      <RowWords>
        <StatusBadge status={status} />
        {held && <DeviceBadge state={held.state} />}
        {own && <StatusBadge status={own} label={`You: ${labelOf(own)}`} />}
      </RowWords>
      {counts && (
        <RowText kind="detail">
          {counts.present} present, {counts.absent} absent, {counts.leave} leave
        </RowText>
      )}
      {held?.problem && held.state !== 'waiting' && held.state !== 'saved' && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} lineClamp={2} className={classes.problem}>
          {held.problem}
        </Text>
      )}
    </div>
  )
}

interface ActionsProps {
  session: AttendanceSession
  roles: readonly string[]
  onAction: Props['onAction']
}

function Actions({ session, roles, onAction }: ActionsProps) {
  const of = `session of ${formatInstant(session.date_time)}`
  const writes = can(roles, 'attendance:write')
  const taken = allows(sessionMay.revise, session.status)
  const takes = can(roles, 'attendance:take') && (taken || allows(sessionMay.take, session.status))
  // A register of a later day is not wanted now.
  const later = session.activity_date > collegeToday()
  return (
    <div className={classes.actions}>
      {takes && (
        <RowButton main={!taken && !later} of={whenId(session)} onClick={() => onAction('take', session)}>
          {taken ? 'Update Attendance' : 'Take Attendance'}
        </RowButton>
      )}
      <RowActions
        of={of}
        view
        edit={writes}
        remove={writes && !taken}
        onAction={(action) => onAction(action, session)}
      />
    </div>
  )
}
