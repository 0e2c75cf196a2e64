import type * as z from 'zod/mini'
import type { AttendanceSession, NewSessionForm } from '../../../shared/contract/attendance.ts'
import type { YEARS } from '../../../shared/limits.ts'

export type SessionValues = {
  department_id: string
  batch_id: string
  group_id: string
  activity_date: string
  start_time: string
  end_time: string
  staff_id: string
  year: '' | (typeof YEARS)[number]
  status: AttendanceSession['status']
  remarks: string
  repeat: boolean
  until: string
  weekdays: number[]
  skip: string[]
  /** The version that was read; part of the draft, so that a restored one can't overwrite a later change unseen. */
  updated_at: string | undefined
}

/** Today's sessions above the others: a term that is planned ahead would have them far below. */
export function todayFirst(sessions: readonly AttendanceSession[], today: string): AttendanceSession[] {
  const isToday = ({ activity_date }: AttendanceSession) => activity_date === today
  return [...sessions.filter(isToday), ...sessions.filter((session) => !isToday(session))]
}

const NOT_REPEATED = { repeat: false, until: '', weekdays: [], skip: [] }

export const sessionValues = (session: AttendanceSession): SessionValues => ({
  department_id: String(session.department_id),
  batch_id: String(session.batch_id),
  group_id: String(session.group_id),
  activity_date: session.activity_date,
  start_time: session.start_time.slice(0, 5),
  end_time: session.end_time.slice(0, 5),
  staff_id: String(session.staff_id),
  year: session.year ?? '',
  status: session.status,
  remarks: session.remarks ?? '',
  ...NOT_REPEATED,
  updated_at: session.updated_at,
})

/** What is chosen in the list's filters. */
export interface Chosen {
  departmentId: number | undefined
  batchId: number | undefined
  groupId: number | undefined
}

export const newSessionValues = ({ departmentId, batchId, groupId }: Chosen, day: string): SessionValues => ({
  department_id: String(departmentId ?? ''),
  batch_id: String(batchId ?? ''),
  group_id: String(groupId ?? ''),
  activity_date: day,
  start_time: '',
  end_time: '',
  staff_id: '',
  year: '',
  status: 'pending',
  remarks: '',
  ...NOT_REPEATED,
  updated_at: undefined,
})

/** An empty choice becomes 0, which the contract calls missing. */
const placed = ({
  department_id,
  batch_id,
  group_id,
  staff_id,
  activity_date,
  start_time,
  end_time,
}: SessionValues) => ({
  department_id: Number(department_id),
  batch_id: Number(batch_id),
  group_id: Number(group_id),
  staff_id: Number(staff_id),
  activity_date,
  start_time,
  end_time,
})

export const sessionBody = (values: SessionValues) => ({
  ...placed(values),
  year: values.year,
  status: values.status,
  remarks: values.remarks,
})

export const recurringBody = (values: SessionValues) => ({
  ...placed(values),
  year: values.year,
  remarks: values.remarks,
  until: values.until,
  weekdays: values.weekdays,
  skip: values.skip,
})

export const newSessionBody = (values: SessionValues): z.input<typeof NewSessionForm> =>
  values.repeat ? { ...recurringBody(values), repeat: true } : { ...sessionBody(values), repeat: false }

/** "weekdays.0" and "skip.2" are said under their whole fields. */
export const sessionField = (path: string) => path.replace(/^(weekdays|skip)\..*$/, '$1')

/** Monday is 1, as the contract counts. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
