import { RECURRING_SESSIONS_MAX } from './limits.ts'

export interface Recurrence {
  /** The first and the last possible day, `YYYY-MM-DD`. */
  from: string
  until: string
  /** ISO weekdays: 1 is Monday, 7 Sunday. */
  weekdays: readonly number[]
  /** Days left out, such as holidays. */
  skip?: readonly string[] | undefined
}

export interface RecurringDate {
  date: string
  isSkipped: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000
const isoWeekday = (at: Date) => at.getUTCDay() || 7

/**
 * Returns the days of a recurring action in their order, with the skipped ones among them. A list that is too long ends
 * one day after `RECURRING_SESSIONS_MAX`, which is enough to refuse it.
 */
export function recurringDates({ from, until, weekdays, skip = [] }: Recurrence): RecurringDate[] {
  const dates: RecurringDate[] = []
  const last = Date.parse(until)
  let kept = 0
  for (let at = Date.parse(from); at <= last && kept <= RECURRING_SESSIONS_MAX; at += DAY_MS) {
    const day = new Date(at)
    if (!weekdays.includes(isoWeekday(day))) continue
    const date = day.toISOString().slice(0, 10)
    const isSkipped = skip.includes(date)
    dates.push({ date, isSkipped })
    if (!isSkipped) kept += 1
  }
  return dates
}
