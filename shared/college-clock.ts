/** The difference of the college's clock from UTC, and the instants from and until which it holds, in milliseconds. */
export interface ClockOffset {
  offset: number
  from: number
  until: number
}

let timezone = 'Asia/Karachi'
let known: ClockOffset | undefined
let formatter: Intl.DateTimeFormat | undefined

/**
 * Sets the college's time zone; both sides do so once, when they start. A browser gets the offset too: the first date
 * that `Intl` formats takes longer than drawing a whole list.
 */
export function keepCollegeClock(college: string, offset?: ClockOffset): void {
  timezone = college
  known = offset
  formatter = undefined
}

/** Returns the college's time zone. */
export const collegeTimezone = () => timezone

/** Returns the day, `YYYY-MM-DD`, and the time, `HH:MM`, of the college's clock at an instant. */
export function atCollege(instant: number): { day: string; time: string } {
  if (known && instant >= known.from && instant < known.until) {
    const shown = new Date(instant + known.offset).toISOString()
    return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
  }
  formatter ??= new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = formatter.format(instant).split(' ')
  return { day, time }
}

/** Returns the college's present day, `YYYY-MM-DD`. */
export const collegeToday = () => atCollege(Date.now()).day
