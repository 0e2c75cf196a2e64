import { dayAfter } from './session-times.ts'

const DAY_MS = 86_400_000

/** The weeks that a plan shows side by side. */
export const PLAN_WEEKS = 16
export const PLAN_DAYS = PLAN_WEEKS * 7

/** Returns how many days a day, `YYYY-MM-DD`, is after another; below zero if it is before. */
export const daysFrom = (from: string, day: string) => (Date.parse(day) - Date.parse(from)) / DAY_MS

/** Returns the Monday on or before a day. */
export const mondayOf = (day: string) => dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

export interface Placed<Posting> {
  posting: Posting
  /** The first and the last day on which it is shown, from 0 on. */
  start: number
  end: number
  lane: number
}

/**
 * Places the postings of a row among the days of a plan that begins on `from`; those that share a day stand in lanes
 * below each other. Each of them has a day of the plan.
 */
export function placed<Posting extends { first_day: string; last_day: string }>(
  postings: readonly Posting[],
  from: string,
): Placed<Posting>[] {
  const ends: number[] = []
  return postings
    .toSorted((a, b) => a.first_day.localeCompare(b.first_day))
    .map((posting) => {
      const start = Math.max(0, daysFrom(from, posting.first_day))
      const end = Math.min(PLAN_DAYS - 1, daysFrom(from, posting.last_day))
      const free = ends.findIndex((last) => last < start)
      const lane = free < 0 ? ends.length : free
      ends[lane] = end
      return { posting, start, end, lane }
    })
}
