import { SESSION_HOURS_MAX } from './limits.ts'

interface Hours {
  /** `HH:MM`. */
  start_time: string
  /** `HH:MM`, up to 24:00; at or before the start it is on the next day. */
  end_time: string
}

interface Times extends Hours {
  activity_date: string
}

const DAY_MINUTES = 24 * 60
const DAY_MS = DAY_MINUTES * 60_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns true for a night duty, which ends on the next day. */
export const endsNextDay = ({ start_time, end_time }: Hours): boolean => end_time <= start_time

/** Returns the minutes of a session. */
export const lengthOf = (hours: Hours): number =>
  minutesOf(hours.end_time) - minutesOf(hours.start_time) + (endsNextDay(hours) ? DAY_MINUTES : 0)

export const isTooLong = (hours: Hours): boolean => lengthOf(hours) > SESSION_HOURS_MAX * 60

/** Returns "09:00" or "08:00 (next day)". */
export const endText = (hours: Hours): string => (endsNextDay(hours) ? `${hours.end_time} (next day)` : hours.end_time)

/** Returns "20:00 to 08:00 (next day)". */
export const hoursText = (hours: Hours): string => `${hours.start_time} to ${endText(hours)}`

/** Returns the day that is `days` after this one, `YYYY-MM-DD`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Tells whether any minute of the session is on that day. */
export const isOnDay = (session: Times, day: string): boolean =>
  session.activity_date === day ||
  (endsNextDay(session) && session.end_time !== '00:00' && dayAfter(session.activity_date, 1) === day)

/** Returns the session's start and end in minutes since 1970, by the college's clock. */
function spanOf(session: Times): [from: number, until: number] {
  const from = Date.parse(`${session.activity_date}T00:00:00Z`) / 60_000 + minutesOf(session.start_time)
  return [from, from + lengthOf(session)]
}

/** Tells whether two sessions have a minute in common. */
export function overlap(one: Times, other: Times): boolean {
  const [from, until] = spanOf(one)
  const [otherFrom, otherUntil] = spanOf(other)
  return from < otherUntil && otherFrom < until
}
