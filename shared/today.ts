/** A day, `YYYY-MM-DD`, and from when until when it is that day: milliseconds since 1970. */
export interface KnownDay {
  day: string
  from: number
  until: number
}

let timezone = 'Asia/Karachi'
let known: KnownDay | undefined
let days: Intl.DateTimeFormat | undefined

/**
 * Says by which time zone the college counts its days; both sides do so once, when they start. A browser, in which the first
 * date that is formatted takes longer than many a screen, is told the day too.
 */
export function countDaysIn(college: string, day?: KnownDay): void {
  timezone = college
  known = day
  days = undefined
}

/** The day that it is at the college, `YYYY-MM-DD`. */
export function collegeToday(): string {
  const now = Date.now()
  if (known && now >= known.from && now < known.until) return known.day
  days ??= new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
  return days.format(now)
}
