import { collegeToday } from '../../../shared/college-clock.ts'
import type { TimetableSession, TimetableTask } from '../../../shared/contract/calendar.ts'
import { dayAfter, isOnDay } from '../../../shared/session-times.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns the place of a day in its week, from Monday on. */
const placeOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const weekdayOf = (day: string): (typeof WEEKDAYS)[number] => WEEKDAYS[placeOf(day)] ?? 'Monday'

/** Returns the seven days of the week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const monday = dayAfter(day, -placeOf(day))
  return WEEKDAYS.map((_, place) => dayAfter(monday, place))
}

export interface WeekOf {
  group_id: number | undefined
  ward: string | undefined
}

/**
 * Reads the day of the address; an impossible one is told, and today stands in for it. For staff also the group or ward
 * of the week.
 */
export function addressOf({ text, id, can }: Address): { day: string; wrong: string | undefined; of: WeekOf } {
  const asked = text('day')
  const isStaff = can('attendance:take')
  return {
    ...(isDay(asked) ? { day: asked, wrong: undefined } : { day: collegeToday(), wrong: asked || undefined }),
    of: { group_id: isStaff ? id('group_id') : undefined, ward: (isStaff && text('ward')) || undefined },
  }
}

/** Returns the wards of some postings, each once, by name. */
export const wardsOf = (postings: readonly { ward: string | null }[], chosen: string | undefined): string[] =>
  [...new Set([...postings.flatMap(({ ward }) => ward ?? []), ...(chosen === undefined ? [] : [chosen])])].sort(
    (one, other) => one.localeCompare(other),
  )

export interface TimetableDay {
  day: string
  sessions: TimetableSession[]
  tasks: TimetableTask[]
}

/** Returns the sessions and last days of each day. A night duty stands on both of its days. */
export const byDay = (
  days: readonly string[],
  { sessions, tasks }: { sessions: readonly TimetableSession[]; tasks: readonly TimetableTask[] },
): TimetableDay[] =>
  days.map((day) => ({
    day,
    sessions: sessions.filter((session) => isOnDay(session, day)),
    tasks: tasks.filter(({ end_date }) => end_date === day),
  }))
