import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'

type Signable = Pick<LogEntry, 'student_id' | 'department_id' | 'supervisor_id' | 'supervisor' | 'is_late'>

/** True when the caller is the head of this department, or an administrator. */
const isOver = ({ roles, staff }: Caller, departmentId: number) =>
  roles.includes('admin') || (roles.includes('hod') && staff?.departmentId === departmentId)

/**
 * Returns why the caller can't sign or return an entry: the named supervisor does while at work in the
 * department, its head, or an administrator; one that was logged late is for the head. Nobody signs the own.
 */
export function signRefusal(caller: Caller, entry: Signable): string | undefined {
  if (caller.student?.id === entry.student_id) return 'Nobody signs their own performance.'
  if (isOver(caller, entry.department_id)) return undefined
  if (caller.staff?.id !== entry.supervisor_id)
    return `This entry names ${entry.supervisor.name} as supervisor. Only ${entry.supervisor.name} or the head of department signs it.`
  if (caller.staff.departmentId !== entry.department_id)
    return 'You are not at work in the department of this entry any more.'
  return entry.is_late ? 'This entry was logged late, so only the head of department signs it.' : undefined
}

/** Returns the first day of a performance that needs no consent of the head, `YYYY-MM-DD`. */
export const earliestDay = (today: string, backdateDays: number): string =>
  Temporal.PlainDate.from(today).subtract({ days: backdateDays }).toString()

/** The years of performances where the day of admission is not known. */
const YEARS_BACK = 10

/** Returns the first day of a student’s performances: that of admission, unless it is still to come. */
export const firstDay = (admitted: string | null, today: string): string =>
  admitted !== null && admitted <= today
    ? admitted
    : Temporal.PlainDate.from(today).subtract({ years: YEARS_BACK }).toString()

/** The days of the performances that hints are looked for in, if nobody says otherwise, and the most of them. */
const HINT_DAYS = 30
const HINT_DAYS_MAX = 366

interface Days {
  from: string
  to: string
}

const later = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

/**
 * Returns the days that hints are looked for in: the last thirty up to `to`, which is today unless told.
 * @throws 422 for days in the wrong order, and for more than a year and a day
 */
export function hintDays(
  wanted: { from?: string | null | undefined; to?: string | null | undefined },
  today: string,
): Days {
  const to = wanted.to || (wanted.from && wanted.from > today ? wanted.from : today)
  const from = wanted.from || later(to, 1 - HINT_DAYS)
  const at = wanted.to ? 'to' : 'from'
  if (to < from) throw invalid({ to: ['to must be on or after from'] })
  if (later(from, HINT_DAYS_MAX) <= to) throw invalid({ [at]: [`At most ${HINT_DAYS_MAX} days at once`] })
  return { from, to }
}
