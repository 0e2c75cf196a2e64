import { IconCalendarExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { endText, isTooLong, overlap } from '../../../shared/session-times.ts'
import { isDay } from '../../../shared/written-day.ts'
import { formatDay } from '../../core/formats.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { sessionsAroundQuery } from './api.ts'
import type { SessionValues } from './rules.ts'

interface Props {
  values: Pick<SessionValues, 'group_id' | 'staff_id' | 'activity_date' | 'start_time' | 'end_time'>
  /** The edited session, which does not overlap itself. */
  sessionId: number | undefined
}

/** Warns that the group or the staff member has another session at that time. It may be intended, so it is no error. */
export function OverlapPanel({ values, sessionId }: Props) {
  const { group_id, staff_id, activity_date: day, start_time, end_time } = values
  const timed = start_time !== '' && end_time !== '' && !isTooLong({ start_time, end_time })
  const dated = timed && isDay(day)
  const [ofGroup, ofStaff] = [dated && group_id !== '', dated && staff_id !== '']
  const group = useQuery(sessionsAroundQuery({ group_id: Number(group_id) }, ofGroup ? day : undefined))
  const staff = useQuery(sessionsAroundQuery({ staff_id: Number(staff_id) }, ofStaff ? day : undefined))

  const isOther = ({ id, status, ...one }: AttendanceSession) =>
    id !== sessionId && status !== 'cancelled' && overlap(one, { activity_date: day, start_time, end_time })
  const groups = (ofGroup ? (group.data?.data ?? []) : []).filter(isOther)
  const others = (ofStaff ? (staff.data?.data ?? []) : []).filter(isOther)
  // A session in both lists is shown once.
  const held = others.filter((one) => !groups.some(({ id }) => id === one.id))
  if (groups.length + held.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconCalendarExclamation aria-hidden />}
      title="Another session at this time"
    >
      {groups.map((one) => (
        <div key={one.id}>
          {one.group.name} has a session on {whenText(one)}, with <PersonName name={one.staff.name} />.
        </div>
      ))}
      {held.map((one) => (
        <div key={one.id}>
          <PersonName name={one.staff.name} /> holds a session on {whenText(one)}, of {one.group.name}.
        </div>
      ))}
    </Alert>
  )
}

const whenText = (session: AttendanceSession) =>
  `${formatDay(session.activity_date)}, ${session.start_time} to ${endText(session)}`
