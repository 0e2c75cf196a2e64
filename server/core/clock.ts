import type { KnownDay } from '../../shared/today.ts'

/** The day it is in a time zone, `YYYY-MM-DD`: what "today" means to the college. */
export const dayIn = (timezone: string, at = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** The day that it is in a time zone now, and from when until when it is. */
export function dayNowIn(timezone: string): KnownDay {
  const start = Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO(timezone).startOfDay()
  return {
    day: start.toPlainDate().toString(),
    from: start.epochMilliseconds,
    until: start.add({ days: 1 }).startOfDay().epochMilliseconds,
  }
}
