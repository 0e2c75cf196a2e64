/** How far the college's clock is from UTC, and from when until when it is: all in milliseconds, the last two since 1970. */
export interface ClockOffset {
  offset: number
  from: number
  until: number
}

let timezone = 'Asia/Karachi'
let known: ClockOffset | undefined
let formatter: Intl.DateTimeFormat | undefined

/**
 * Says by which time zone the college goes; both sides do so once, when they start. A browser is told the offset too: the first
 * date that `Intl` formats takes it longer than a whole list does to be drawn.
 */
export function keepCollegeClock(college: string, offset?: ClockOffset): void {
  timezone = college
  known = offset
  formatter = undefined
}

/** The time zone that the college goes by. */
export const collegeTimezone = () => timezone

/** What the college's clock shows at an instant: the day, `YYYY-MM-DD`, and the time, `HH:MM`. */
export function atCollege(instant: number): { day: string; time: string } {
  if (known && instant >= known.from && instant < known.until) {
    const shown = new Date(instant + known.offset).toISOString()
    return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
  }
  formatter ??= new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = formatter.format(instant).split(' ')
  return { day, time }
}

/** The day that it is at the college, `YYYY-MM-DD`. */
export const collegeToday = () => atCollege(Date.now()).day
