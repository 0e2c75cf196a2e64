import type * as z from 'zod/mini'
import type { AttendanceSession, NewSessionForm } from '../../../shared/contract/attendance.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { SESSION_HOURS_MAX } from '../../../shared/limits.ts'
import { SESSIONS_ONLY, type SessionsOnly } from '../../../shared/only.ts'
import { endsNextDay, isOnDay, isTooLong } from '../../../shared/session-times.ts'
import type { Address } from '../../core/address.ts'
import { groupAddressOf } from '../../parts/group-filters.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { choiceOf, numbersOf, textOf, textsOf } from '../../ui/texts.ts'

export const SESSION: RecordKind = {
  entity: 'attendance_session',
  title: 'Attendance Session',
  noun: 'attendance session',
}

/** The choices that narrow the list to registers that are due. */
export const SESSIONS_SHOWN: readonly { value: SessionsOnly; label: string }[] = [
  { value: 'mine', label: 'My registers to take' },
  { value: 'not-taken', label: 'Registers not taken' },
]

/** Reads the address: the filter of the list, which is of a group that was fetched, or of what is due. */
export function addressOf(address: Address) {
  const { status = '' as const, ...chosen } = groupAddressOf(address, SESSION_STATUSES)
  const only = SESSIONS_ONLY.find((one) => one === address.text('only'))
  const ofGroup = chosen.fetched && { ...chosen.fetched, status }
  return { ...chosen, status, only, filter: only ? { ...chosen.place, only } : ofGroup }
}

/** The choices of the list's filters; a new session starts with them. */
export interface SessionChoices {
  department_id: number | undefined
  batch_id: number | undefined
  group_id: number | undefined
}

/** The day, teacher and hours with which a new session starts as well. */
interface SessionDefaults {
  staff_id: number | undefined
  activity_date: string
  start_time: string
  end_time: string
}

/** Returns the hours of a session as fields of the browser have them: they know no 24:00. */
export const sessionHours = ({ start_time, end_time }: Pick<AttendanceSession, 'start_time' | 'end_time'>) => ({
  start_time: start_time.slice(0, 5),
  end_time: end_time.slice(0, 5).replace('24:00', '00:00'),
})

export const sessionValues = (session: AttendanceSession | undefined) => ({
  ...textsOf(session, ['department_id', 'batch_id', 'group_id', 'staff_id', 'remarks']),
  activity_date: textOf(session?.activity_date),
  ...(session ? sessionHours(session) : { start_time: '', end_time: '' }),
  year: choiceOf(session?.year),
  status: session?.status ?? 'pending',
  repeat: false,
  until: '',
  weekdays: [] as number[],
  skip: [] as string[],
})
export type SessionValues = ReturnType<typeof sessionValues>

export const newSessionValues = (chosen: SessionChoices, defaults: SessionDefaults): SessionValues => ({
  ...sessionValues(undefined),
  ...textsOf<keyof SessionChoices>(chosen, ['department_id', 'batch_id', 'group_id']),
  ...textsOf<keyof SessionDefaults>(defaults, ['staff_id', 'activity_date', 'start_time', 'end_time']),
})

const GROUPS_OFFERED = 3

/** Returns the last session of each group, those of the last groups. */
export function lastOfGroups(sessions: readonly AttendanceSession[]): AttendanceSession[] {
  const held = sessions.filter(({ status }) => status !== 'cancelled')
  const byGroup = new Map(held.toReversed().map((session) => [session.group_id, session]))
  return held.filter((session) => byGroup.get(session.group_id) === session).slice(0, GROUPS_OFFERED)
}

/** Puts today's sessions first: those of a term planned ahead would push them far down. */
export function todayFirst(sessions: readonly AttendanceSession[], today: string): AttendanceSession[] {
  const isToday = (session: AttendanceSession) => isOnDay(session, today)
  return [...sessions.filter(isToday), ...sessions.filter((session) => !isToday(session))]
}

const planned = ({ activity_date, start_time, end_time, year, remarks, ...values }: SessionValues) => ({
  ...numbersOf(values, ['department_id', 'batch_id', 'group_id', 'staff_id']),
  activity_date,
  start_time,
  // The end of the session's own day.
  end_time: end_time === '00:00' ? '24:00' : end_time,
  year,
  remarks,
})

export const sessionBody = (values: SessionValues) => ({ ...planned(values), status: values.status })

export const recurringBody = (values: SessionValues) => ({
  ...planned(values),
  until: values.until,
  weekdays: values.weekdays,
  skip: values.skip,
})

export const newSessionBody = (values: SessionValues): z.input<typeof NewSessionForm> =>
  values.repeat ? { ...recurringBody(values), repeat: true } : { ...sessionBody(values), repeat: false }

/** Describes an end that is not on the session's own day. Returns nothing while it is, or a time is missing. */
export function nextDayText({ start_time, end_time }: Pick<SessionValues, 'start_time' | 'end_time'>) {
  if (start_time === '' || end_time === '' || !endsNextDay({ start_time, end_time })) return undefined
  return isTooLong({ start_time, end_time })
    ? `A session that ends the next day lasts at most ${SESSION_HOURS_MAX} hours`
    : 'Ends the next day'
}

/** Returns the whole field for "weekdays.0" and "skip.2", which show their errors there. */
export const sessionField = (path: string) => path.replace(/^(weekdays|skip)\..*$/, '$1')

/** Monday is 1, as the contract counts. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
