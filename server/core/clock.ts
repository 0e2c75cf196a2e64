import type { ClockOffset } from '../../shared/college-clock.ts'

/** The last one that a `Date` can have, in milliseconds since 1970. */
const LAST_INSTANT = 8.64e15

/** The day it is in a time zone, `YYYY-MM-DD`: what "today" means to the college. */
export const dayIn = (timezone: string, at = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** Returns a time zone's distance from UTC now, and the changes of its clock before and after. */
export function clockOffsetOf(timezone: string): ClockOffset {
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO(timezone)
  return {
    offset: now.offsetNanoseconds / 1e6,
    from: now.getTimeZoneTransition('previous')?.epochMilliseconds ?? -LAST_INSTANT,
    until: now.getTimeZoneTransition('next')?.epochMilliseconds ?? LAST_INSTANT,
  }
}
