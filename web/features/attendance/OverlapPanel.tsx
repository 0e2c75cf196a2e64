import { Alert } from '@mantine/core'
import { IconCalendarExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../core/formats.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { sessionsOfDayQuery } from './api.ts'
import type { SessionValues } from './rules.ts'

interface Props {
  values: Pick<SessionValues, 'group_id' | 'activity_date' | 'start_time' | 'end_time'>
  /** The session that is edited, which is no other. */
  sessionId: number | undefined
}

/** Says that the group has another session at that time; it may be meant, so it is no error. */
export function OverlapPanel({ values, sessionId }: Props) {
  const { group_id, activity_date: day, start_time, end_time } = values
  const complete = group_id !== '' && /^\d{4}-\d\d-\d\d$/.test(day) && start_time !== '' && end_time !== ''
  const { data } = useQuery({ ...sessionsOfDayQuery(Number(group_id), day), enabled: complete })
  const others = (complete ? (data?.data ?? []) : []).filter(
    ({ id, status, ...one }) =>
      id !== sessionId && status !== 'cancelled' && one.start_time < end_time && one.end_time > start_time,
  )
  if (others.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconCalendarExclamation aria-hidden />}
      title="Another session at this time"
      // Its own colour is too light to be read.
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {others.map((one) => (
        <div key={one.id}>
          {one.group.name} has a session on {formatDay(day)}, {one.start_time} – {one.end_time}, with{' '}
          <PersonName name={one.staff.name} />.
        </div>
      ))}
    </Alert>
  )
}
