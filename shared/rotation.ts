import { POSTING_DAYS_MAX } from './limits.ts'
import { daysFrom } from './plan-grid.ts'
import { dayAfter } from './session-times.ts'
import { isDay } from './written-day.ts'

/** Returns the problems of a posting's days, by field. A text that is no day has its own message. */
export function dayProblems({
  first_day = '',
  last_day = '',
}: {
  first_day?: string | undefined
  last_day?: string | undefined
}): Record<string, string[]> {
  if (!isDay(first_day) || !isDay(last_day)) return {}
  if (last_day < first_day) return { last_day: ['Last day must be on or after the first day'] }
  return daysFrom(first_day, last_day) >= POSTING_DAYS_MAX
    ? { last_day: [`A posting lasts at most ${POSTING_DAYS_MAX} days`] }
    : {}
}

interface Rotation<Row, Department> {
  rows: readonly Row[]
  departments: readonly Department[]
  first_day: string
  /** The weeks of each posting. */
  weeks: number
}

/**
 * Returns the postings of a rotation, row by row: each row passes through all departments in their order, and begins one
 * further than the row before it. So no two rows are in one department while there are no more rows than departments.
 */
export function rotated<Row, Department>({ rows, departments, first_day, weeks }: Rotation<Row, Department>) {
  return rows.flatMap((row, place) =>
    departments.map((_, step) => ({
      row,
      department: departments[(place + step) % departments.length] as Department,
      first_day: dayAfter(first_day, step * weeks * 7),
      last_day: dayAfter(first_day, (step + 1) * weeks * 7 - 1),
    })),
  )
}
