import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import type { StudentGroup } from '../../../shared/contract/groups.ts'
import type { Leave, LeaveAnswer, leaveDays } from '../../../shared/contract/leaves.ts'
import { leaveMay } from '../../../shared/policies/leaves.ts'
import { allows } from '../../../shared/policies/policy.ts'
import type { RecordKind } from '../../ui/record-kind.ts'

export const LEAVE: RecordKind = { entity: 'leave', title: 'Leave Request', noun: 'leave request' }

interface Department {
  id: number
  name: string
}

/** Returns the departments of a student's groups, each once, by name. */
export function departmentsOf(links: readonly StudentGroup[]): Department[] {
  const byId = new Map(links.map(({ group: { department } }) => [department.id, department]))
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** The number of days whose sessions are shown at first. */
const DAYS_SHOWN = 7

/** Starts with today and every department, the most frequent request. */
export const leaveValues = (departments: readonly Department[], today: string) => ({
  what: 'days' as 'days' | 'sessions',
  first_day: today,
  last_day: today,
  department_ids: departments.map(({ id }) => String(id)),
  from: today,
  to: Temporal.PlainDate.from(today)
    .add({ days: DAYS_SHOWN - 1 })
    .toString(),
  session_ids: [] as string[],
  reason: '',
})
export type LeaveValues = ReturnType<typeof leaveValues>

const listText = (ids: readonly string[]) => JSON.stringify(ids.map(Number))

/** Returns the days or the sessions, whichever the form is set to. */
export function leaveBody(values: LeaveValues, departments: readonly Department[], files: string[]) {
  const { what, first_day, last_day, department_ids, session_ids, reason } = values
  if (what === 'sessions') return { session_ids: listText(session_ids), reason, files }
  // A draft may contain a department whose group the student has left since.
  const chosen = department_ids.filter((one) => departments.some(({ id }) => one === String(id)))
  return { first_day, last_day, department_ids: listText(chosen), reason, files }
}

/** Returns true when leave can be asked for on every day of the span. */
export const isAskable = (from: string, to: string, { first, last }: ReturnType<typeof leaveDays>) =>
  from >= first && to <= last && from <= to

/** Returns the sessions that leave can be asked for, by their time. */
export const missable = (sessions: readonly AttendanceSession[]) =>
  sessions
    .filter(({ status, own_status }) => status !== 'cancelled' && own_status !== 'present')
    .sort((a, b) => (a.date_time < b.date_time ? -1 : 1))

/** Groups sessions by day. */
export function byDay(sessions: readonly AttendanceSession[]): [day: string, sessions: AttendanceSession[]][] {
  const days = new Map<string, AttendanceSession[]>()
  for (const session of sessions) days.set(session.activity_date, [...(days.get(session.activity_date) ?? []), session])
  return [...days]
}

export const mayWithdraw = ({ answers }: Leave) => answers.some(({ status }) => allows(leaveMay.withdraw, status))

export const waits = ({ answers }: Leave) => answers.some(({ status }) => status === 'pending')

/** Returns the form's values for an answer. A waiting one starts as granted, the more frequent answer. */
export const decisionValues = ({ status, note, updated_at }: LeaveAnswer) => ({
  status: status === 'refused' ? ('refused' as const) : ('granted' as const),
  note: note ?? '',
  updated_at,
})

export const WITHDRAWAL = {
  title: 'Withdraw leave request',
  message:
    'Departments that have not answered yet are not asked any more. What has been decided already stays as it is.',
  confirmLabel: 'Withdraw',
}
export const WITHDRAWN = 'Leave request withdrawn.'
