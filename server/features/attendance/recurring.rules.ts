import type { RecurringDay } from '../../../shared/contract/attendance.ts'
import { RECURRING_SESSIONS_MAX } from '../../../shared/limits.ts'
import type { RecurringDate } from '../../../shared/recurrence.ts'

/** Plans the days of a recurring action, given those on which the group and the staff member are busy. */
export const planOf = (dates: RecurringDate[], busy: Record<'group' | 'staff', ReadonlySet<string>>): RecurringDay[] =>
  dates.map(({ date, isSkipped }) => ({
    activity_date: date,
    outcome: isSkipped ? 'skipped' : busy.group.has(date) ? 'exists' : 'create',
    ...(busy.staff.has(date) ? { staff_busy: true } : {}),
  }))

export const daysToCreate = (plan: RecurringDay[]): string[] =>
  plan.filter(({ outcome }) => outcome === 'create').map(({ activity_date }) => activity_date)

/** @returns what is wrong, by field, when there would be more sessions than can be created at once */
export function countProblems(dates: RecurringDate[]): Record<string, string[]> {
  const wanted = dates.filter(({ isSkipped }) => !isSkipped).length
  return wanted > RECURRING_SESSIONS_MAX
    ? { until: [`At most ${RECURRING_SESSIONS_MAX} sessions can be created at once`] }
    : {}
}
